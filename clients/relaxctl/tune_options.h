/* tune_options: CUDA solvers' options for one map on one GPU, as lines to keep.
 */
#ifndef RELAXD_CLIENTS_RELAXCTL_TUNE_OPTIONS_H
#define RELAXD_CLIENTS_RELAXCTL_TUNE_OPTIONS_H

#include "core/solver/solver.h"
#include "gpu/tune/tune.h"

/* What was found for all solvers. */
struct tune_options {
    struct tune_result adaptive;
    struct tune_delta_result delta;
    struct tune_locality_result locality;
};

enum { TUNE_OPTIONS_LINES = 6 };

int tune_options_find(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct tune_options *ret_found, struct error *error);

void tune_options_print(const struct tune_options *found);

/* Names are static. */
void tune_options_lines(
    const struct tune_options *found,
    struct solver_setting ret_lines[static TUNE_OPTIONS_LINES]);

#endif
