/* cells: a vertex's arcs in one sector of memory.
 *
 * A cell holds up to four arcs, each head beside its weight, so that four lanes
 * read a whole sector of 32 bytes, and no access to first_out comes before.
 * Vertices with more arcs say so, and theirs are read from the map. */
#ifndef RELAXD_GPU_FORMS_CELLS_H
#define RELAXD_GPU_FORMS_CELLS_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CELL_ARCS = 4, CELL_WORDS = 2 * CELL_ARCS };

/* For a head that no vertex has: the arcs are in the map. */
#define CELL_LONG UINT32_MAX

struct cell_arc {
    uint32_t head;   /* of the cell's first arc CELL_LONG: more than fit */
    uint32_t weight; /* COST_INFINITY where there is no arc */
};

struct cell {
    struct cell_arc arc[CELL_ARCS];
};

/* A cell for each vertex, from first_out, head and weight. */
cudaError_t launch_fill_cells(const struct search_arrays *arrays,
                              struct cell *cells, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
