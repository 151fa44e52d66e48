/* crew: one device, the queue in front of it, and the workers that serve it. */
#include "core/engine/crew.h"

void crew_fail(struct crew *crew, const struct error *failure)
{
    if (!crew_in_use(crew))
        return;
    crew->failure = *failure;
    atomic_store_explicit(&crew->out_of_use, true, memory_order_release);
}

bool crew_in_use(const struct crew *crew)
{
    return !atomic_load_explicit(&crew->out_of_use, memory_order_acquire);
}

const char *crew_failure(const struct crew *crew)
{
    return crew_in_use(crew) ? "" : crew->failure.text;
}

void crew_count_batch(struct crew *crew, size_t jobs, size_t queries,
                      uint64_t busy_us)
{
    uint64_t recent_ns = atomic_load(&crew->recent_ns);
    uint64_t each_ns = busy_us * 1000 / jobs;

    atomic_fetch_add(&crew->batches, 1);
    atomic_fetch_add(&crew->queries, queries);
    atomic_fetch_add(&crew->busy_us, busy_us);
    /* Two workers at once may lose one sample: it is an estimate. */
    atomic_store(&crew->recent_ns,
                 recent_ns ? (recent_ns * 15 + each_ns) / 16 : each_ns);
}

void crew_gain_job(struct crew *crew)
{
    atomic_fetch_add(&crew->load, 1);
}

void crew_lose_job(struct crew *crew)
{
    atomic_fetch_sub(&crew->load, 1);
}

size_t crew_load(const struct crew *crew)
{
    return atomic_load(&crew->load);
}

double crew_backlog_us(const struct crew *crew, double guess_us)
{
    size_t load = crew_load(crew);
    uint64_t recent_ns = atomic_load(&crew->recent_ns);
    size_t ahead;

    if (load < crew->queue.workers)
        return 0;
    ahead = load - crew->queue.workers + 1;
    return (double)ahead * (recent_ns ? (double)recent_ns / 1e3 : guess_us) /
           crew->queue.workers;
}
