/* init: panels that hold only original arcs.
 *
 * All words infinite, diagonals 0, then the least of the arcs that share an
 * entry, taken by the first thread of their run. Arcs are sorted by entry, so
 * no atomic is needed. The only random access is one read of a weight for each
 * arc, and on an ordered map those of a supernode are close together.
 *
 * Launch: a thread for every four words, vertex and arc. Bytes: 4 for each word
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
                     arrays.first_upward[node + 1] - arrays.first_upward[node];

        basic[arrays.first_panel[node] + i * f + i] = 0;
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

/* Up to so many fronts travel as kernel arguments, without a copy before. */
enum { FEW_FRONTS = 960 };
struct few_fronts {
    uint32_t front[FEW_FRONTS];
};

static __device__ __forceinline__ void
expect_front(const struct cch_listing &listing, uint32_t i, uint32_t listed)
{
    if (i < CCH_TEAMS)
        listing.tickets[i] = 0;
    if (i < listing.count)
        listing.expected[listed & ~CCH_SEEDED] = listing.epoch;
}

static __global__ void expect_kernel(struct cch_listing listing)
{
    uint32_t i = thread_index();

    expect_front(listing, i, i < listing.count ? listing.list[i] : 0);
}

static __global__ void expect_few_kernel(struct cch_listing listing,
                                         struct few_fronts few)
{
    uint32_t i = thread_index();
    uint32_t listed = i < listing.count ? few.front[i] : 0;

    if (i < listing.count)
        listing.list[i] = listed;
    expect_front(listing, i, listed);
}

static_assert((int)SMALL_BLOCK >= (int)CCH_TEAMS,
              "the first block clears all tickets");

cudaError_t launch_cch_list(const struct cch_listing *listing,
                            cudaStream_t stream)
{
    unsigned blocks = grid_for(listing->count, SMALL_BLOCK);
    struct few_fronts few;
    cudaError_t status;

    if (listing->count <= FEW_FRONTS) {
        for (uint32_t i = 0; i < FEW_FRONTS; i++)
            few.front[i] = i < listing->count ? listing->from[i] : 0;
        expect_few_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*listing, few);
        return cudaGetLastError();
    }
    status = cudaMemcpyAsync(listing->list, listing->from,
                             listing->count * sizeof(*listing->list),
                             cudaMemcpyHostToDevice, stream);
    if (status != cudaSuccess)
        return status;
    expect_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*listing);
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
