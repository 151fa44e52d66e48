/* fifo: a ring of vertices to visit, each in it at most once: the queue of
 * plain searches. Aborts when memory is short. */
#ifndef RELAXD_TESTS_SOLVER_FIFO_H
#define RELAXD_TESTS_SOLVER_FIFO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"

struct fifo {
    uint32_t *vertex; /* [capacity] */
    bool *waits;      /* [capacity] by vertex */
    uint32_t capacity;
    uint32_t first;
    uint32_t count;
};

static inline void fifo_init(struct fifo *fifo, uint32_t capacity)
{
    *fifo = (struct fifo){
        .vertex = array_alloc(capacity, sizeof(*fifo->vertex)),
        .waits = array_zero(capacity, sizeof(*fifo->waits)),
        .capacity = capacity,
    };
    if (!fifo->vertex || !fifo->waits)
        abort();
}

static inline void fifo_finish(struct fifo *fifo)
{
    free(fifo->vertex);
    free(fifo->waits);
}

static inline void fifo_push(struct fifo *fifo, uint32_t vertex)
{
    if (fifo->waits[vertex])
        return;
    fifo->waits[vertex] = true;
    fifo->vertex[((uint64_t)fifo->first + fifo->count++) % fifo->capacity] =
        vertex;
}

static inline uint32_t fifo_pop(struct fifo *fifo)
{
    uint32_t vertex = fifo->vertex[fifo->first];

    fifo->first = (fifo->first + 1) % fifo->capacity;
    fifo->count--;
    fifo->waits[vertex] = false;
    return vertex;
}

#endif
