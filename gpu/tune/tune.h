/* tune: finds the values of solvers' options for one map on one device.
 *
 * adaptive's thresholds: harish and selection run from the same sources and
 * report every phase; replay.h finds the pair of thresholds that would have
 * been best; that pair and the two ends, where one side is never left, are then
 * measured, and the fastest is the result. Takes some hundred queries.
 *
 * delta-stepping's delta: widths from the mean weight upwards are measured, the
 * wider the fewer rounds and the more work in vain, and the fastest is the
 * result (delta_rule.h). Takes some hundred queries, too.
 *
 * locality's k, affinity and launches: some values of k are measured, then some
 * of affinity at the fastest k. Launches without a word to the host are as many
 * as the query with the fewest has at these, over seven times the sources, if
 * that is faster than none. (Safari and Ebneenasir, section 3.2, count harish's
 * iterations from 100 sources and divide them by k.)
 *
 * Where there is no CUDA all fail as the solvers do. */
#ifndef RELAXD_GPU_TUNE_TUNE_H
#define RELAXD_GPU_TUNE_TUNE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "core/solver/device.h"
#include "gpu/relaxation/switching.h"

struct tune_settings {
    uint32_t source_count; /* at least 1; 8 is plenty */
    uint64_t seed;         /* draws the sources */
};

/* What was found; times are the means over the sources of one query to the
 * whole map, each the median of several runs. */
struct tune_result {
    struct adaptive_thresholds thresholds; /* within the options' range */
    double adaptive_us;                    /* with these thresholds */
    double harish_us;
    double selection_us;
};

/* Any thread that may use the device. `progress` may be NULL. */
int gpu_tune_adaptive(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress, struct tune_result *ret_result,
                      struct error *error);

/* Times as above. */
struct tune_delta_result {
    uint32_t delta;
    double time_us;      /* with this delta */
    double untouched_us; /* as the solver's own options are */
};

int gpu_tune_delta(const struct map *map, const struct device *device,
                   const struct tune_settings *settings,
                   struct progress *progress,
                   struct tune_delta_result *ret_result, struct error *error);

/* Times as above. */
struct tune_locality_result {
    uint32_t k;
    uint32_t affinity;
    uint32_t launches;
    double time_us;      /* with these */
    double untouched_us; /* as the solver's own options are */
};

int gpu_tune_locality(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress,
                      struct tune_locality_result *ret_result,
                      struct error *error);

#endif
