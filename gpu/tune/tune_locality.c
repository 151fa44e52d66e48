/* tune_locality: finds locality's k, affinity and silent launches for one map
 * on one device. */
#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/tune/tuner.h"

/* N is counted over so many times the sources that time is measured over. */
enum { COUNT_TIMES = 7 };

static const char *const solver = "locality";
static const unsigned ks[] = {8, 4, 12, 16};
static const unsigned affinities[] = {2, 1, 4, 16};

enum {
    KS = sizeof(ks) / sizeof(ks[0]),
    AFFINITIES = sizeof(affinities) / sizeof(affinities[0]),
    /* The first of each is measured once, with the other; then N, and the
     * solver's own options. */
    MEASUREMENTS = KS + AFFINITIES - 1 + 2,
};

/* How many launches one query took. */
struct counter {
    struct phase_observer base;
    uint32_t launches;
};

static void count(struct phase_observer *observer, const struct phase *phase)
{
    struct counter *counter = (struct counter *)observer;

    counter->launches =
        phase->launches + (phase->index == 0 ? 0 : counter->launches);
}

/* Takes what it is set to over for the result where that is faster. */
static int try(struct tuner *tuner, struct tune_locality_result tried,
               struct tune_locality_result *result, struct error *error)
{
    const struct solver_setting settings[] = {
        {"k", tried.k},
        {"affinity", tried.affinity},
        {"launches", tried.launches},
    };
    int r =
        tuner_measure(tuner, solver, settings, 3, NULL, &tried.time_us, error);

    tried.untouched_us = result->untouched_us;
    if (!r && (result->time_us == 0 || tried.time_us < result->time_us))
        *result = tried;
    return r;
}

/* k first, then affinity at that k. */
static int measure(struct tuner *tuner, struct tune_locality_result *result,
                   struct error *error)
{
    int r = 0;

    for (int i = 0; i < KS && !r; i++)
        r = try(tuner,
                (struct tune_locality_result){.k = ks[i],
                                              .affinity = affinities[0]},
                result, error);
    for (int i = 1; i < AFFINITIES && !r; i++)
        r = try(tuner,
                (struct tune_locality_result){.k = result->k,
                                              .affinity = affinities[i]},
                result, error);
    return r;
}

/* The fewest launches of any source, without the one that finds that there is
 * nothing left to do. */
static uint32_t fewest(const struct counter *counters, uint32_t source_count)
{
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < source_count; i++) {
        if (counters[i].launches < least)
            least = counters[i].launches;
    }
    return least - 1;
}

static int count_launches(struct tuner *tuner,
                          const struct tune_locality_result *result,
                          struct counter *counters, uint32_t *ret_launches,
                          struct error *error)
{
    const struct solver_setting settings[] = {
        {"k", result->k},
        {"affinity", result->affinity},
        {"ahead", 0},
    };
    struct phase_observer **observers =
        array_alloc(tuner->source_count, sizeof(struct phase_observer *));
    double time_us;
    int r;

    if (!observers)
        return error_no_memory(error);
    for (uint32_t i = 0; i < tuner->source_count; i++) {
        counters[i].base.phase = count;
        observers[i] = &counters[i].base;
    }
    r = tuner_measure(tuner, solver, settings, 3, observers, &time_us, error);
    if (!r)
        *ret_launches = fewest(counters, tuner->source_count);
    free(observers);
    return r;
}

/* N, over more sources than the tuner's. */
static int find_launches(const struct tuner *tuner, const struct device *device,
                         struct tune_settings settings,
                         const struct tune_locality_result *result,
                         uint32_t *ret_launches, struct error *error)
{
    struct counter *counters;
    struct tuner more;
    int r;

    settings.source_count *= COUNT_TIMES;
    counters = array_zero(settings.source_count, sizeof(*counters));
    r = tuner_init(&more, tuner->map, device, &settings, 1, tuner->progress,
                   error);
    if (!r && !counters)
        r = error_no_memory(error);
    if (!r)
        r = count_launches(&more, result, counters, ret_launches, error);
    tuner_finish(&more);
    free(counters);
    return r;
}

static int search(struct tuner *tuner, const struct device *device,
                  const struct tune_settings *settings,
                  struct tune_locality_result *result, struct error *error)
{
    struct tune_locality_result tried;
    int r = tuner_measure(tuner, solver, NULL, 0, NULL, &result->untouched_us,
                          error);

    if (!r)
        r = measure(tuner, result, error);
    tried = *result;
    if (!r)
        r = find_launches(tuner, device, *settings, result, &tried.launches,
                          error);
    return r ? r : try(tuner, tried, result, error);
}

int gpu_tune_locality(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress,
                      struct tune_locality_result *ret_result,
                      struct error *error)
{
    struct tuner tuner;
    struct tune_locality_result result = {0};
    int r = tuner_init(&tuner, map, device, settings, MEASUREMENTS, progress,
                       error);

    if (!r)
        r = search(&tuner, device, settings, &result, error);
    tuner_finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}
