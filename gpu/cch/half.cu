/* half: fronts of up to 16 vertices, half a warp each.
 *
 * As flow.cu, whose heads says how fronts wait for each other, but in
 * registers (columns.cuh): a fifth of the instructions. Children's Schur
 * complements are brought to their places in shared memory, a row at a time,
 * several rows' loads under way.
 *
 * The two fronts of a warp wait together, so they must not wait for each other:
 * where their levels differ the warp takes one after the other.
 *
 * Launch: cooperative; 1 KB of shared memory for each front. */
#include "gpu/block.cuh"
#include "gpu/cch/columns.cuh"
#include "gpu/cch/done.cuh"
#include "gpu/occupancy.cuh"

enum {
    LANES = CCH_HALF_FRONT,
    HALF_BLOCK = 128,
    HALVES = HALF_BLOCK / LANES,
    ROW_WORDS = LANES + 1, /* of the matrix in shared memory */
    MATRIX_WORDS = LANES * ROW_WORDS,
    BLOCK_WORDS = HALVES * MATRIX_WORDS,
    ROWS_AT_ONCE = 4,
};

typedef struct columns<LANES> half_front;

/* What half a warp takes, and where it may lay words out. */
struct share {
    struct cch_front front;
    uint32_t index; /* of the front */
    uint32_t children_max;
    uint32_t *matrix; /* [MATRIX_WORDS] shared */
};

static __device__ void await_children(const struct cch_work &work,
                                      const struct share &share, uint32_t lane)
{
    for (uint32_t i = lane; i < share.front.child_count; i += LANES)
        await_child(work.flow,
                    work.fronts.children[share.front.first_child + i].front);
    __syncwarp();
}

/* Row i0 and some after it of a child; `place` is the lane's column's. */
template <enum cch_sums SUMS>
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
        uint32_t *to = matrix + row * ROW_WORDS + place;

        is_long |= sums<SUMS>::is_long(word[r]);
        if (word[r] != COST_INFINITY)
            *to = min(*to, sums<SUMS>::from(word[r]));
    }
    return is_long;
}

template <enum cch_sums SUMS>
static __device__ bool gather(const struct cch_work &work,
                              const struct share &share, half_front *own)
{
    bool is_long = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        share.matrix[i * ROW_WORDS + own->lane] = own->word[i];
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
            is_long |= gather_rows<SUMS>(child, n, i, place, work.panels.schur,
                                         own->lane, share.matrix);
        __syncwarp();
    }
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        own->word[i] = share.matrix[i * ROW_WORDS + own->lane];
    __syncwarp();
    return is_long;
}

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS>
static __device__ bool eliminate_share(const struct cch_work &work,
                                       const struct share &share,
                                       half_front *own)
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
template <enum cch_sums SUMS>
static __device__ bool close_share(const struct cch_work &work,
                                   const struct share &share, half_front own)
{
    close<SUMS>(&own);
    if (SUMS != SUMS_EXACT && __any_sync(~0u, is_long<SUMS>(own)))
        return false;
    store<SUMS>(own, work.panels.closed + share.front.panel);
    return true;
}

static __device__ void take_share(const struct cch_work &work,
                                  const struct share &share, half_front own)
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
static __device__ void take_if(const struct cch_work &work,
                               const struct share &wanted, bool taken)
{
    struct share share = wanted;
    half_front own;

    share.front.child_count = taken ? wanted.front.child_count : 0;
    share.children_max = most_of_warp<LANES>(share.front.child_count);
    own.lane = threadIdx.x % LANES;
    own.size = taken ? wanted.front.size : 0;
    own.front = taken ? wanted.front.size + wanted.front.uppers : 0;
    own.size_max = most_of_warp<LANES>(own.size);
    take_share(work, share, own);
}

static __global__ void __launch_bounds__(HALF_BLOCK)
    half_kernel(struct cch_work work)
{
    __shared__ uint32_t words[BLOCK_WORDS];
    uint32_t stride = gridDim.x * HALVES;
    struct share share;

    share.matrix = words + threadIdx.x / LANES * MATRIX_WORDS;
    /* Both halves of a warp go round as often. */
    for (uint32_t first = thread_index() / 32 * (32 / LANES);
         first < work.flow.count; first += stride) {
        uint32_t i = first + threadIdx.x % 32 / LANES;
        bool wanted = i < work.flow.count;
        uint32_t level;

        share.index = work.flow.first + min(i, work.flow.count - 1);
        share.front = work.fronts.fronts[share.index];
        level = share.front.level;
        if (__all_sync(~0u, level == __shfl_sync(~0u, level, 0))) {
            take_if(work, share, wanted);
        } else {
            take_if(work, share, wanted && threadIdx.x % 32 < LANES);
            take_if(work, share, wanted && threadIdx.x % 32 >= LANES);
        }
    }
}

cudaError_t launch_cch_halves(const struct cch_work *work, cudaStream_t stream)
{
    void *arguments[] = {(void *)work};
    uint32_t wanted =
        work->flow.count ? (work->flow.count - 1) / HALVES + 1 : 0;
    unsigned blocks = 0;
    cudaError_t status;

    if (!wanted)
        return cudaSuccess;
    status = cooperative_blocks(half_kernel, HALF_BLOCK, 0, wanted, &blocks);
    if (status != cudaSuccess)
        return status;
    /* CUDA 11 has no overload for the kernel as it is. */
    return cudaLaunchCooperativeKernel((const void *)half_kernel, dim3(blocks),
                                       dim3(HALF_BLOCK), arguments, 0, stream);
}
