/* device_queue: one device, the jobs that wait for it, and how batches form.
 *
 * First in, first out, with a bound on new jobs. A worker takes the oldest job
 * and, if the solver gains by it, all others that fit into one batch; every
 * other time it takes the oldest short job, one that should need an eighth of a
 * batch's time or is a single query. A spare worker takes nothing else, and
 * only while no other is idle. Workers
 * take a job of many queries in ranges, several workers at once; the rest goes
 * to the back, so that short jobs behind it do not wait for all of it. On the
 * CPU a range takes about 20 ms (batch_sizer.h); among several such long jobs a
 * worker stays with one for about a second.
 *
 * The worker that takes a job past its deadline ends it. If all jobs get the
 * same time, as the service gives them, everything that runs or waits ahead of
 * a job is due no later than the job itself, and each solver polls its cancel
 * flag. So the job ends within about one poll of its deadline, however long the
 * queue. Short jobs, jobs that a failed device hands over, and those that
 * continue an answer may be solved before older ones; at most every other batch
 * is of the first kind.
 *
 * From the moment a worker takes a job's first range until its last range ends,
 * the queue's lock guards the job's fields `claimed`, `ended`, `status`,
 * `error` and `solve_us`, unless one range is the whole job. */
#ifndef RELAXD_ENGINE_DEVICE_QUEUE_H
#define RELAXD_ENGINE_DEVICE_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/engine/batch_sizer.h"
#include "core/engine/engine.h"
#include "core/engine/figures.h"

struct worker;

struct device_queue {
    const struct device *device;
    size_t limit;            /* jobs that may wait */
    size_t batch_max;        /* queries per batch */
    unsigned worker_count;   /* that serve this queue */
    unsigned spare_count;    /* 0, or 1: another worker, which takes a short job
                                when no other is idle */
    struct worker **workers; /* [worker_count + spare_count], the first
                                `started` run; the engine owns them */
    unsigned started;

    pthread_mutex_t lock; /* guards from here to `ended`, and jobs as above */
    pthread_cond_t news;  /* wakes workers: any of enum queue_news */
    pthread_cond_t spare_news; /* the same for the spare one */
    struct job *first;
    struct job **end; /* where to append the next job */
    size_t length;
    unsigned idle;        /* workers waiting on `news` */
    unsigned trims;       /* counts up, as does the next */
    unsigned retirements; /* of maps and weights */
    bool refusing;        /* refuses new jobs */
    bool ended;           /* workers exit once it is empty */

    atomic_bool out_of_use; /* permanent; `failure` is written before */
    struct error failure;

    atomic_ullong recent_ns; /* mean time of each job of a recent batch */
    atomic_size_t load;      /* jobs that wait or run now */
    struct device_counters counters;
};

/* The options that a job sets for its solver; all jobs of a batch or workspace
 * have the same. A copy. */
struct job_settings {
    struct solver_setting item[JOB_SETTINGS_MAX]; /* [count] */
    size_t count;
};

/* The job's settings for the solver that answers it: none if another stands in
 * for the job's solver. */
struct job_settings job_settings_of(const struct job *job);

/* The same settings in the same order. */
bool job_settings_equal(const struct job_settings *a,
                        const struct job_settings *b);

/* Queries [first, first + count) of a job. */
struct job_range {
    struct job *job;
    size_t first;
    size_t count;
    bool idle;    /* not worth solving: cancelled, late or failed */
    bool written; /* the worker's: one of its sinks has received labels */
};

static inline struct query **range_queries(const struct job_range *range)
{
    return range->job->queries + range->first;
}

/* What one worker took; it owns the array, and reuses this for every batch. */
struct job_batch {
    struct job_range *ranges; /* [range_count], room for batch_max */
    size_t range_count;
    bool is_spare;  /* of the spare worker */
    bool was_short; /* its first job */
    unsigned trims_seen;
    unsigned retirements_seen;

    /* The long job taken from last. It may have been freed and its address
     * reused, so the kind of its queries is kept, too. */
    const struct job *long_job;
    uint32_t long_targets; /* of each of its queries */
    enum query_output long_output;
    const struct map_entry *long_map;
    uint64_t long_since_us; /* when the worker switched to it */
    struct batch_sizer sizer;
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int device_queue_init(struct device_queue *queue, const struct device *device,
                      const struct engine_settings *settings,
                      unsigned worker_count, unsigned spare_count,
                      const struct catalog *catalog);
void device_queue_finish(struct device_queue *queue);

/* 0, ENGINE_QUEUE_FULL or ENGINE_STOPPING. The job may be done before this
 * returns. Set solved_by, submitted_us, `claimed` and `ended` before. A job
 * that `continues` is refused only if no worker may be left. */
int device_queue_push(struct device_queue *queue, struct job *job);

/* For a job already admitted: ignores the limit and `refusing`. */
void device_queue_push_again(struct device_queue *queue, struct job *job);

enum queue_news {
    QUEUE_BATCH, /* the batch is filled, all ranges for one solver, its settings
                    and map */
    QUEUE_TRIM,  /* device_queue_trim() was called since this worker's last
                    call */
    QUEUE_RETIRED, /* the same of device_queue_note_retired() */
    QUEUE_ENDED,
};

/* Waits for work. */
enum queue_news device_queue_next(struct device_queue *queue,
                                  struct job_batch *batch);

/* How long a range, alone in its batch, took to solve; call before it ends. */
void job_batch_note_time(struct job_batch *batch, const struct job_range *range,
                         uint64_t solve_us);

/* Removes the rest of a job from the queue, if it is there. */
void device_queue_withdraw(struct device_queue *queue, struct job *job);

/* Every worker gets QUEUE_TRIM once. */
void device_queue_trim(struct device_queue *queue);

/* Every worker gets QUEUE_RETIRED once, or QUEUE_TRIM. */
void device_queue_note_retired(struct device_queue *queue);

void device_queue_refuse(struct device_queue *queue);
void device_queue_end(struct device_queue *queue);
size_t device_queue_length(struct device_queue *queue);

/* Only for queues of one worker, and called by it. */
void device_queue_fail(struct device_queue *queue, const struct error *failure);
bool device_queue_in_use(const struct device_queue *queue);

/* Why the device is out of use; empty: it is in use. Any thread. */
const char *device_queue_failure(const struct device_queue *queue);

/* For the backlog's estimate: how long a batch shared by `jobs` took. */
void device_queue_note_batch(struct device_queue *queue, size_t jobs,
                             uint64_t busy_us);

/* Counts a pushed job out: before its done(), so that a caller that submits
 * more from there finds a free slot. */
void device_queue_lose_job(struct device_queue *queue);

/* Jobs that wait or run. */
size_t device_queue_load(const struct device_queue *queue);

/* How long a new job waits for its turn, estimated from the recent time per
 * job; `guess_us` per job until one has ended. */
double device_queue_backlog_us(const struct device_queue *queue,
                               double guess_us);

#endif
