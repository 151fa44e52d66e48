/* tune: finds adaptive's thresholds for one map on one device.
 *
 * Everything goes through the solvers' own interface, so what is measured is
 * what queries will see. */
#include "gpu/tune.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "gpu/gpu.h"
#include "gpu/replay.h"

/* Of each measurement; the first, which may still warm up, counts too. */
enum { RUNS = 3 };

/* A pair is taken over a plainer one for no less: smaller gains are noise. */
static const double worthwhile = 0.99;

struct tuner {
    const struct map *map;
    struct catalog catalog;
    struct prepared *prepared;
    struct metric *metric;
    uint32_t *sources; /* [source_count] */
    uint32_t source_count;
    struct phase_times *times; /* [source_count] */
    struct progress *progress;
    uint64_t runs_done;
    uint64_t runs_total;
};

/* Writes down the times of a query's phases. */
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

    if (array_reserve(&items, &recorder->capacity, recorder->count + 1,
                      sizeof(double)))
        recorder->failed = true;
    else
        ((double *)items)[recorder->count++] = phase->time_us;
    recorder->times_us = items;
}

/* The whole map from one vertex; nothing to deliver. */
static int solve_once(struct tuner *tuner, struct solver *solver,
                      uint32_t source, struct recorder *recorder,
                      double *ret_us, struct error *error)
{
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_COSTS,
        .bound = COST_OVERFLOW,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, recorder ? &recorder->base : NULL};
    uint64_t start_ns = clock_now_ns();
    int r = solver->ops->solve(solver, tuner->metric, &batch, error);

    *ret_us = (double)(clock_now_ns() - start_ns) / 1e3;
    progress_report(tuner->progress, "tune", ++tuner->runs_done,
                    tuner->runs_total);
    return r;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;

    return (a > b) - (a < b);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), compare);
    return values[count / 2];
}

/* One source, RUNS times; the last run's phases where they are wanted. */
static int measure_source(struct tuner *tuner, struct solver *solver,
                          uint32_t source, struct recorder *recorder,
                          double *ret_us, struct error *error)
{
    double times_us[RUNS];

    for (int i = 0; i < RUNS; i++) {
        int r;

        if (recorder)
            recorder->count = 0;
        r = solve_once(tuner, solver, source, recorder, &times_us[i], error);
        if (r)
            return r;
    }
    *ret_us = median(times_us, RUNS);
    return recorder && recorder->failed ? error_no_memory(error) : 0;
}

/* The mean over all sources; `recorders`: [source_count] or NULL. */
static int measure(struct tuner *tuner, const char *name,
                   const struct solver_setting *settings, size_t setting_count,
                   struct recorder *recorders, double *ret_us,
                   struct error *error)
{
    const struct solver_ops *ops = catalog_find(&tuner->catalog, name);
    struct solver *solver = NULL;
    double sum_us = 0;
    int r =
        ops->create(tuner->prepared, settings, setting_count, &solver, error);

    for (uint32_t i = 0; i < tuner->source_count && !r; i++) {
        double time_us = 0;

        r = measure_source(tuner, solver, tuner->sources[i],
                           recorders ? &recorders[i] : NULL, &time_us, error);
        sum_us += time_us;
    }
    ops->destroy(solver);
    *ret_us = sum_us / tuner->source_count;
    return r;
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
    int r = measure(tuner, "adaptive", settings, 2, NULL, &time_us, error);

    if (r || (result->adaptive_us > 0 &&
              time_us >= worthwhile * result->adaptive_us))
        return r;
    result->thresholds = thresholds;
    result->adaptive_us = time_us;
    return 0;
}

static int choose(struct tuner *tuner, struct tune_result *result,
                  struct error *error)
{
    struct adaptive_thresholds best;
    int r = replay_best(tuner->times, tuner->source_count, &best);

    if (r)
        return error_no_memory(error);
    r = measure_adaptive(tuner, replay_selected_only(), result, error);
    if (!r)
        r = measure_adaptive(tuner, replay_all_only(), result, error);
    if (!r)
        r = measure_adaptive(tuner, best, result, error);
    return r;
}

static void take_times(struct tuner *tuner, const struct recorder *all,
                       const struct recorder *selected)
{
    for (uint32_t i = 0; i < tuner->source_count; i++)
        tuner->times[i] = (struct phase_times){
            .all_us = all[i].times_us,
            .selected_us = selected[i].times_us,
            .count = all[i].count,
        };
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
        r = measure(tuner, "harish", NULL, 0, all, &result->harish_us, error);
    if (!r)
        r = measure(tuner, "selection", NULL, 0, selected,
                    &result->selection_us, error);
    if (!r) {
        take_times(tuner, all, selected);
        r = choose(tuner, result, error);
    }
    free_recorders(all, count);
    free_recorders(selected, count);
    return r;
}

static int prepare(struct tuner *tuner, const struct device *device,
                   const struct tune_settings *settings, struct error *error)
{
    const struct map *map = tuner->map;
    const struct representation_ops *form;
    struct random random;
    int r;

    catalog_init(&tuner->catalog);
    gpu_add_solvers(&tuner->catalog);
    form = catalog_find(&tuner->catalog, "adaptive")->representation;
    tuner->sources =
        array_alloc(settings->source_count, sizeof(*tuner->sources));
    tuner->times = array_zero(settings->source_count, sizeof(*tuner->times));
    if (!tuner->sources || !tuner->times)
        return error_no_memory(error);
    random_seed(&random, settings->seed);
    for (uint32_t i = 0; i < settings->source_count; i++)
        tuner->sources[i] = random_below(&random, map->topology.vertex_count);
    r = form->prepare(device, map, &tuner->prepared, error);
    return r ? r
             : form->customize(tuner->prepared, &map->weights, &tuner->metric,
                               error);
}

static void finish(struct tuner *tuner)
{
    const struct representation_ops *form =
        catalog_find(&tuner->catalog, "adaptive")->representation;

    form->metric_destroy(tuner->metric);
    form->prepared_destroy(tuner->prepared);
    free(tuner->sources);
    free(tuner->times);
}

int gpu_tune_adaptive(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct progress *progress, struct tune_result *ret_result,
                      struct error *error)
{
    struct tuner tuner = {
        .map = map,
        .source_count = settings->source_count,
        .progress = progress,
        .runs_total = 5ull * RUNS * settings->source_count,
    };
    struct tune_result result = {0};
    int r;

    if (map->topology.vertex_count == 0 || settings->source_count == 0)
        return error_set(error, -EINVAL, "tune: there is no source to run");
    r = prepare(&tuner, device, settings, error);
    if (!r)
        r = measure_and_choose(&tuner, &result, error);
    finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}
