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
#include "gpu/cch/front.cuh"

#include "core/graph/cost.h"

static __global__ void diagonal_kernel(struct cch_arrays arrays,
                                       uint32_t *basic)
{
    uint32_t v = thread_index();

    if (v < arrays.vertex_count)
        basic[diagonal_word(arrays, v)] = 0;
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
enum { FEW_FRONTS = 928 };
struct few_fronts {
    uint32_t front[FEW_FRONTS];
};

static __device__ __forceinline__ void expect_front(const struct cch_work &work,
                                                    uint32_t i, uint32_t listed)
{
    if (i < CCH_TEAMS)
        work.tickets[i] = 0;
    if (i < work.count)
        work.expected[listed & ~CCH_SEEDED] = work.epoch;
}

static __global__ void expect_kernel(struct cch_work work)
{
    uint32_t i = thread_index();

    expect_front(work, i, i < work.count ? work.list[i] : 0);
}

static __global__ void expect_few_kernel(struct cch_work work,
                                         struct few_fronts few)
{
    uint32_t i = thread_index();
    uint32_t listed = i < work.count ? few.front[i] : 0;

    if (i < work.count)
        work.list[i] = listed;
    expect_front(work, i, listed);
}

static_assert((int)SMALL_BLOCK >= (int)CCH_TEAMS,
              "the first block clears all tickets");
static_assert(sizeof(struct cch_work) + sizeof(struct few_fronts) <= 4096,
              "the most that arguments may take");

cudaError_t launch_cch_list(const struct cch_work *work, const uint32_t *from,
                            cudaStream_t stream)
{
    unsigned blocks = grid_for(work->count, SMALL_BLOCK);
    struct few_fronts few;
    cudaError_t status;

    if (work->count <= FEW_FRONTS) {
        for (uint32_t i = 0; i < FEW_FRONTS; i++)
            few.front[i] = i < work->count ? from[i] : 0;
        expect_few_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*work, few);
        return cudaGetLastError();
    }
    status = cudaMemcpyAsync(work->list, from, work->count * sizeof(*from),
                             cudaMemcpyHostToDevice, stream);
    if (status != cudaSuccess)
        return status;
    expect_kernel<<<blocks, SMALL_BLOCK, 0, stream>>>(*work);
    return cudaGetLastError();
}

cudaError_t launch_cch_arcs(const struct cch_work *work, cudaStream_t stream)
{
    const struct cch_arrays &arrays = work->arrays;
    const struct cch_panels &panels = work->panels;
    cudaError_t status = cudaMemsetAsync(
        panels.basic, 0xff, panels.panel_words * sizeof(uint32_t), stream);

    if (status != cudaSuccess)
        return status;
    diagonal_kernel<<<grid_for(arrays.vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                      stream>>>(arrays, panels.basic);
    arcs_kernel<<<grid_for(arrays.placed_count, MAP_BLOCK), MAP_BLOCK, 0,
                  stream>>>(arrays, work->weight, panels.basic);
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
