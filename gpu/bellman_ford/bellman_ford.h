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

/* One round: relaxes every arc, in place. The first has a thread for every four
 * arcs, the second one for every vertex. Queued rounds share one word (how
 * often an arc lowered a label), which the round with `last` posts. `block`:
 * threads, a multiple of 32. */
cudaError_t launch_round_of_arcs(const struct search_arrays *arrays,
                                 const uint32_t *tail,
                                 const struct host_word *word, bool last,
                                 unsigned block, cudaStream_t stream);
cudaError_t launch_round_of_vertices(const struct search_arrays *arrays,
                                     const struct host_word *word, bool last,
                                     unsigned block, cudaStream_t stream);

/* ---- Rounds over a queue ---- */

/* The kernels of bellman-ford-queue (bellman_ford_queue.c). */

/* Bytes of the state that rounds pass on in device memory. */
enum { QUEUE_STATE_BYTES = 40 };

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

/* The queue is ring[0, count); state and waits are zero. */
cudaError_t launch_queue_begin(const struct queue_arrays *arrays,
                               uint32_t count, cudaStream_t stream);

/* One round, in two launches. Words, where not NULL: vertices on the queue; and
 * vertices relaxed since the last such word. */
cudaError_t launch_queue_round(const struct queue_arrays *arrays,
                               const struct host_word words[2],
                               const struct kernel_grid *grid,
                               cudaStream_t stream);

/* Rounds of a single block, in one launch. It ends after `rounds`, when the
 * queue is empty, or when a round would visit more vertices than `most`: those
 * of the window or, with large_last, the whole queue. */
cudaError_t launch_queue_rounds(const struct queue_arrays *arrays,
                                const struct host_word words[2],
                                uint32_t rounds, uint32_t most,
                                unsigned threads, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
