/* queue: the jobs that wait for one device, and how batches form from them.
 *
 * Bounded where jobs come in, first in first out. A worker takes the oldest job
 * and, where the solver gains by it, all others that fit into one batch. A job
 * of many queries is taken in parts, by any number of workers; what is left of
 * it goes to the back, so that the short jobs behind it need not wait for all
 * of it. On the CPU a part takes about 20 ms (batch_limit.h); of several such
 * long jobs a worker stays with one for about a second.
 *
 * A job whose deadline passed is ended by the worker that takes it. Where all
 * jobs are given the same time, as the service gives them, whatever runs or
 * waits before a job is due no later than the job itself, and each solver looks
 * at its cancel flag: so it ends within about a flag's look of its deadline,
 * however long the queue. Only jobs that a failed device hands over, and those
 * that continue an answer, may stand behind younger ones, and a batch
 * (SOLVER_MANY_SOURCES) may hold some.
 *
 * Between the taking of its first part and the end of its last, a job's fields
 * `claimed`, `ended`, `status`, `error` and `solve_us` are guarded by the
 * queue's lock, unless one part is the whole job. */
#ifndef RELAXD_ENGINE_QUEUE_H
#define RELAXD_ENGINE_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/engine/engine.h"
#include "core/engine/part_pace.h"

struct queue {
    size_t limit;     /* jobs that may wait */
    size_t batch_max; /* queries in one batch */
    unsigned workers; /* that take from it */

    pthread_mutex_t lock; /* guards all below, and jobs as said above */
    pthread_cond_t news;  /* for workers: a job, an alarm, the end */
    struct job *first;
    struct job **end; /* where the next one is hung */
    size_t length;
    unsigned idle;   /* workers waiting for news */
    unsigned alarms; /* counts up */
    bool refusing;   /* no more jobs from outside */
    bool ended;      /* workers leave once it is empty */
};

/* Queries [first, first + count) of a job. */
struct part {
    struct job *job;
    size_t first;
    size_t count;
    bool idle;    /* not worth solving: the job is cancelled, late or failed */
    bool written; /* the worker's: a sink of it has seen labels */
};

static inline struct query **part_queries(const struct part *part)
{
    return part->job->queries + part->first;
}

/* What one worker took; reused from take to take. */
struct take {
    struct part *parts; /* [part_count], room for the queue's batch_max */
    size_t part_count;
    unsigned alarms_seen;
    const struct job *own; /* the long job taken from last; may be gone, and
                              another be there: see own_targets */
    uint32_t own_targets;  /* of each of its queries */
    enum query_output own_output;
    const struct map_entry *own_map;
    uint64_t own_since_us; /* when it was another */
    struct part_pace own_pace;
};

enum queue_news {
    QUEUE_BATCH, /* the take is filled, all parts for one solver, its settings
                    and map */
    QUEUE_ALARM, /* queue_alarm() was called since this worker's last take */
    QUEUE_ENDED,
};

void queue_init(struct queue *queue, size_t limit, size_t batch_max,
                unsigned workers);
void queue_finish(struct queue *queue);

int take_init(struct take *take, const struct queue *queue); /* or -ENOMEM */
void take_finish(struct take *take);

/* 0, ENGINE_QUEUE_FULL or ENGINE_STOPPING. The job may be through before this
 * returns. Needs solved_by, submitted_us, `claimed` and `ended` set. One that
 * `continues` is refused only where no worker may be left. */
int queue_push(struct queue *queue, struct job *job);

/* For a job that was admitted already: beyond the limit, while refusing. */
void queue_push_again(struct queue *queue, struct job *job);

/* Waits for news. */
enum queue_news queue_take(struct queue *queue, struct take *take);

/* How long a part, alone in its batch, took to solve; before it ends. */
void take_note_time(struct take *take, const struct part *part,
                    uint64_t solve_us);

/* Takes what is left of a job out of the queue, where it is in it. */
void queue_withdraw(struct queue *queue, struct job *job);

/* Every worker gets QUEUE_ALARM once. */
void queue_alarm(struct queue *queue);

void queue_refuse(struct queue *queue);
void queue_end(struct queue *queue);
size_t queue_length(struct queue *queue);

#endif
