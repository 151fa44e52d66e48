/* tune_delta: finds delta-stepping's delta for one map on one device. */
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/delta_stepping/delta_search.h"
#include "gpu/tune/tuner.h"

static const char *const solver = "delta-stepping";

static int measure(void *context, uint32_t delta, double *ret_us,
                   struct error *error)
{
    const struct solver_setting settings[] = {{"delta", delta}};

    return tuner_measure(context, solver, settings, 1, NULL, ret_us, error);
}

static int search(struct tuner *tuner, struct tune_delta_result *result,
                  struct error *error)
{
    const struct delta_search search = {measure, tuner};
    uint32_t first =
        delta_by_rule(DELTA_MEAN, &tuner->map->topology, &tuner->map->weights);
    int r = tuner_measure(tuner, solver, NULL, 0, NULL, &result->untouched_us,
                          error);

    return r ? r
             : delta_search_run(&search, first, &result->delta,
                                &result->time_us, error);
}

int gpu_tune_delta(const struct map *map, const struct device *device,
                   const struct tune_settings *settings,
                   struct progress *progress,
                   struct tune_delta_result *ret_result, struct error *error)
{
    struct tuner tuner;
    struct tune_delta_result result = {0};
    int r = tuner_init(&tuner, map, device, settings,
                       DELTA_SEARCH_MEASUREMENTS / 2, progress, error);

    if (!r)
        r = search(&tuner, &result, error);
    tuner_finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}
