/* init: panels with no more than original arcs.
 *
 * All words infinite, diagonals 0, then the least of the arcs that share an
 * entry: the first thread of their run takes it. Arcs are sorted by entry, so
 * that no atomic is needed; what is random is one read of a weight for each,
 * and on an ordered map those of a supernode lie near each other.
 *
 * Launch: a thread for each four words, vertex and arc. Bytes: 4 for each word
 * of panels, 12 read and 4 written for each arc. */
#include "gpu/block.cuh"
#include "gpu/cch/customize.h"

#include "core/graph/cost.h"

static __global__ void diagonal_kernel(struct cch_arrays arrays,
                                       uint32_t *basic)
{
    uint32_t v = thread_index();

    if (v < arrays.vertex_count) {
        uint32_t node = arrays.supernode[v];
        uint32_t i = v - arrays.first_vertex[node];
        uint64_t f = arrays.first_vertex[node + 1] - arrays.first_vertex[node] +
                     arrays.first_upper[node + 1] - arrays.first_upper[node];

        basic[arrays.first_entry[node] + i * f + i] = 0;
    }
}

static __global__ void arcs_kernel(struct cch_arrays arrays,
                                   const uint32_t *weight, uint32_t *basic)
{
    uint32_t i = thread_index();
    uint32_t least;
    uint64_t entry;

    if (i >= arrays.placed_count)
        return;
    entry = arrays.entry[i];
    if (i > 0 && arrays.entry[i - 1] == entry)
        return;
    least = weight[arrays.arc_by_slot[i]];
    while (++i < arrays.placed_count && arrays.entry[i] == entry)
        least = min(least, weight[arrays.arc_by_slot[i]]);
    basic[entry] = least;
}

static __global__ void expect_kernel(const uint32_t *list, uint32_t count,
                                     uint32_t *expected, uint32_t epoch)
{
    uint32_t i = thread_index();

    if (i < count)
        expected[list[i] & ~CCH_SEEDED] = epoch;
}

cudaError_t launch_cch_expect(const uint32_t *list, uint32_t count,
                              uint32_t *expected, uint32_t epoch,
                              cudaStream_t stream)
{
    expect_kernel<<<grid_for(count, SMALL_BLOCK), SMALL_BLOCK, 0, stream>>>(
        list, count, expected, epoch);
    return cudaGetLastError();
}

cudaError_t launch_cch_clear(const struct cch_arrays *arrays,
                             const struct cch_panels *panels,
                             cudaStream_t stream)
{
    cudaError_t status = cudaMemsetAsync(
        panels->basic, 0xff, panels->panel_words * sizeof(uint32_t), stream);

    if (status != cudaSuccess)
        return status;
    diagonal_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                      stream>>>(*arrays, panels->basic);
    return cudaGetLastError();
}

cudaError_t launch_cch_arcs(const struct cch_arrays *arrays,
                            const uint32_t *weight,
                            const struct cch_panels *panels,
                            cudaStream_t stream)
{
    arcs_kernel<<<grid_for(arrays->placed_count, MAP_BLOCK), MAP_BLOCK, 0,
                  stream>>>(*arrays, weight, panels->basic);
    return cudaGetLastError();
}

cudaError_t cch_shared_bytes(uint32_t *ret_bytes)
{
    int device;
    int bytes = 0;
    cudaError_t status = cudaGetDevice(&device);

    if (status == cudaSuccess)
        status = cudaDeviceGetAttribute(
            &bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (status == cudaSuccess)
        *ret_bytes = (uint32_t)bytes - CCH_FIXED_BYTES;
    return status;
}
