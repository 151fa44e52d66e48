/* tune: measures queries, for adaptive, delta-stepping and locality. */
#include "gpu/tune/tune.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/solver/catalog.h"
#include "core/weighting/weighting.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/forms/forms.h"
#include "gpu/gpu.h"
#include "gpu/tune/replay.h"

/* Queries on one map and device, measured for all three.
 *
 * Everything goes through the solvers' own interface, so that measurements are
 * what queries will see. */

/* Runs of each query; the first, which may still warm up, counts too. */
enum { TUNER_RUNS = 3 };

struct tuner {
    const struct map *map;
    struct catalog catalog;
    struct prepared *prepared;
    struct metric *metric;
    uint32_t *sources; /* [source_count] */
    uint32_t source_count;
    struct progress *progress; /* may be NULL */
    uint64_t runs_done;
    uint64_t runs_total; /* as far as known */
};

static int draw_sources(struct tuner *tuner,
                        const struct tune_settings *settings,
                        struct error *error)
{
    struct random random;

    tuner->source_count = settings->source_count;
    tuner->sources = array_alloc(tuner->source_count, sizeof(*tuner->sources));
    if (!tuner->sources)
        return error_no_memory(error);
    random_seed(&random, settings->seed);
    for (uint32_t i = 0; i < tuner->source_count; i++)
        tuner->sources[i] =
            random_below(&random, tuner->map->topology.vertex_count);
    return 0;
}

/* For solvers of the form "cuda-csr"; the caller expects `measurements`. 0 or a
 * code with words; -EINVAL where there is no source. Call finish() after
 * either. */
static int tuner_init(struct tuner *tuner, const struct map *map,
                      const struct device *device,
                      const struct tune_settings *settings,
                      unsigned measurements, struct progress *progress,
                      struct error *error)
{
    const struct form_ops *form = &cuda_csr_form;
    int r;

    *tuner = (struct tuner){
        .map = map,
        .progress = progress,
        .runs_total =
            (uint64_t)measurements * TUNER_RUNS * settings->source_count,
    };
    catalog_init(&tuner->catalog);
    gpu_add_solvers(&tuner->catalog);
    if (map->topology.vertex_count == 0 || settings->source_count == 0)
        return error_set(error, -EINVAL, "tune: there is no source to run");
    r = draw_sources(tuner, settings, error);
    if (!r)
        r = form->prepare(device, map, &tuner->prepared, error);
    return r ? r
             : form->customize(tuner->prepared, imported_weights(map),
                               &tuner->metric, error);
}

static void tuner_finish(struct tuner *tuner)
{
    const struct form_ops *form = &cuda_csr_form;

    form->metric_destroy(tuner->metric);
    form->prepared_destroy(tuner->prepared);
    free(tuner->sources);
}

static int solve_once(struct tuner *tuner, struct solver *solver,
                      uint32_t source, struct phase_observer *observer,
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
    struct batch batch = {queries, 1, observer};
    uint64_t start_ns = clock_now_ns();
    int r = solver->ops->solve(solver, tuner->metric, &batch, error);

    *ret_us = (double)(clock_now_ns() - start_ns) / 1e3;
    if (++tuner->runs_done > tuner->runs_total)
        tuner->runs_total = tuner->runs_done;
    progress_report(tuner->progress, "tune", tuner->runs_done,
                    tuner->runs_total);
    return r;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;

    return (a > b) - (a < b);
}

static int measure_source(struct tuner *tuner, struct solver *solver,
                          uint32_t source, struct phase_observer *observer,
                          double *ret_us, struct error *error)
{
    double times_us[TUNER_RUNS];

    for (int i = 0; i < TUNER_RUNS; i++) {
        int r =
            solve_once(tuner, solver, source, observer, &times_us[i], error);

        if (r)
            return r;
    }
    qsort(times_us, TUNER_RUNS, sizeof(times_us[0]), compare);
    *ret_us = times_us[TUNER_RUNS / 2];
    return 0;
}

/* The mean over all sources of a query to the whole map that delivers nothing,
 * each the median of TUNER_RUNS. `observers`: [source_count], one for each
 * source, or NULL. */
static int tuner_measure(struct tuner *tuner, const char *name,
                         const struct solver_setting *settings,
                         size_t setting_count,
                         struct phase_observer *const *observers,
                         double *ret_us, struct error *error)
{
    const struct solver_ops *ops = catalog_find(&tuner->catalog, name);
    struct solver *solver = NULL;
    double sum_us = 0;
    int r =
        ops->create(tuner->prepared, settings, setting_count, &solver, error);

    for (uint32_t i = 0; i < tuner->source_count && !r; i++) {
        double time_us = 0;

        r = measure_source(tuner, solver, tuner->sources[i],
                           observers ? observers[i] : NULL, &time_us, error);
        sum_us += time_us;
    }
    ops->destroy(solver);
    if (!r)
        *ret_us = sum_us / tuner->source_count;
    return r;
}

