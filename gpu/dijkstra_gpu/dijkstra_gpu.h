/* dijkstra_gpu: the kernel of dijkstra-gpu (dijkstra_gpu.c). */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_DIJKSTRA_GPU_H
#define RELAXD_GPU_DIJKSTRA_GPU_DIJKSTRA_GPU_H

#include <stdbool.h>

#include "gpu/dijkstra_gpu/extract_min.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

struct settle_arrays {
    struct search_arrays search;
    uint32_t *open; /* [vertex_count] (Q) the labels of vertices that are not
                       settled, COST_INFINITY at those that are */
    struct extraction *extraction;
};

/* One step: settles the least open vertex and relaxes its arcs; does nothing
 * where none is open. Steps that are queued one behind the other count into one
 * word, which the one with `last` posts: vertices settled. `block`: threads, a
 * multiple of 32. */
cudaError_t launch_settle(const struct settle_arrays *arrays,
                          const struct host_word *word, bool last,
                          unsigned block, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
