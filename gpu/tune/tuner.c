/* tuner: queries on one map and device, measured. */
#include "gpu/tune/tuner.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "gpu/forms/cuda_csr.h"
#include "gpu/gpu.h"

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

int tuner_init(struct tuner *tuner, const struct map *map,
               const struct device *device,
               const struct tune_settings *settings, unsigned measurements,
               struct progress *progress, struct error *error)
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
             : form->customize(tuner->prepared, &map->weights, &tuner->metric,
                               error);
}

void tuner_finish(struct tuner *tuner)
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

int tuner_measure(struct tuner *tuner, const char *name,
                  const struct solver_setting *settings, size_t setting_count,
                  struct phase_observer *const *observers, double *ret_us,
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
                           observers ? observers[i] : NULL, &time_us, error);
        sum_us += time_us;
    }
    ops->destroy(solver);
    if (!r)
        *ret_us = sum_us / tuner->source_count;
    return r;
}
