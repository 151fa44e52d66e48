/* pool: a few threads for work that would keep a loop thread too long: looking
 * for many places, guidance, drawing tiles, rendering.
 *
 * Tasks are taken in their order. Any thread may submit. A task is the
 * submitter's again once run() is called, so run() may free it. */
#ifndef RELAXD_BASE_POOL_H
#define RELAXD_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/histogram.h"

struct pool;

struct pool_task {
    void (*run)(struct pool_task *task); /* on a thread of the pool, once */
    struct pool_task *next;              /* the pool's */
    uint64_t submitted_us;               /* the pool's */
};

/* `threads` 0: one per core. `waiting_max` tasks may wait. Starts the threads,
 * named `name`-<index>, all signals blocked. 0 or a negative code with words.
 */
int pool_create(const char *name, unsigned threads, size_t waiting_max,
                struct pool **ret_pool, struct error *error);

/* False, and run() is never called: too many wait, or it is being destroyed. */
bool pool_submit(struct pool *pool, struct pool_task *task);

struct pool_figures {
    unsigned threads;
    size_t waiting; /* tasks, now */
    size_t waiting_max;
    uint64_t turned_away;             /* tasks, ever: too many waited */
    struct histogram_figures wait_us; /* of each task that was begun */
    struct histogram_figures run_us;  /* of each that is through */
};

/* Any thread. */
void pool_read(struct pool *pool, struct pool_figures *ret_figures);

/* Runs what was admitted, ends the threads, frees. NULL is fine. */
void pool_destroy(struct pool *pool);

#endif
