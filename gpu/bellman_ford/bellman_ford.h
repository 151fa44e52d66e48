/* bellman_ford: the kernels of bellman-ford (bellman_ford.c). */
#ifndef RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_H
#define RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_H

#include <stdbool.h>

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