/* ---- adaptive's thresholds ---- */

/* A pair replaces a simpler one only below this share of its time: smaller
 * gains are noise. */
static const double worthwhile = 0.99;

/* Records the times of a query's phases, of the last query that it observes. */
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

    if (phase->index == 0)
        recorder->count = 0;
    if (array_reserve(&recorder->times_us, &recorder->capacity,
                      recorder->count + 1, sizeof(double)))
        recorder->failed = true;
    else
        recorder->times_us[recorder->count++] = phase->time_us;
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

/* The best pair by replaying the phases, and the two extremes. */
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

/* One query from every source, each with its recorder. */
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

/* ---- delta-stepping's delta ---- */

static const char *const delta_solver = "delta-stepping";

static int measure_delta(void *context, uint32_t delta, double *ret_us,
                         struct error *error)
{
    const struct solver_setting settings[] = {{"delta", delta}};

    return tuner_measure(context, delta_solver, settings, 1, NULL, ret_us,
                         error);
}

static int search_delta(struct tuner *tuner, struct tune_delta_result *result,
                        struct error *error)
{
    const struct delta_search search_delta = {measure_delta, tuner};
    uint32_t first = delta_by_rule(DELTA_MEAN, &tuner->map->topology,
                                   imported_weights(tuner->map));
    int r = tuner_measure(tuner, delta_solver, NULL, 0, NULL,
                          &result->untouched_us, error);

    return r ? r
             : delta_search_run(&search_delta, first, &result->delta,
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
        r = search_delta(&tuner, &result, error);
    tuner_finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}

/* ---- locality's k, affinity and launches ---- */

/* N is counted over so many times the sources that times are measured over. */
enum { COUNT_TIMES = 7 };

static const char *const locality_solver_name = "locality";
static const unsigned ks[] = {8, 4, 12, 16};
static const unsigned affinities[] = {2, 1, 4, 16};

enum {
    KS = sizeof(ks) / sizeof(ks[0]),
    AFFINITIES = sizeof(affinities) / sizeof(affinities[0]),
    /* The first k and affinity share a measurement; then N, and the solver's
     * default options. */
    MEASUREMENTS = KS + AFFINITIES - 1 + 2,
};

/* Counts the launches of one query. */
struct counter {
    struct phase_observer base;
    uint32_t launches;
};

static void count_phase(struct phase_observer *observer,
                        const struct phase *phase)
{
    struct counter *counter = (struct counter *)observer;

    counter->launches =
        phase->launches + (phase->index == 0 ? 0 : counter->launches);
}

/* Measures `tried` and makes it the result where it is faster. */
static int try_locality(struct tuner *tuner, struct tune_locality_result tried,
                        struct tune_locality_result *result,
                        struct error *error)
{
    const struct solver_setting settings[] = {
        {"k", tried.k},
        {"affinity", tried.affinity},
        {"launches", tried.launches},
    };
    int r = tuner_measure(tuner, locality_solver_name, settings, 3, NULL,
                          &tried.time_us, error);

    tried.untouched_us = result->untouched_us;
    if (!r && (result->time_us == 0 || tried.time_us < result->time_us))
        *result = tried;
    return r;
}

/* k first, then affinity at that k. */
static int measure_locality(struct tuner *tuner,
                            struct tune_locality_result *result,
                            struct error *error)
{
    int r = 0;

    for (int i = 0; i < KS && !r; i++)
        r = try_locality(tuner,
                         (struct tune_locality_result){
                             .k = ks[i], .affinity = affinities[0]},
                         result, error);
    for (int i = 1; i < AFFINITIES && !r; i++)
        r = try_locality(tuner,
                         (struct tune_locality_result){
                             .k = result->k, .affinity = affinities[i]},
                         result, error);
    return r;
}

/* The fewest launches of any source, less the one that finds nothing left to
 * do. */
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
        counters[i].base.phase = count_phase;
        observers[i] = &counters[i].base;
    }
    r = tuner_measure(tuner, locality_solver_name, settings, 3, observers,
                      &time_us, error);
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

static int search_locality(struct tuner *tuner, const struct device *device,
                           const struct tune_settings *settings,
                           struct tune_locality_result *result,
                           struct error *error)
{
    struct tune_locality_result tried;
    int r = tuner_measure(tuner, locality_solver_name, NULL, 0, NULL,
                          &result->untouched_us, error);

    if (!r)
        r = measure_locality(tuner, result, error);
    tried = *result;
    if (!r)
        r = find_launches(tuner, device, *settings, result, &tried.launches,
                          error);
    return r ? r : try_locality(tuner, tried, result, error);
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
        r = search_locality(&tuner, device, settings, &result, error);
    tuner_finish(&tuner);
    if (!r)
        *ret_result = result;
    return r;
}
