/* tune: finds the values of solvers' options for one map on one device.
 *
 * adaptive's thresholds: harish and selection run from the same sources and
 * report every phase; replay.h finds the best pair of thresholds. That pair and
 * the two extremes, which never switch, are then measured, and the fastest
 * wins. Takes some hundred queries.
 *
 * delta-stepping's delta: measures widths from the mean weight upwards (wider
 * means fewer rounds and more wasted work) and returns the fastest
 * (delta_rule.h). Takes some hundred queries, too.
 *
 * locality's k, affinity and launches: measures some values of k, then some of
 * affinity at the fastest k. The number of launches without a word to the host
 * is that of the query that needs fewest at these values, over seven times the
 * sources, if that is faster than none. (Safari and Ebneenasir, section 3.2,
 * count harish's iterations from 100 sources and divide them by k.)
 *
 * Without CUDA all fail as the solvers do. */
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

/* Results; times are means over the sources of one query to the whole map, each
 * the median of several runs. */
struct tune_result {
    struct adaptive_thresholds thresholds; /* within the options' ranges */
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
    double untouched_us; /* with the solver's default options */
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
    double untouched_us; /* with the solver's default options */
};

int gpu_tune_locality(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress,
                      struct tune_locality_result *ret_result,
                      struct error *error);

#endif
