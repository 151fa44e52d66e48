/* bench_customize_report: what 'relaxlab bench --output customize' measured. */
#ifndef RELAXD_LAB_BENCH_CUSTOMIZE_REPORT_H
#define RELAXD_LAB_BENCH_CUSTOMIZE_REPORT_H

#include <jansson.h>

#include "lab/bench_customize.h"

/* One map's table: a row for each form and number of changed arcs. Forms that
 * no contestant reads are left out, here and below. */
void bench_customize_report_print(const struct bench_customize *customize,
                                  const char *map_path);

/* Adds a map's measurements to a report of bench_report_json(). */
void bench_customize_report_json_add(json_t *report,
                                     const struct bench_customize *customize,
                                     const char *map_path);

#endif
