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

/* Where a round counts. Rounds that are queued one behind the other count into
 * one word, which the last of them posts. */
struct round_count {
    struct host_word word; /* times that an arc lowered a label */
    bool last;
};

/* One round: relaxes every arc, in place. The one has a thread for each four
 * arcs, the other for each vertex. `block`: threads, a multiple of 32. */
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

/* What rounds leave for one another, in the device's memory. */
struct queue_state {
    unsigned long long sum;    /* of the labels of all that wait, as a round
                                  begins; kept for large_last alone */
    unsigned long long pushed; /* in this round: at the head << 32 | at the end
                                */
    uint32_t queue_head;       /* place of the head; runs freely */
    uint32_t waiting;
    uint32_t head_cost; /* label of the first that this round leaves; 0: none */
    uint32_t late;      /* in this round: sent to the end */
    uint32_t relaxed;   /* since the last word */
    uint32_t blocks;    /* that are done with this round */
};

/* All pointers are the device's. */
struct queue_arrays {
    struct search_arrays search;
    uint32_t *ring;  /* [mask + 1] place p lies in ring[p & mask] */
    uint32_t mask;   /* a power of two, at least vertex_count, minus 1 */
    uint32_t *waits; /* [(vertex_count + 31) / 32] a bit each: on the queue */
    uint32_t *taken; /* [window or vertex_count, whichever is less] what this
                        round took from the head */
    struct queue_state *state;
    uint32_t window; /* vertices that a round takes at most */
    bool small_first;
    bool large_last;
};

/* The words that end a phase. */
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

/* One round, in two launches; NULL: posts nothing. */
cudaError_t launch_queue_round(const struct queue_arrays *arrays,
                               const struct queue_words *words,
                               const struct queue_shape *shape,
                               cudaStream_t stream);

/* Rounds of one block alone, in one launch: ends after so many, when nothing
 * waits, or when a round would look at more vertices than `most`: at those of
 * the window, with large_last at all that wait. */
cudaError_t launch_queue_rounds(const struct queue_arrays *arrays,
                                const struct queue_words *words,
                                uint32_t rounds, uint32_t most,
                                unsigned threads, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
