/* cells: a vertex's arcs in one sector of memory.
 *
 * A cell holds up to four arcs, heads beside weights, so that two accesses of
 * 16 bytes in the same sector of 32 bring all of them, and no access to
 * first_out comes before. Vertices with more arcs say so, and theirs are read
 * from the map. */
#ifndef RELAXD_GPU_CELLS_H
#define RELAXD_GPU_CELLS_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CELL_ARCS = 4, CELL_WORDS = 2 * CELL_ARCS };

/* For a head that no vertex has: the arcs are in the map. */
#define CELL_LONG UINT32_MAX

struct cell {
    uint32_t head[CELL_ARCS];   /* head[0] CELL_LONG: more arcs than fit */
    uint32_t weight[CELL_ARCS]; /* COST_INFINITY where there is no arc */
};

/* A cell for each vertex, from first_out, head and weight. */
cudaError_t launch_fill_cells(const struct search_arrays *arrays,
                              struct cell *cells, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
