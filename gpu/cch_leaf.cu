/* cch_leaf: the smallest fronts, which wait for no child, in registers.
 *
 * They are most of all supernodes: three quarters of New York's are leaves with
 * a vertex or two and at most CCH_LEAF_FRONT vertices in front. So many lanes
 * take a front, four fronts a warp. Lane j has column j; a row is the same
 * register in all lanes. Eliminated, closed and stored at one go.
 *
 * Long words (cch_sums.cuh) make the whole warp do its fronts again. */
#include "gpu/block.cuh"
#include "gpu/cch_customize.h"
#include "gpu/cch_sums.cuh"

enum { LANES = CCH_LEAF_FRONT, LEAF_BLOCK = 128 };

/* A lane's share of a front. */
struct leaf {
    uint32_t size;
    uint32_t front; /* f; 0: a lane that has none */
    uint32_t lane;
    uint32_t size_max;    /* of the warp's fronts: bounds its loops */
    uint32_t word[LANES]; /* by row */
};

static __device__ __forceinline__ uint32_t from_lane(uint32_t word,
                                                     uint32_t lane)
{
    return __shfl_sync(~0u, word, lane, LANES);
}

/* Word (i, j) of a front lies in the out part if i is below the supernode's
 * end, in the in part if j is. */
static __device__ __forceinline__ uint32_t *
panel_word(const struct leaf &leaf, uint32_t i, uint32_t *panel)
{
    uint32_t uppers = leaf.front - leaf.size;

    if (i < leaf.size)
        return panel + i * leaf.front + leaf.lane;
    return panel + leaf.size * leaf.front + leaf.lane * uppers + i - leaf.size;
}

static __device__ __forceinline__ bool in_panel(const struct leaf &leaf,
                                                uint32_t i)
{
    return i < leaf.front && leaf.lane < leaf.front &&
           (i < leaf.size || leaf.lane < leaf.size);
}

template <enum cch_sums SUMS>
static __device__ bool load(struct leaf *leaf, uint32_t *panel)
{
    bool is_long = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t word = i == leaf->lane ? 0 : COST_INFINITY;

        if (in_panel(*leaf, i))
            word = *panel_word(*leaf, i, panel);
        is_long |= sums<SUMS>::is_long(word);
        leaf->word[i] = sums<SUMS>::from(word);
    }
    return is_long;
}

template <enum cch_sums SUMS>
static __device__ bool is_long(const struct leaf &leaf)
{
    bool found = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        found |= in_panel(leaf, i) &&
                 sums<SUMS>::is_long(sums<SUMS>::to(leaf.word[i]));
    return found;
}

template <enum cch_sums SUMS>
static __device__ void store(const struct leaf &leaf, uint32_t *panel)
{
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (in_panel(leaf, i))
            *panel_word(leaf, i, panel) = sums<SUMS>::to(leaf.word[i]);
}

template <enum cch_sums SUMS>
static __device__ void store_schur(const struct leaf &leaf, uint32_t *schur)
{
    uint32_t uppers = leaf.front - leaf.size;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (i >= leaf.size && leaf.lane >= leaf.size && i < leaf.front &&
            leaf.lane < leaf.front)
            schur[(i - leaf.size) * uppers + leaf.lane - leaf.size] =
                sums<SUMS>::to(leaf.word[i]);
}

template <enum cch_sums SUMS>
static __device__ void eliminate(struct leaf *leaf)
{
#pragma unroll
    for (uint32_t k = 0; k + 1 < LANES; k++) {
        if (k < leaf->size_max) {
            bool falls = k < leaf->size && leaf->lane > k;
            uint32_t step = falls ? leaf->word[k] : sums<SUMS>::infinity;

#pragma unroll
            for (uint32_t i = k + 1; i < LANES; i++)
                leaf->word[i] = sums<SUMS>::least(
                    leaf->word[i], from_lane(leaf->word[i], k), step);
        }
    }
}

/* As cch_close.cuh, one m after the other. */
template <enum cch_sums SUMS>
static __device__ __forceinline__ void close_over(struct leaf *leaf, uint32_t k,
                                                  uint32_t m)
{
    bool over = m < leaf->size;
    uint32_t to = from_lane(leaf->word[k], m);
    uint32_t step =
        over && leaf->lane > k ? leaf->word[m] : sums<SUMS>::infinity;
    uint32_t into =
        over && leaf->lane == k ? leaf->word[m] : sums<SUMS>::infinity;

    /* Row m of lane k is the word (m, k); those of (i, m) are lane m's. */
    leaf->word[k] = sums<SUMS>::least(leaf->word[k], to, step);
#pragma unroll
    for (uint32_t i = k + 1; i < LANES; i++)
        leaf->word[i] =
            sums<SUMS>::least(leaf->word[i], from_lane(leaf->word[i], m), into);
}

template <enum cch_sums SUMS> static __device__ void close(struct leaf *leaf)
{
#pragma unroll
    for (int k = LANES - 2; k >= 0; k--) {
#pragma unroll
        for (int m = k + 1; m < LANES; m++)
            if (m < (int)leaf->size_max)
                close_over<SUMS>(leaf, (uint32_t)k, (uint32_t)m);
    }
}

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS>
static __device__ bool take_leaf(struct leaf closed,
                                 const struct cch_front &front,
                                 const struct cch_panels &panels)
{
    bool was_long = load<SUMS>(&closed, panels.basic + front.panel);
    struct leaf basic;

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

static __device__ uint32_t most_of_warp(uint32_t size)
{
    for (uint32_t by = LANES; by < 32; by *= 2)
        size = max(size, __shfl_xor_sync(~0u, size, by));
    return size;
}

static __global__ void __launch_bounds__(LEAF_BLOCK)
    leaf_kernel(const struct cch_front *fronts, uint32_t count,
                struct cch_panels panels)
{
    uint32_t i = thread_index() / LANES;
    struct cch_front front = fronts[min(i, count - 1)];
    struct leaf leaf;

    leaf.lane = threadIdx.x % LANES;
    leaf.size = i < count ? front.size : 0;
    leaf.front = i < count ? front.size + front.uppers : 0;
    leaf.size_max = most_of_warp(leaf.size);
    if (!take_leaf<SUMS_SHORT>(leaf, front, panels))
        take_leaf<SUMS_EXACT>(leaf, front, panels);
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
