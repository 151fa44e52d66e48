/* pool: a few threads for work that would block a loop thread too long:
 * snapping many positions, guidance, drawing tiles, rendering.
 *
 * The pool starts tasks in order of submission. Any thread may submit. The pool
 * no longer touches a task once it has called run(), so run() may free it. */
#ifndef RELAXD_BASE_POOL_H
#define RELAXD_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/histogram.h"

struct pool;

struct pool_task {
    void (*run)(struct pool_task *task); /* called on a pool thread, once */
    struct pool_task *next;              /* the pool's */
    uint64_t submitted_us;               /* the pool's */
};

/* `threads` 0: one per core. At most `waiting_max` tasks may wait. Starts the
 * threads, named `name`-<index>, with all signals blocked. 0 or a negative code
 * with a message. */
int pool_create(const char *name, unsigned threads, size_t waiting_max,
                struct pool **ret_pool, struct error *error);

/* False if too many tasks wait or the pool is being destroyed; run() is then
 * never called. */
bool pool_submit(struct pool *pool, struct pool_task *task);

struct pool_figures {
    unsigned threads;
    size_t waiting; /* tasks, now */
    size_t waiting_max;
    uint64_t turned_away;             /* tasks refused so far: too many
                                         waited */
    struct histogram_figures wait_us; /* of each task that has started */
    struct histogram_figures run_us;  /* of each task that has ended */
};

/* Any thread. */
void pool_read(struct pool *pool, struct pool_figures *ret_figures);

/* Runs all admitted tasks, ends the threads, frees. NULL is fine. */
void pool_destroy(struct pool *pool);

#endif
