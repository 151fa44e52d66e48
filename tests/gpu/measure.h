/* measure: helpers of the programs that measure. A failure ends the program
 * with a message. */
#ifndef RELAXD_TESTS_GPU_MEASURE_H
#define RELAXD_TESTS_GPU_MEASURE_H

#include "core/solver/solver.h"

void must(int r, const struct error *error);
void *need(void *memory); /* returns it; NULL ends the program */

/* The map's weights in a form; destroy it together with its prepared map. */
struct metric *open_metric(const struct form_ops *form,
                           const struct device *device, const struct map *map);
void close_metric(struct metric *metric);

/* By the solver's name; `ret_metric` is destroyed with it. */
struct solver *open_solver(const char *name, const struct device *device,
                           const struct map *map,
                           const struct solver_setting *settings, size_t count,
                           struct metric **ret_metric);
void close_solver(struct solver *solver, struct metric *metric);

#endif
