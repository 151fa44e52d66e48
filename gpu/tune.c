/* tune: finds adaptive's thresholds for one map on one device. */
#include "gpu/tune.h"

#include <errno.h>

int gpu_tune_adaptive(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress, struct tune_result *ret_result,
                      struct error *error)
{
    return error_set(error, -ENOTSUP, "tuning is not built yet");
}
