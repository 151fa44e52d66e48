/* bench_report: what 'relaxlab bench' measured, as a table or as JSON. */
#ifndef RELAXD_LAB_BENCH_REPORT_H
#define RELAXD_LAB_BENCH_REPORT_H

#include <jansson.h>

#include "clients/relaxctl/inventory.h"
#include "lab/bench.h"
#include "lab/machine.h"

/* What was measured on, above the tables. */
void bench_report_print_machine(const struct machine *machine,
                                const struct inventory *inventory);

/* One map's table. The ratio is how many times faster than the first
 * contestant, by the median. */
void bench_report_print(const struct bench *bench, const char *map_path);

/* Version, date, machine and an empty list "maps"; NULL: no memory. */
json_t *bench_report_json(const struct machine *machine,
                          const struct inventory *inventory);

/* A map, what was asked of it and how often, which is called `questions`. */
json_t *bench_report_json_map(const struct bench *bench, const char *map_path,
                              const char *output, const char *questions);

/* Adds a map's measurements to the report. */
void bench_report_json_add(json_t *report, const struct bench *bench,
                           const char *map_path);

/* Into a file, or to stdout for "-". 0, -ENOMEM, or what went wrong. */
int bench_report_write(json_t *report, const char *path, struct error *error);

#endif
