/* tune: finds adaptive's thresholds for one map on one device.
 *
 * Phases are the same vertices whichever way threads are created, so harish and
 * selection, run from the same sources, give the time of every phase both ways.
 * The rule of switching.h is replayed over those times for candidate pairs of
 * thresholds, and the pairs that look best are then measured. Takes seconds.
 * Where there is no CUDA it fails as the solvers do. */
#ifndef RELAXD_GPU_TUNE_H
#define RELAXD_GPU_TUNE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "core/solver/device.h"
#include "gpu/switching.h"

struct tune_settings {
    uint32_t source_count; /* at least 1; 16 is plenty */
    uint64_t seed;         /* draws the sources */
};

/* What was found; times are medians of one whole-map query. */
struct tune_result {
    struct adaptive_thresholds thresholds;
    double adaptive_us; /* with these thresholds */
    double harish_us;
    double selection_us;
};

/* Any thread that may use the device. `progress` may be NULL. */
int gpu_tune_adaptive(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress, struct tune_result *ret_result,
                      struct error *error);

#endif
