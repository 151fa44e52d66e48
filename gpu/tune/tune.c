/* tune: finds adaptive's thresholds for one map on one device. */
#include "gpu/tune/tune.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/tune/replay.h"
#include "gpu/tune/tuner.h"

/* A pair is taken over a plainer one for no less: smaller gains are noise. */
static const double worthwhile = 0.99;

/* Writes down the times of a query's phases, of the last one that it sees. */
struct recorder {
    struct phase_observer base;
    double *times_us; /* grows */
    size_t count;
    size_t capacity;
    bool failed; /* out of memory */
};

static void record(struct phase_observer *observer, const struct phase *phase)
{
    struct recorder *recorder = (struct recorder *)observer;
    void *items = recorder->times_us;

    if (phase->index == 0)
        recorder->count = 0;
    if (array_reserve(&items, &recorder->capacity, recorder->count + 1,
                      sizeof(double)))
        recorder->failed = true;
    else
        ((double *)items)[recorder->count++] = phase->time_us;
    recorder->times_us = items;
}

static int measure_adaptive(struct tuner *tuner,
                            struct adaptive_thresholds thresholds,
                            struct tune_result *result, struct error *error)
{
    const struct solver_setting settings[] = {
        {"to-all-us", thresholds.to_all_us},
        {"to-selected-us", thresholds.to_selected_us},
    };
    double time_us = 0;
    int r =
        tuner_measure(tuner, "adaptive", settings, 2, NULL, &time_us, error);

    if (r || (result->adaptive_us > 0 &&
              time_us >= worthwhile * result->adaptive_us))
        return r;
    result->thresholds = thresholds;
    result->adaptive_us = time_us;
    return 0;
}

/* The best pair by replaying the phases, and the two ends. */
static int choose(struct tuner *tuner, const struct phase_times *times,
                  struct tune_result *result, struct error *error)
{
    struct adaptive_thresholds best;
    int r = replay_best(times, tuner->source_count, &best);

    if (r)
        return error_no_memory(error);
    r = measure_adaptive(tuner, replay_selected_only(), result, error);
    if (!r)
        r = measure_adaptive(tuner, replay_all_only(), result, error);
    if (!r)
        r = measure_adaptive(tuner, best, result, error);
    return r;
}

static int replay(struct tuner *tuner, const struct recorder *all,
                  const struct recorder *selected, struct tune_result *result,
                  struct error *error)
{
    struct phase_times *times = array_zero(tuner->source_count, sizeof(*times));
    int r = times ? 0 : error_no_memory(error);

    for (uint32_t i = 0; i < tuner->source_count && !r; i++) {
        times[i] = (struct phase_times){
            .all_us = all[i].times_us,
            .selected_us = selected[i].times_us,
            .count = all[i].count,
        };
        if (all[i].failed || selected[i].failed)
            r = error_no_memory(error);
    }
    if (!r)
        r = choose(tuner, times, result, error);
    free(times);
    return r;
}

/* A query of every source, each with its recorder. */
static int record_phases(struct tuner *tuner, const char *solver,
                         struct recorder *recorders, double *ret_us,
                         struct error *error)
{
    struct phase_observer **observers =
        array_alloc(tuner->source_count, sizeof(*observers));
    int r;

    if (!observers)
        return error_no_memory(error);
    for (uint32_t i = 0; i < tuner->source_count; i++)
        observers[i] = &recorders[i].base;
    r = tuner_measure(tuner, solver, NULL, 0, observers, ret_us, error);
    free(observers);
    return r;
}

static void free_recorders(struct recorder *recorders, uint32_t count)
{
    for (uint32_t i = 0; i < count && recorders; i++)
        free(recorders[i].times_us);
    free(recorders);
}

static struct recorder *make_recorders(uint32_t count)
{
    struct recorder *recorders = array_zero(count, sizeof(*recorders));

    for (uint32_t i = 0; i < count && recorders; i++)
        recorders[i].base.phase = record;
    return recorders;
}

static int measure_and_choose(struct tuner *tuner, struct tune_result *result,
                              struct error *error)
{
    uint32_t count = tuner->source_count;
    struct recorder *all = make_recorders(count);
    struct recorder *selected = make_recorders(count);
    int r = all && selected ? 0 : error_no_memory(error);

    if (!r)
        r = record_phases(tuner, "harish", all, &result->harish_us, error);
    if (!r)
        r = record_phases(tuner, "selection", selected, &result->selection_us,
                          error);
    if (!r)
        r = replay(tuner, all, selected, result, error);
    free_recorders(all, count);
    free_recorders(selected, count);
    return r;
}

int gpu_tune_adaptive(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress, struct tune_result *ret_result,
                      struct error *error)
{
    struct tuner tuner;
    struct tune_result result = {0};
    int r = tuner_init(&tuner, map, device, settings, 5, progress, error);

    if (!r)
        r = measure_and_choose(&tuner, &result, error);
    tuner_finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}
