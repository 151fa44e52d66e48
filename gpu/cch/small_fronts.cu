/* small_fronts: fronts of up to 16 vertices, in registers.
 *
 * Leaves first, a quarter of a warp each: seven of ten of New York's supernodes
 * are leaves with a vertex or two. Then fronts with children, half or a quarter
 * of a warp each: a fifth of the instructions of flow.cu, whose head explains
 * how fronts wait for each other. */
#include "gpu/block.cuh"
#include "gpu/cch/customize.h"
#include "gpu/cch/front.cuh"
#include "gpu/cch/ticket.cuh"
#include "gpu/grid.cuh"

/* ---- A front in registers, a lane a column ---- */

/* A small front in registers, a lane per column.
 *
 * LANES lanes take a front, 32 / LANES fronts a warp. Lane j has column j; a
 * row is the same register in all lanes. All lanes of a warp must call; lanes
 * without a front have 0 vertices. */

/* A lane's share of a front. */
template <uint32_t LANES> struct columns {
    uint32_t size;
    uint32_t front; /* f; 0: the lane has no front */
    uint32_t lane;
    uint32_t size_max;    /* of the warp's fronts: bounds its loops */
    uint32_t word[LANES]; /* by row */
};

template <uint32_t LANES>
static __device__ __forceinline__ uint32_t from_lane(uint32_t word,
                                                     uint32_t lane)
{
    return __shfl_sync(~0u, word, lane, LANES);
}

/* Word (i, j) of a front lies in the out part if i is below the supernode's
 * end, in the in part if j is. */
template <uint32_t LANES>
static __device__ __forceinline__ uint32_t *
panel_word(const struct columns<LANES> &own, uint32_t i, uint32_t *panel)
{
    uint32_t upward = own.front - own.size;

    if (i < own.size)
        return panel + i * own.front + own.lane;
    return panel + own.size * own.front + own.lane * upward + i - own.size;
}

