/* strips: a long answer on its way from the workers to the client; inside the
 * service.
 *
 * The answer comes in strips, each solved as one job, in order. There are two
 * buffers: while the client reads one strip, a worker solves the next; strip i
 * is in buffer i % 2. With both buffers full the answer is idle, and no worker
 * waits for its reader. One thread at a time has the turn, and only it may
 * solve a strip or end the question: at first the thread that calls
 * strips_init(); then the one that calls strips_solved(), until the answer is
 * idle; then the client's, if strips_read() makes room, or the one that calls
 * strips_stop(). */
#ifndef RELAXD_SERVICE_STRIPS_H
#define RELAXD_SERVICE_STRIPS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/service/service.h"

struct strips {
    /* Submits the current strip, strips_current(), as a job; may be called on
     * the client's thread. Its failure ends the question. */
    enum outcome (*submit)(struct question *question);

    pthread_mutex_t lock; /* guards all below */
    size_t begun;         /* strips solved or being solved */
    size_t solved;
    size_t read;     /* by the client */
    size_t released; /* of those, how many it is done with */
    bool stopped;
    bool ended;
};

void strips_init(struct strips *strips,
                 enum outcome (*submit)(struct question *question));
void strips_finish(struct strips *strips);

/* For the thread with the turn: the index of the strip to solve next. */
static inline size_t strips_current(const struct strips *strips)
{
    return strips->begun - 1;
}

/* For the thread with the turn, once the question has its outcome and the
 * current strip is in its buffer: goes on with the next strip, leaves the
 * answer idle, or ends the question. */
void strips_solved(struct strips *strips, struct question *question,
                   bool is_last);

/* Client's thread: releases the strip read before, and may submit another.
 * False: none is solved yet; else *ret_index is the next to read. */
bool strips_read(struct strips *strips, struct question *question,
                 size_t *ret_index);

/* Any thread: begins no further strips. Ends the question if the answer is
 * idle. */
void strips_stop(struct strips *strips, struct question *question);

#endif
