/* cells: a vertex's arcs in one sector of memory.
 *
 * Launch: a thread a vertex. */
#include "gpu/block.cuh"
#include "gpu/forms/cells.h"

#include "core/graph/cost.h"

static __global__ void fill_cells_kernel(struct search_arrays arrays,
                                         struct cell *cells)
{
    uint32_t v = thread_index();
    uint32_t first;
    uint32_t count;
    struct cell cell;

    if (v >= arrays.vertex_count)
        return;
    first = arrays.first_out[v];
    count = arrays.first_out[v + 1] - first;
    for (uint32_t i = 0; i < CELL_ARCS; i++) {
        bool there = count <= CELL_ARCS && i < count;

        cell.arc[i].head = there ? arrays.head[first + i] : 0;
        cell.arc[i].weight = there ? arrays.weight[first + i] : COST_INFINITY;
    }
    if (count > CELL_ARCS)
        cell.arc[0].head = CELL_LONG;
    cells[v] = cell;
}

cudaError_t launch_fill_cells(const struct search_arrays *arrays,
                              struct cell *cells, cudaStream_t stream)
{
    fill_cells_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                        stream>>>(*arrays, cells);
    return cudaGetLastError();
}