template <uint32_t LANES>
static __device__ __forceinline__ bool
in_panel(const struct columns<LANES> &own, uint32_t i)
{
    return i < own.front && own.lane < own.front &&
           (i < own.size || own.lane < own.size);
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ bool load(struct columns<LANES> *own, uint32_t *panel)
{
    bool is_long = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t word = i == own->lane ? 0 : COST_INFINITY;

        if (in_panel(*own, i))
            word = *panel_word(*own, i, panel);
        is_long |= addition<ADD>::is_long(word);
        own->word[i] = addition<ADD>::from(word);
    }
    return is_long;
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ bool is_long(const struct columns<LANES> &own)
{
    bool found = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        found |= in_panel(own, i) &&
                 addition<ADD>::is_long(addition<ADD>::to(own.word[i]));
    return found;
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ void store(const struct columns<LANES> &own, uint32_t *panel)
{
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (in_panel(own, i))
            *panel_word(own, i, panel) = addition<ADD>::to(own.word[i]);
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ void store_schur(const struct columns<LANES> &own,
                                   uint32_t *schur)
{
    uint32_t upward = own.front - own.size;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (i >= own.size && own.lane >= own.size && i < own.front &&
            own.lane < own.front)
            schur[(i - own.size) * upward + own.lane - own.size] =
                addition<ADD>::to(own.word[i]);
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ void eliminate(struct columns<LANES> *own)
{
#pragma unroll
    for (uint32_t k = 0; k < CCH_HALF_SIZE; k++) {
        if (k < own->size_max) {
            bool falls = k < own->size && own->lane > k;
            uint32_t step = falls ? own->word[k] : addition<ADD>::infinity;

#pragma unroll
            for (uint32_t i = k + 1; i < LANES; i++)
                own->word[i] = addition<ADD>::least(
                    own->word[i], from_lane<LANES>(own->word[i], k), step);
        }
    }
}

/* As in flow.cu, one m after the other. */
template <enum cch_addition ADD, uint32_t LANES>
static __device__ __forceinline__ void close_over(struct columns<LANES> *own,
                                                  uint32_t k, uint32_t m)
{
    bool over = m < own->size;
    uint32_t to = from_lane<LANES>(own->word[k], m);
    uint32_t step =
        over && own->lane > k ? own->word[m] : addition<ADD>::infinity;
    uint32_t into =
        over && own->lane == k ? own->word[m] : addition<ADD>::infinity;

    /* Row m of lane k is the word (m, k); words (i, m) are lane m's. */
    own->word[k] = addition<ADD>::least(own->word[k], to, step);
#pragma unroll
    for (uint32_t i = k + 1; i < LANES; i++)
        own->word[i] = addition<ADD>::least(
            own->word[i], from_lane<LANES>(own->word[i], m), into);
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ void close(struct columns<LANES> *own)
{
#pragma unroll
    for (int k = CCH_HALF_SIZE - 2; k >= 0; k--) {
        if (k + 1 < (int)own->size_max) {
#pragma unroll
            for (int m = k + 1; m < CCH_HALF_SIZE; m++)
                if (m < (int)own->size_max)
                    close_over<ADD>(own, (uint32_t)k, (uint32_t)m);
        }
    }
}

/* The same words in the representation of other sums. */
template <enum cch_addition FROM, enum cch_addition TO, uint32_t LANES>
static __device__ void convert(struct columns<LANES> *own)
{
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        own->word[i] = addition<TO>::from(addition<FROM>::to(own->word[i]));
}

template <uint32_t LANES> static __device__ uint32_t most_of_warp(uint32_t size)
{
    for (uint32_t by = LANES; by < 32; by *= 2)
        size = max(size, __shfl_xor_sync(~0u, size, by));
    return size;
}

/* ---- Leaves ---- */

/* The smallest fronts, which wait for no child.
 *
 * They are most supernodes: seven of ten of New York's are leaves with a vertex
 * or two and at most CCH_QUARTER_FRONT in front. They are eliminated, closed
 * and stored in one go. Long words (front.cuh) make the whole warp repeat its
 * fronts. */

enum { LEAF_LANES = CCH_QUARTER_FRONT, LEAF_BLOCK = 128 };

typedef struct columns<LEAF_LANES> leaf;

/* False: words were too long, and nothing was stored. */
template <enum cch_addition ADD>
static __device__ bool take_leaf(leaf closed, const struct cch_front &front,
                                 const struct cch_panels &panels)
{
    bool was_long = load<ADD>(&closed, panels.basic + front.panel);
    leaf basic;

    eliminate<ADD>(&closed);
    basic = closed;
    close<ADD>(&closed);
    was_long |= is_long<ADD>(basic) || is_long<ADD>(closed);
    if (__any_sync(~0u, was_long))
        return false;
    store<ADD>(basic, panels.basic + front.panel);
    store_schur<ADD>(basic, panels.schur + front.schur);
    store<ADD>(closed, panels.closed + front.panel);
    return true;
}

static __global__ void __launch_bounds__(LEAF_BLOCK)
    leaf_kernel(struct cch_work work)
{
    uint32_t i = thread_index() / LEAF_LANES;
    struct cch_front front = work.arrays.fronts[min(i, work.count - 1)];
    leaf own;

    own.lane = threadIdx.x % LEAF_LANES;
    own.size = i < work.count ? front.size : 0;
    own.front = i < work.count ? front.size + front.upward : 0;
    own.size_max = most_of_warp<LEAF_LANES>(own.size);
    if (!take_leaf<ADD_SHORT>(own, front, work.panels))
        take_leaf<ADD_EXACT>(own, front, work.panels);
}

cudaError_t launch_cch_leaves(const struct cch_work *work, cudaStream_t stream)
{
    if (!work->count)
        return cudaSuccess;
    leaf_kernel<<<grid_for(work->count * LEAF_LANES, LEAF_BLOCK), LEAF_BLOCK, 0,
                  stream>>>(*work);
    return cudaGetLastError();
}

/* ---- Fronts with children ---- */

/* Fronts of up to 16 vertices, half or a quarter of a warp each.
 *
 * Like flow.cu, whose head explains how fronts wait for each other, but in
 * registers: a fifth of the instructions. Shared memory moves children's Schur
 * complements into place, a row at a time, with several rows' loads in flight.
 *
 * The fronts of a warp wait together, so they must not wait for each other:
 * where their levels differ the warp takes one after the other.
 *
 * Launch: 1.1 KB of shared memory for each front of half a warp, 0.3 for one of
 * a quarter. */

enum {
    PART_BLOCK = 128,
    ROWS_AT_ONCE = 4,
};

/* The front of LANES lanes, and their scratch words. */
template <uint32_t LANES> struct share {
    static const uint32_t ROW_WORDS = LANES + 1; /* of the matrix */
    static const uint32_t MATRIX_WORDS = LANES * ROW_WORDS;

    struct cch_front front;
    uint32_t index; /* of the front */
    uint32_t children_max;
    uint32_t *matrix; /* [MATRIX_WORDS] shared */
};

template <uint32_t LANES>
static __device__ void await_children(const struct cch_work &work,
                                      const struct share<LANES> &share,
                                      uint32_t lane)
{
    for (uint32_t i = lane; i < share.front.child_count; i += LANES)
        await_child(work,
                    work.arrays.children[share.front.first_child + i].front);
    __syncwarp();
}

/* Row i0 and the next ones of a child; `place` is that of the lane's column. */
template <enum cch_addition ADD, uint32_t LANES>
static __device__ __forceinline__ bool
gather_rows(const struct cch_child &child, uint32_t n, uint32_t i0,
            uint32_t place, const uint32_t *schur, uint32_t lane,
            uint32_t *matrix)
{
    uint32_t word[ROWS_AT_ONCE];
    bool is_long = false;

#pragma unroll
    for (uint32_t r = 0; r < ROWS_AT_ONCE; r++)
        word[r] = i0 + r < n && lane < n
                      ? __ldcg(&schur[child.schur + (i0 + r) * n + lane])
                      : COST_INFINITY;
#pragma unroll
    for (uint32_t r = 0; r < ROWS_AT_ONCE; r++) {
        uint32_t row = from_lane<LANES>(place, (i0 + r) % LANES);
        uint32_t *to = matrix + row * share<LANES>::ROW_WORDS + place;

        is_long |= addition<ADD>::is_long(word[r]);
        if (word[r] != COST_INFINITY)
            *to = min(*to, addition<ADD>::from(word[r]));
    }
    return is_long;
}

template <enum cch_addition ADD, uint32_t LANES>
static __device__ bool gather(const struct cch_work &work,
                              const struct share<LANES> &share,
                              struct columns<LANES> *own)
{
    bool is_long = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        share.matrix[i * share.ROW_WORDS + own->lane] = own->word[i];
    __syncwarp();
    for (uint32_t c = 0; c < share.children_max; c++) {
        bool have = c < share.front.child_count;
        struct cch_child child =
            work.arrays.children[have ? share.front.first_child + c : 0];
        uint32_t n = have ? child.upward : 0;
        uint32_t place =
            own->lane < n
                ? __ldg(&work.arrays.place[child.first_upward + own->lane])
                : 0;
        uint32_t rows = most_of_warp<LANES>(n);

        for (uint32_t i = 0; i < rows; i += ROWS_AT_ONCE)
            is_long |= gather_rows<ADD, LANES>(
                child, n, i, place, work.panels.schur, own->lane, share.matrix);
        __syncwarp();
    }
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        own->word[i] = share.matrix[i * share.ROW_WORDS + own->lane];
    __syncwarp();
    return is_long;
}

/* False: words were too long, and nothing was stored. */
template <enum cch_addition ADD, uint32_t LANES>
static __device__ bool eliminate_share(const struct cch_work &work,
                                       const struct share<LANES> &share,
                                       struct columns<LANES> *own)
{
    bool was_long = load<ADD>(own, work.panels.basic + share.front.panel);

    await_children(work, share, own->lane);
    if (share.children_max)
        was_long |= gather<ADD>(work, share, own);
    eliminate<ADD>(own);
    was_long |= is_long<ADD>(*own);
    if (ADD != ADD_EXACT && __any_sync(~0u, was_long))
        return false;
    store_schur<ADD>(*own, work.panels.schur + share.front.schur);
    __syncwarp();
    if (own->lane == 0 && own->front)
        report_done(work, share.index, false);
    store<ADD>(*own, work.panels.basic + share.front.panel);
    return true;
}

/* Of an eliminated front. */
template <enum cch_addition ADD, uint32_t LANES>
static __device__ bool close_share(const struct cch_work &work,
                                   const struct share<LANES> &share,
                                   struct columns<LANES> own)
{
    close<ADD>(&own);
    if (ADD != ADD_EXACT && __any_sync(~0u, is_long<ADD>(own)))
        return false;
    store<ADD>(own, work.panels.closed + share.front.panel);
    return true;
}

template <uint32_t LANES>
static __device__ void take_share(const struct cch_work &work,
                                  const struct share<LANES> &share,
                                  struct columns<LANES> own)
{
    if (!eliminate_share<ADD_SHORT>(work, share, &own)) {
        eliminate_share<ADD_EXACT>(work, share, &own);
    } else {
        if (close_share<ADD_SHORT>(work, share, own))
            return;
        convert<ADD_SHORT, ADD_EXACT>(&own);
    }
    close_share<ADD_EXACT>(work, share, own);
}

/* Takes its front where `taken`, else does nothing. */
template <uint32_t LANES>
static __device__ void take_if(const struct cch_work &work,
                               const struct share<LANES> &wanted, bool taken)
{
    struct share<LANES> share = wanted;
    struct columns<LANES> own;

    share.front.child_count = taken ? wanted.front.child_count : 0;
    share.children_max = most_of_warp<LANES>(share.front.child_count);
    own.lane = threadIdx.x % LANES;
    own.size = taken ? wanted.front.size : 0;
    own.front = taken ? wanted.front.size + wanted.front.upward : 0;
    own.size_max = most_of_warp<LANES>(own.size);
    take_share(work, share, own);
}

/* The fronts from index `first` on, one for each part of a warp. */
template <uint32_t LANES>
static __device__ void take_parts(const struct cch_work &work, uint32_t first,
                                  uint32_t *matrix)
{
    const uint32_t parts = 32 / LANES;
    uint32_t part = threadIdx.x % 32 / LANES;
    uint32_t i = first + part;
    struct share<LANES> share;
    uint32_t level;
    bool together;

    share.matrix = matrix;
    share.index = work.first + min(i, work.count - 1);
    share.front = work.arrays.fronts[share.index];
    level = share.front.level;
    together = __all_sync(~0u, level == __shfl_sync(~0u, level, 0));
    for (uint32_t p = 0; p < (together ? 1 : parts); p++)
        take_if(work, share, i < work.count && (together || part == p));
}

template <uint32_t LANES>
static __global__ void __launch_bounds__(PART_BLOCK)
    part_kernel(struct cch_work work)
{
    const uint32_t parts = 32 / LANES;
    const uint32_t block_words =
        PART_BLOCK / LANES * share<LANES>::MATRIX_WORDS;
    __shared__ uint32_t words[block_words];
    uint32_t *matrix = words + threadIdx.x / LANES * share<LANES>::MATRIX_WORDS;

    begin_flow(work);
    for (uint32_t i = ticket_of_warp(work) * parts; i < work.count;
         i = ticket_of_warp(work) * parts)
        take_parts<LANES>(work, i, matrix);
    end_flow(work);
}

template <uint32_t LANES>
static cudaError_t launch_parts(const struct cch_work *work,
                                cudaStream_t stream)
{
    uint32_t wanted = (work->count - 1) / (PART_BLOCK / LANES) + 1;
    unsigned blocks = 0;
    cudaError_t status =
        resident_blocks(part_kernel<LANES>, PART_BLOCK, 0, wanted, &blocks);

    if (status != cudaSuccess)
        return status;
    return launch_dependent(part_kernel<LANES>, {blocks, PART_BLOCK, 1, 0},
                            true, stream, *work);
}

cudaError_t launch_cch_parts(enum cch_team team, const struct cch_work *work,
                             cudaStream_t stream)
{
    if (!work->count)
        return cudaSuccess;
    return team == CCH_HALF ? launch_parts<CCH_HALF_FRONT>(work, stream)
                            : launch_parts<CCH_QUARTER_FRONT>(work, stream);
}
