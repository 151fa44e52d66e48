/* form_kernels: fills cells, and writes changed weights to a form's places. */
#include "core/graph/cost.h"
#include "gpu/block.cuh"
#include "gpu/forms/form_kernels.h"

/* ---- Cells ---- */

/* A vertex's arcs in one sector of memory.
 *
 * Launch: a thread a vertex. */

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

/* ---- Changed weights ---- */

/* Writes changed weights to the places of a map's form.
 *
 * By head an arc is found without a table of positions: its row is its head's,
 * and the arcs of a row ascend, so a binary search of 2 or 3 loads finds it on
 * a road map.
 *
 * Launch: a thread a change. Memory: none of its own. */

/* The position of `arc` in the order of heads; `first` is its row's. */
static __device__ __forceinline__ uint32_t
find_by_head(const struct weight_places &places, uint32_t arc, uint32_t first,
             uint32_t end)
{
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;

        if (places.arc[middle] <= arc)
            first = middle;
        else
            end = middle;
    }
    return first;
}

static __device__ __forceinline__ void
change_by_head(const struct weight_places &places,
               const struct changed_weight &changed)
{
    uint32_t row = places.head[changed.arc];
    uint32_t first = places.first_in[row];
    uint32_t at =
        find_by_head(places, changed.arc, first, places.first_in[row + 1]);
    uint64_t place =
        places.slot_stride ? (at - first) * places.slot_stride + row : at;

    places.by_head[place] = changed.weight;
}

static __device__ __forceinline__ void
change_weight(const struct weight_places &places,
              const struct changed_weight &changed)
{
    places.weight[changed.arc] = changed.weight;
    if (places.by_head)
        change_by_head(places, changed);
}

static __global__ void change_kernel(struct weight_places places,
                                     const struct changed_weight *changed,
                                     uint32_t count)
{
    uint32_t i = thread_index();

    if (i < count)
        change_weight(places, changed[i]);
}

struct few_changes {
    struct changed_weight changed[CHANGES_FEW];
};

static __global__ void change_few_kernel(struct weight_places places,
                                         struct few_changes few, uint32_t count)
{
    uint32_t i = thread_index();

    if (i < count)
        change_weight(places, few.changed[i]);
}

cudaError_t launch_change_weights(const struct weight_places *places,
                                  const struct changed_weight *changed,
                                  uint32_t count, struct changed_weight *buffer,
                                  cudaStream_t stream)
{
    unsigned blocks = grid_for(count, SMALL_BLOCK);
    struct few_changes few;
    cudaError_t status;

    if (count <= CHANGES_FEW) {
        for (uint32_t i = 0; i < CHANGES_FEW; i++)
            few.changed[i] = changed[i < count ? i : 0];
        change_few_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*places, few,
                                                              count);
        return cudaGetLastError();
    }
    status = cudaMemcpyAsync(buffer, changed, count * sizeof(*changed),
                             cudaMemcpyHostToDevice, stream);
    if (status != cudaSuccess)
        return status;
    change_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*places, buffer, count);
    return cudaGetLastError();
}
