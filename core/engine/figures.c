/* figures: counters of a device and its solvers. */
#include "core/engine/figures.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* One solver on one device. */
struct solver_counters {
    struct histogram solve_us;            /* of each batch, failed ones
                                             included */
    struct histogram batch_jobs;          /* jobs that shared a batch */
    struct histogram batch_queries;       /* queries in a batch */
    atomic_ullong jobs[JOB_STATUS_COUNT]; /* that ended there, by status */
};

int device_counters_init(struct device_counters *counters,
                         const struct catalog *catalog)
{
    *counters = (struct device_counters){.catalog = catalog};
    atomic_init(&counters->free_bytes, ENGINE_BYTES_UNKNOWN);
    histogram_init(&counters->wait_us, &histogram_times_us);
    counters->solver = array_zero(catalog->count, sizeof(*counters->solver));
    if (!counters->solver)
        return -ENOMEM;
    for (size_t i = 0; i < catalog->count; i++) {
        struct solver_counters *solver = &counters->solver[i];

        histogram_init(&solver->solve_us, &histogram_times_us);
        histogram_init(&solver->batch_jobs, &histogram_sizes);
        histogram_init(&solver->batch_queries, &histogram_sizes);
    }
    return 0;
}

void device_counters_finish(struct device_counters *counters)
{
    free(counters->solver);
    counters->solver = NULL;
}

/* NULL: not in the catalog. */
static struct solver_counters *find(struct device_counters *counters,
                                    const struct solver_ops *solver)
{
    for (size_t i = 0; i < counters->catalog->count; i++) {
        if (counters->catalog->solver[i] == solver)
            return &counters->solver[i];
    }
    return NULL;
}

void device_counters_note_batch(struct device_counters *counters,
                                const struct solver_ops *solver, size_t jobs,
                                size_t queries, uint64_t solve_us)
{
    struct solver_counters *of = find(counters, solver);

    atomic_fetch_add(&counters->batches, 1);
    atomic_fetch_add(&counters->queries, queries);
    atomic_fetch_add(&counters->busy_us, solve_us);
    if (!of)
        return;
    histogram_note(&of->solve_us, solve_us);
    histogram_note(&of->batch_jobs, jobs);
    histogram_note(&of->batch_queries, queries);
}

void device_counters_note_job(struct device_counters *counters,
                              const struct solver_ops *solver,
                              enum job_status status)
{
    struct solver_counters *of = find(counters, solver);

    atomic_fetch_add(&counters->jobs, 1);
    if (of)
        atomic_fetch_add_explicit(&of->jobs[status], 1, memory_order_relaxed);
}

/* The next batch reports a device that fails, not this function. */
void device_counters_poll_memory(struct device_counters *counters,
                                 const struct device *device, uint64_t now_us)
{
    uint64_t bytes = ENGINE_BYTES_UNKNOWN;

    if (!device->free_bytes || now_us < counters->poll_us)
        return;
    counters->poll_us = now_us + FREE_MEMORY_EVERY_US;
    device->free_bytes(device, &bytes, NULL);
    atomic_store_explicit(&counters->free_bytes, bytes, memory_order_relaxed);
}

void device_counters_read(const struct device_counters *counters,
                          struct engine_device_figures *figures)
{
    figures->jobs = atomic_load(&counters->jobs);
    figures->batches = atomic_load(&counters->batches);
    figures->queries = atomic_load(&counters->queries);
    figures->busy_us = atomic_load(&counters->busy_us);
    figures->turned_away =
        atomic_load_explicit(&counters->turned_away, memory_order_relaxed);
    figures->free_bytes =
        atomic_load_explicit(&counters->free_bytes, memory_order_relaxed);
    histogram_read(&counters->wait_us, &figures->wait_us);
}

/* False: the solver has not run there yet. */
static bool read_solver(const struct solver_counters *counters,
                        struct engine_solver_figures *figures)
{
    uint64_t jobs = 0;

    histogram_read(&counters->solve_us, &figures->solve_us);
    histogram_read(&counters->batch_jobs, &figures->batch_jobs);
    histogram_read(&counters->batch_queries, &figures->batch_queries);
    for (size_t i = 0; i < JOB_STATUS_COUNT; i++) {
        figures->jobs[i] =
            atomic_load_explicit(&counters->jobs[i], memory_order_relaxed);
        jobs += figures->jobs[i];
    }
    return jobs || figures->solve_us.count;
}

void device_counters_each_solver(
    const struct device_counters *counters, const struct device *device,
    void (*visit)(void *context, const struct engine_solver_figures *),
    void *context)
{
    struct engine_solver_figures figures = {.device = device};

    for (size_t i = 0; i < counters->catalog->count; i++) {
        figures.solver = counters->catalog->solver[i];
        if (read_solver(&counters->solver[i], &figures))
            visit(context, &figures);
    }
}
