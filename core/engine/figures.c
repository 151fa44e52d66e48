/* figures: counters of a device and its solvers. */
#include "core/engine/figures.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int device_counters_init(struct device_counters *counters,
                         const struct catalog *catalog)
{
    *counters = (struct device_counters){.catalog = catalog};
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

    if (of)
        atomic_fetch_add_explicit(&of->jobs[status], 1, memory_order_relaxed);
}

bool solver_counters_read(const struct solver_counters *counters,
                          struct engine_solver_figures *ret_figures)
{
    uint64_t jobs = 0;

    histogram_read(&counters->solve_us, &ret_figures->solve_us);
    histogram_read(&counters->batch_jobs, &ret_figures->batch_jobs);
    histogram_read(&counters->batch_queries, &ret_figures->batch_queries);
    for (size_t i = 0; i < JOB_STATUS_COUNT; i++) {
        ret_figures->jobs[i] =
            atomic_load_explicit(&counters->jobs[i], memory_order_relaxed);
        jobs += ret_figures->jobs[i];
    }
    return jobs || ret_figures->solve_us.count;
}

/* ---- Free memory --------------------------------------------------------- */

void free_memory_init(struct free_memory *memory)
{
    atomic_init(&memory->bytes, ENGINE_BYTES_UNKNOWN);
    memory->look_us = 0;
}

/* The next batch reports a device that fails, not this function. */
void free_memory_poll(struct free_memory *memory, const struct device *device,
                      uint64_t now_us)
{
    uint64_t bytes = ENGINE_BYTES_UNKNOWN;

    if (!device->free_bytes || now_us < memory->look_us)
        return;
    memory->look_us = now_us + FREE_MEMORY_EVERY_US;
    device->free_bytes(device, &bytes, NULL);
    atomic_store_explicit(&memory->bytes, bytes, memory_order_relaxed);
}

uint64_t free_memory_read(const struct free_memory *memory)
{
    return atomic_load_explicit(&memory->bytes, memory_order_relaxed);
}
