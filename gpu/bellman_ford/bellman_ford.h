/* bellman_ford: the kernels of bellman-ford and of bellman-ford-queue. */
#ifndef RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_H
#define RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_H

#include <stdbool.h>

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rounds over all arcs ---- */

/* The kernels of bellman-ford (bellman_ford.c). */

/* The vertex that each arc leaves. `tail`: [arc_count] */
cudaError_t launch_arc_tails(const struct search_arrays *arrays, uint32_t *tail,
                             cudaStream_t stream);

/* Where a round counts. Queued rounds share one word, which the last of them
 * posts. */
struct round_count {
    struct host_word word; /* how often an arc lowered a label */
    bool last;
};

/* One round: relaxes every arc, in place. The first has a thread for every four
 * arcs, the second one for every vertex. `block`: threads, a multiple of 32. */
cudaError_t launch_round_of_arcs(const struct search_arrays *arrays,
                                 const uint32_t *tail,
                                 const struct round_count *count,
                                 unsigned block, cudaStream_t stream);
cudaError_t launch_round_of_vertices(const struct search_arrays *arrays,
                                     const struct round_count *count,
                                     unsigned block, cudaStream_t stream);

/* ---- Rounds over a queue ---- */

/* The kernels of bellman-ford-queue (bellman_ford_queue.c).
 */

/* State that rounds pass on, in device memory. */
struct queue_state {
    unsigned long long sum;    /* of the labels on the queue when a round
                                  begins; maintained for large_last alone */
    unsigned long long pushed; /* in this round: at the head << 32 | at the end
                                */
    uint32_t queue_head;       /* position of the head; wraps around */
    uint32_t waiting;
    uint32_t head_cost; /* label of the first vertex that this round leaves; 0:
                           none */
    uint32_t late;      /* in this round: sent to the end */
    uint32_t relaxed;   /* since the last posted word */
    uint32_t blocks;    /* that have finished this round */
};

/* All pointers are device pointers. */
struct queue_arrays {
    struct search_arrays search;
    uint32_t *ring;  /* [mask + 1] position p is ring[p & mask] */
    uint32_t mask;   /* a power of two, at least vertex_count, minus 1 */
    uint32_t *waits; /* [(vertex_count + 31) / 32] a bit per vertex: on the
                        queue */
    uint32_t *taken; /* [min(window, vertex_count)] what this round took from
                        the head */
    struct queue_state *state;
    uint32_t window; /* most vertices that a round takes */
    bool small_first;
    bool large_last;
};

/* The words posted when a phase ends. */
struct queue_words {
    struct host_word waiting; /* vertices on the queue */
    struct host_word relaxed; /* vertices, since the last such word */
};

struct queue_shape {
    unsigned blocks;
    unsigned threads; /* in a block, a multiple of 32 */
};

/* The queue is ring[0, count); state and waits are zero. */
cudaError_t launch_queue_begin(const struct queue_arrays *arrays,
                               uint32_t count, cudaStream_t stream);

/* One round, in two launches. NULL words: posts nothing. */
cudaError_t launch_queue_round(const struct queue_arrays *arrays,
                               const struct queue_words *words,
                               const struct queue_shape *shape,
                               cudaStream_t stream);

/* Rounds of a single block, in one launch. It ends after `rounds`, when the
 * queue is empty, or when a round would visit more vertices than `most`: those
 * of the window or, with large_last, the whole queue. */
cudaError_t launch_queue_rounds(const struct queue_arrays *arrays,
                                const struct queue_words *words,
                                uint32_t rounds, uint32_t most,
                                unsigned threads, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
