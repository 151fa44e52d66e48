/* admit: whether a job is worth queueing, or who asks is better told at once.
 */
#include "core/engine/admit.h"

#include "core/base/clock.h"
#include "core/base/plural.h"

static void count(struct crew *crew)
{
    atomic_fetch_add_explicit(&crew->counters.turned_away, 1,
                              memory_order_relaxed);
}

int admit_in_time(struct crew *crew, const struct job *job, struct error *error)
{
    uint64_t deadline_us = cancel_deadline_us(job->cancel);
    uint64_t now_us = clock_now_us();
    double wait_us = crew_backlog_us(crew, 0);
    double left_us;

    if (!deadline_us || job->continues)
        return 0;
    left_us = deadline_us > now_us ? (double)(deadline_us - now_us) : 0;
    /* The other half is for its own solving, and for guesses that were wrong.
     */
    if (wait_us <= left_us / 2)
        return 0;
    count(crew);
    return error_set(error, ENGINE_QUEUE_FULL,
                     "some %.0f ms of work wait for %s, and this may take "
                     "%.0f ms in all: try again later",
                     wait_us / 1e3, crew->device->name, left_us / 1e3);
}

int admit_refuse_full(struct crew *crew, struct error *error)
{
    size_t limit = crew->queue.limit;

    count(crew);
    return error_set(error, ENGINE_QUEUE_FULL,
                     "%zu %s for %s already: try again later", limit,
                     plural(limit, "question waits", "questions wait"),
                     crew->device->name);
}
