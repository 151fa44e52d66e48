/* part_end: how a part of a job ends, and with the last part the job. */
#include "core/engine/part_end.h"

/* Which of the two reasons a cancel flag is due for. */
static enum job_status cancelled_status(const struct job *job)
{
    if (!job->cancel || atomic_load(&job->cancel->requested) ||
        !cancel_due(job->cancel))
        return JOB_CANCELLED;
    return JOB_LATE;
}

enum job_status part_solved_status(const struct part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        if (part_queries(part)[i]->status == QUERY_CANCELLED)
            return cancelled_status(part->job);
    }
    return JOB_DONE;
}

/* Whether this was the job's last part. */
static bool merge(const struct part *part, const struct part_end *end)
{
    struct job *job = part->job;

    if (job->status == JOB_DONE) {
        job->status = end->status;
        if (end->error)
            job->error = *end->error;
    }
    job->solve_us += end->solve_us;
    job->ended += part->count;
    return job->ended == job->query_count;
}

void part_end(struct crew *crew, const struct part *part,
              const struct part_end *end)
{
    struct job *job = part->job;
    bool shared = part->count < job->query_count;
    bool last;

    if (shared)
        pthread_mutex_lock(&crew->queue.lock);
    last = merge(part, end);
    if (shared)
        pthread_mutex_unlock(&crew->queue.lock);
    if (!last)
        return;
    atomic_fetch_add(&crew->jobs, 1);
    crew_counters_note_job(&crew->counters, job->solved_by, job->status);
    crew_lose_job(crew);
    job->done(job);
}

void part_end_idle(struct crew *crew, const struct part *part)
{
    struct part_end end = {.status = cancelled_status(part->job)};

    for (size_t i = 0; i < part->count; i++)
        part_queries(part)[i]->status = QUERY_CANCELLED;
    part_end(crew, part, &end);
}
