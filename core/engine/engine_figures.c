/* engine_figures: how the engine is doing, for whoever watches it. */
#include <math.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/engine/engine_private.h"
#include "core/engine/worker.h"

/* Advice to clients stays within this. */
enum { RETRY_AFTER_MAX_S = 60 };

uint64_t engine_overdue_us(const struct engine *engine)
{
    uint64_t now_us = clock_now_us();
    uint64_t first_us = now_us;

    for (size_t i = 0; i < engine->crew_count; i++) {
        const struct crew *crew = &engine->crews[i];

        for (unsigned j = 0; j < crew->worker_count; j++) {
            uint64_t due_us = worker_due_us(&crew->workers[j]);

            if (due_us < first_us)
                first_us = due_us;
        }
    }
    return now_us - first_us;
}

unsigned engine_retry_after_s(struct engine *engine)
{
    double longest_us = 0;

    for (size_t i = 0; i < engine->crew_count; i++)
        longest_us = fmax(longest_us, crew_backlog_us(&engine->crews[i], 0));
    return (unsigned)fmin(longest_us / 1e6 + 1, RETRY_AFTER_MAX_S);
}

static uint64_t free_bytes(const struct crew *crew)
{
    return crew_in_use(crew) ? free_memory_read(&crew->free_memory)
                             : ENGINE_BYTES_UNKNOWN;
}

static void crew_figures(struct crew *crew,
                         struct engine_device_figures *ret_figures)
{
    *ret_figures = (struct engine_device_figures){
        .device = crew->device,
        .jobs = atomic_load(&crew->jobs),
        .batches = atomic_load(&crew->batches),
        .queries = atomic_load(&crew->queries),
        .busy_us = atomic_load(&crew->busy_us),
        .free_bytes = free_bytes(crew),
        .workers = crew->queue.workers,
        .queued = queue_length(&crew->queue),
        .queued_max = crew->queue.limit,
        .turned_away = atomic_load_explicit(&crew->counters.turned_away,
                                            memory_order_relaxed),
    };
    histogram_read(&crew->counters.wait_us, &ret_figures->wait_us);
    strcpy(ret_figures->failure, crew_failure(crew));
}

size_t engine_figures(struct engine *engine,
                      struct engine_device_figures *ret_figures,
                      size_t capacity)
{
    for (size_t i = 0; i < engine->crew_count && i < capacity; i++)
        crew_figures(&engine->crews[i], &ret_figures[i]);
    return engine->crew_count;
}

static void take_solvers(const struct crew *crew,
                         void (*take)(void *context,
                                      const struct engine_solver_figures *),
                         void *context)
{
    const struct crew_counters *counters = &crew->counters;
    struct engine_solver_figures figures = {.device = crew->device};

    for (size_t i = 0; i < counters->catalog->count; i++) {
        figures.solver = counters->catalog->solver[i];
        if (solver_counters_read(&counters->solver[i], &figures))
            take(context, &figures);
    }
}

void engine_each_solver(struct engine *engine,
                        void (*take)(void *context,
                                     const struct engine_solver_figures *),
                        void *context)
{
    for (size_t i = 0; i < engine->crew_count; i++)
        take_solvers(&engine->crews[i], take, context);
}
