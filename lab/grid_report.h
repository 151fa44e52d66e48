/* grid_report: what 'relaxlab grid' found, as words or as JSON. */
#ifndef RELAXD_LAB_GRID_REPORT_H
#define RELAXD_LAB_GRID_REPORT_H

#include <stdbool.h>

#include "lab/grid_run.h"

/* On stdout. `picture`: the file that was drawn, or NULL. `all`: the path is
 * not shortened. */
void grid_report_print(const struct grid_run *run, const char *picture,
                       bool all);

/* 0, -ENOMEM. */
int grid_report_print_json(const struct grid_run *run, const char *picture);

#endif
