/* parts: fronts of up to 16 vertices, half or a quarter of a warp each.
 *
 * As flow.cu, whose head says how fronts wait for each other, but in registers
 * (columns.cuh): a fifth of the instructions. Children's Schur complements are
 * brought to their places in shared memory, a row at a time, several rows'
 * loads under way.
 *
 * The fronts of a warp wait together, so they must not wait for each other:
 * where their levels differ the warp takes one after the other.
 *
 * Launch: 1.1 KB of shared memory for each front of half a warp, 0.3 for one of
 * a quarter. */
#include "gpu/block.cuh"
#include "gpu/cch/columns.cuh"
#include "gpu/cch/deal.cuh"
#include "gpu/cch/done.cuh"
#include "gpu/launch.cuh"
#include "gpu/occupancy.cuh"

enum {
    PART_BLOCK = 128,
    ROWS_AT_ONCE = 4,
};

/* What LANES lanes take, and where they may lay words out. */
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
        await_child(work.flow,
                    work.fronts.children[share.front.first_child + i].front);
    __syncwarp();
}

/* Row i0 and some after it of a child; `place` is the lane's column's. */
template <enum cch_sums SUMS, uint32_t LANES>
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

        is_long |= sums<SUMS>::is_long(word[r]);
        if (word[r] != COST_INFINITY)
            *to = min(*to, sums<SUMS>::from(word[r]));
    }
    return is_long;
}

template <enum cch_sums SUMS, uint32_t LANES>
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
            work.fronts.children[have ? share.front.first_child + c : 0];
        uint32_t n = have ? child.uppers : 0;
        uint32_t place =
            own->lane < n
                ? __ldg(&work.fronts.place[child.first_upper + own->lane])
                : 0;
        uint32_t rows = most_of_warp<LANES>(n);

        for (uint32_t i = 0; i < rows; i += ROWS_AT_ONCE)
            is_long |= gather_rows<SUMS, LANES>(
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
template <enum cch_sums SUMS, uint32_t LANES>
static __device__ bool eliminate_share(const struct cch_work &work,
                                       const struct share<LANES> &share,
                                       struct columns<LANES> *own)
{
    bool was_long = load<SUMS>(own, work.panels.basic + share.front.panel);

    await_children(work, share, own->lane);
    if (share.children_max)
        was_long |= gather<SUMS>(work, share, own);
    eliminate<SUMS>(own);
    was_long |= is_long<SUMS>(*own);
    if (SUMS != SUMS_EXACT && __any_sync(~0u, was_long))
        return false;
    store_schur<SUMS>(*own, work.panels.schur + share.front.schur);
    __syncwarp();
    if (own->lane == 0 && own->front)
        tell_done(work.flow, share.index, false);
    store<SUMS>(*own, work.panels.basic + share.front.panel);
    return true;
}

/* Of what has been eliminated. */
template <enum cch_sums SUMS, uint32_t LANES>
static __device__ bool close_share(const struct cch_work &work,
                                   const struct share<LANES> &share,
                                   struct columns<LANES> own)
{
    close<SUMS>(&own);
    if (SUMS != SUMS_EXACT && __any_sync(~0u, is_long<SUMS>(own)))
        return false;
    store<SUMS>(own, work.panels.closed + share.front.panel);
    return true;
}

template <uint32_t LANES>
static __device__ void take_share(const struct cch_work &work,
                                  const struct share<LANES> &share,
                                  struct columns<LANES> own)
{
    if (!eliminate_share<SUMS_SHORT>(work, share, &own)) {
        eliminate_share<SUMS_EXACT>(work, share, &own);
    } else {
        if (close_share<SUMS_SHORT>(work, share, own))
            return;
        convert<SUMS_SHORT, SUMS_EXACT>(&own);
    }
    close_share<SUMS_EXACT>(work, share, own);
}

/* Its front where `taken`, else nothing. */
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
    own.front = taken ? wanted.front.size + wanted.front.uppers : 0;
    own.size_max = most_of_warp<LANES>(own.size);
    take_share(work, share, own);
}

/* The fronts from the first-th on, one for each part of a warp. */
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
    share.index = work.flow.first + min(i, work.flow.count - 1);
    share.front = work.fronts.fronts[share.index];
    level = share.front.level;
    together = __all_sync(~0u, level == __shfl_sync(~0u, level, 0));
    for (uint32_t p = 0; p < (together ? 1 : parts); p++)
        take_if(work, share, i < work.flow.count && (together || part == p));
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

    begin_flow(work.flow);
    for (uint32_t i = deal_warp(work.flow) * parts; i < work.flow.count;
         i = deal_warp(work.flow) * parts)
        take_parts<LANES>(work, i, matrix);
    end_flow(work.flow);
}

template <uint32_t LANES>
static cudaError_t launch_parts(const struct cch_work *work,
                                cudaStream_t stream)
{
    uint32_t wanted = (work->flow.count - 1) / (PART_BLOCK / LANES) + 1;
    unsigned blocks = 0;
    cudaError_t status =
        resident_blocks(part_kernel<LANES>, PART_BLOCK, 0, wanted, &blocks);

    if (status != cudaSuccess)
        return status;
    return launch_dependent(part_kernel<LANES>, {blocks, PART_BLOCK, 1, 0},
                            work->flow.early, stream, *work);
}

cudaError_t launch_cch_parts(enum cch_team team, const struct cch_work *work,
                             cudaStream_t stream)
{
    if (!work->flow.count)
        return cudaSuccess;
    return team == CCH_HALF ? launch_parts<CCH_HALF_FRONT>(work, stream)
                            : launch_parts<CCH_QUARTER_FRONT>(work, stream);
}
