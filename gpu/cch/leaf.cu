/* leaf: the smallest fronts, which wait for no child.
 *
 * They are most of all supernodes: seven of ten of New York's are leaves with a
 * vertex or two and at most CCH_QUARTER_FRONT in front. Eliminated, closed and
 * stored at one go. Long words (sums.cuh) make the whole warp do its fronts
 * again. */
#include "gpu/block.cuh"
#include "gpu/cch/columns.cuh"

enum { LANES = CCH_QUARTER_FRONT, LEAF_BLOCK = 128 };

typedef struct columns<LANES> leaf;

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS>
static __device__ bool take_leaf(leaf closed, const struct cch_front &front,
                                 const struct cch_panels &panels)
{
    bool was_long = load<SUMS>(&closed, panels.basic + front.panel);
    leaf basic;

    eliminate<SUMS>(&closed);
    basic = closed;
    close<SUMS>(&closed);
    was_long |= is_long<SUMS>(basic) || is_long<SUMS>(closed);
    if (__any_sync(~0u, was_long))
        return false;
    store<SUMS>(basic, panels.basic + front.panel);
    store_schur<SUMS>(basic, panels.schur + front.schur);
    store<SUMS>(closed, panels.closed + front.panel);
    return true;
}

static __global__ void __launch_bounds__(LEAF_BLOCK)
    leaf_kernel(const struct cch_front *fronts, uint32_t count,
                struct cch_panels panels)
{
    uint32_t i = thread_index() / LANES;
    struct cch_front front = fronts[min(i, count - 1)];
    leaf own;

    own.lane = threadIdx.x % LANES;
    own.size = i < count ? front.size : 0;
    own.front = i < count ? front.size + front.uppers : 0;
    own.size_max = most_of_warp<LANES>(own.size);
    if (!take_leaf<SUMS_SHORT>(own, front, panels))
        take_leaf<SUMS_EXACT>(own, front, panels);
}

cudaError_t launch_cch_leaves(const struct cch_front *fronts, uint32_t count,
                              const struct cch_panels *panels,
                              cudaStream_t stream)
{
    if (!count)
        return cudaSuccess;
    leaf_kernel<<<grid_for(count * LANES, LEAF_BLOCK), LEAF_BLOCK, 0, stream>>>(
        fronts, count, *panels);
    return cudaGetLastError();
}
