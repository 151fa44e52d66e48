/* sums: duration and length beside closed panels; sums.h has the method.
 *
 * A pivot k tightens word (i, j) where its cost is the sum of those of (i, k)
 * and (k, j). Costs do not change. For one pivot no two threads write the same
 * word, and none writes a word that another reads: words (i, k) and (k, j) are
 * not tightened over k, as diagonals are 0. Children of one front may add to
 * the same word: with atomics.
 *
 * Lanes take adjacent words: columns, but rows in the in part of a panel, which
 * is stored by columns.
 *
 * Launch: a warp to 1024 threads a front; or some blocks of 256 threads for
 * each front of the launch. */
#include "gpu/block.cuh"
#include "gpu/cch/front.cuh"
#include "gpu/cch/packed_sums.cuh"

/* ---- Arcs ---- */

/* The sums of arcs, before fronts are eliminated, and dropping sums before they
 * close.
 *
 * Launch: a thread for each vertex and arc; a grid that strides over words. */

static __global__ void diagonal_kernel(struct cch_summed summed)
{
    uint32_t v = thread_index();

    if (v < summed.arrays.vertex_count)
        summed.panel[diagonal_word(summed.arrays, v)] = 0;
}

static __global__ void arcs_kernel(struct cch_summed summed)
{
    uint32_t i = thread_index();

    if (i < summed.arrays.placed_count) {
        uint32_t arc = summed.arrays.arc_by_slot[i];
        uint64_t entry = summed.arrays.entry[i];

        if (summed.weight[arc] == summed.costs.basic[entry])
            atomicMin(summed.panel + entry,
                      packed_of(summed.duration[arc], summed.length[arc]));
    }
}

static __global__ void drop_kernel(struct cch_summed summed)
{
    uint64_t step = (uint64_t)gridDim.x * blockDim.x;

    for (uint64_t i = thread_index(); i < summed.costs.panel_words; i += step)
        if (summed.costs.closed[i] != summed.costs.basic[i])
            summed.panel[i] = PACKED_NONE;
}

cudaError_t launch_cch_sums_begin(const struct cch_summed *summed,
                                  cudaStream_t stream)
{
    cudaError_t status =
        cudaMemsetAsync(summed->panel, 0xff,
                        summed->costs.panel_words * sizeof(cch_packed), stream);

    if (status == cudaSuccess)
        status = cudaMemsetAsync(summed->schur, 0xff,
                                 summed->costs.schur_words * sizeof(cch_packed),
                                 stream);
    if (status != cudaSuccess)
        return status;
    diagonal_kernel<<<grid_for(summed->arrays.vertex_count, MAP_BLOCK),
                      MAP_BLOCK, 0, stream>>>(*summed);
    arcs_kernel<<<grid_for(summed->arrays.placed_count, MAP_BLOCK), MAP_BLOCK,
                  0, stream>>>(*summed);
    return cudaGetLastError();
}

cudaError_t launch_cch_sums_drop(const struct cch_summed *summed,
                                 cudaStream_t stream)
{
    enum { BLOCKS = 4096 };

    drop_kernel<<<BLOCKS, MAP_BLOCK, 0, stream>>>(*summed);
    return cudaGetLastError();
}

/* ---- Fronts ---- */

enum {
    WARP = 32,
    PIVOT_WARPS = 8,  /* of a block that shares a front */
    BLOCKS = 2048,    /* that share fronts, if these are large enough */
    BLOCKS_LEAST = 4, /* for each */
};

/* A front's costs, open or closed, and sums. */
struct summed_front {
    uint32_t s;
    uint32_t n;
    uint32_t f;
    const uint32_t *panel;
    const uint32_t *schur;
    cch_packed *panel_packed;
    cch_packed *schur_packed;
};

static __device__ struct summed_front
front_at(const struct cch_summed &summed, const uint32_t *panels, uint32_t at)
{
    const struct cch_front &front = summed.arrays.fronts[at];
    struct summed_front result;

    result.s = front.size;
    result.n = front.upward;
    result.f = front.size + front.upward;
    result.panel = panels + front.panel;
    result.schur = summed.costs.schur + front.schur;
    result.panel_packed = summed.panel + front.panel;
    result.schur_packed = summed.schur + front.schur;
    return result;
}

/* A word of a front: its index in the panel or in the Schur complement. */
struct word {
    bool schur;
    uint64_t at;
};

static __device__ __forceinline__ struct word
word_at(const struct summed_front &front, uint32_t i, uint32_t j)
{
    if (i < front.s)
        return {false, (uint64_t)i * front.f + j};
    if (j < front.s)
        return {false, (uint64_t)front.s * front.f + (uint64_t)j * front.n + i -
                           front.s};
    return {true, (uint64_t)(i - front.s) * front.n + j - front.s};
}

static __device__ __forceinline__ uint32_t
cost_at(const struct summed_front &front, struct word word)
{
    return word.schur ? front.schur[word.at] : front.panel[word.at];
}

static __device__ __forceinline__ cch_packed *
packed_at(const struct summed_front &front, struct word word)
{
    return (word.schur ? front.schur_packed : front.panel_packed) + word.at;
}

static __device__ __forceinline__ void
tighten(const struct summed_front &front, uint32_t i, uint32_t k, uint32_t j)
{
    struct word left = word_at(front, i, k);
    struct word right = word_at(front, k, j);
    struct word word = word_at(front, i, j);
    uint32_t cost = cost_at(front, word);
    cch_packed packed;

    if (cost == COST_INFINITY ||
        !is_sum(cost, cost_at(front, left), cost_at(front, right)))
        return;
    packed = packed_add(*packed_at(front, left), *packed_at(front, right));
    if (packed < *packed_at(front, word))
        *packed_at(front, word) = packed;
}

/* Threads that share a front: lanes, and lines of them. */
struct share {
    uint32_t line;
    uint32_t lines;
};

static __device__ __forceinline__ struct share share_of_block()
{
    return {threadIdx.y, blockDim.y};
}

static __device__ __forceinline__ struct share share_of_grid()
{
    return {blockIdx.x * blockDim.y + threadIdx.y, gridDim.x * blockDim.y};
}

/* Rows and columns, [first, end). */
struct range {
    uint32_t first;
    uint32_t end;
};

static __device__ void tighten_rows(const struct summed_front &front,
                                    uint32_t k, struct range rows,
                                    struct range columns, struct share share)
{
    for (uint32_t i = rows.first + share.line; i < rows.end; i += share.lines) {
        if (i == k || cost_at(front, word_at(front, i, k)) == COST_INFINITY)
            continue;
        for (uint32_t j = columns.first + threadIdx.x; j < columns.end;
             j += WARP)
            if (j != k)
                tighten(front, i, k, j);
    }
}

/* The in part: rows beyond the supernode, columns of it. */
static __device__ void tighten_in(const struct summed_front &front, uint32_t k,
                                  struct range columns, struct share share)
{
    for (uint32_t j = columns.first + share.line; j < columns.end;
         j += share.lines) {
        if (j == k || cost_at(front, word_at(front, k, j)) == COST_INFINITY)
            continue;
        for (uint32_t i = front.s + threadIdx.x; i < front.f; i += WARP)
            tighten(front, i, k, j);
    }
}

static __device__ void eliminate_pivot(const struct summed_front &front,
                                       uint32_t k, struct share share)
{
    tighten_rows(front, k, {k + 1, front.f}, {front.s, front.f}, share);
    tighten_rows(front, k, {k + 1, front.s}, {k + 1, front.s}, share);
    tighten_in(front, k, {k + 1, front.s}, share);
}

static __device__ void close_pivot(const struct summed_front &front, uint32_t k,
                                   struct share share)
{
    tighten_rows(front, k, {0, front.s}, {0, front.f}, share);
    tighten_in(front, k, {0, front.s}, share);
}

static __device__ void take_child(const struct cch_summed &summed,
                                  const struct summed_front &front,
                                  const struct cch_child &child,
                                  struct share share)
{
    const uint32_t *place = summed.arrays.place + child.first_upward;

    for (uint32_t i = share.line; i < child.upward; i += share.lines) {
        for (uint32_t j = threadIdx.x; j < child.upward; j += WARP) {
            uint64_t at = child.schur + (uint64_t)i * child.upward + j;
            struct word word = word_at(front, place[i], place[j]);

            if (i != j && summed.costs.schur[at] == cost_at(front, word))
                atomicMin(packed_at(front, word), summed.schur[at]);
        }
    }
}

static __device__ void take_children(const struct cch_summed &summed,
                                     const struct summed_front &front,
                                     uint32_t at, struct share share)
{
    const struct cch_front &own = summed.arrays.fronts[at];

    for (uint32_t i = 0; i < own.child_count; i++)
        take_child(summed, front, summed.arrays.children[own.first_child + i],
                   share);
}

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    eliminate_kernel(struct cch_summed summed, uint32_t first)
{
    uint32_t at = first + blockIdx.x;
    struct summed_front front = front_at(summed, summed.costs.basic, at);

    take_children(summed, front, at, share_of_block());
    for (uint32_t k = 0; k < front.s; k++) {
        __syncthreads();
        eliminate_pivot(front, k, share_of_block());
    }
}

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    close_kernel(struct cch_summed summed, uint32_t first)
{
    struct summed_front front =
        front_at(summed, summed.costs.closed, first + blockIdx.x);

    for (uint32_t k = 0; k < front.s; k++) {
        __syncthreads();
        close_pivot(front, k, share_of_block());
    }
}

static __global__ void take_kernel(struct cch_summed summed, uint32_t first)
{
    uint32_t at = first + blockIdx.y;

    take_children(summed, front_at(summed, summed.costs.basic, at), at,
                  share_of_grid());
}

static __global__ void pivot_kernel(struct cch_summed summed, uint32_t first,
                                    uint32_t k)
{
    struct summed_front front =
        front_at(summed, summed.costs.basic, first + blockIdx.y);

    if (k < front.s)
        eliminate_pivot(front, k, share_of_grid());
}

static __global__ void close_pivot_kernel(struct cch_summed summed,
                                          uint32_t first, uint32_t k)
{
    struct summed_front front =
        front_at(summed, summed.costs.closed, first + blockIdx.y);

    if (k < front.s)
        close_pivot(front, k, share_of_grid());
}

/* A line of lanes per row or two, as many as a block holds. */
static dim3 block_of(uint32_t front_max)
{
    unsigned lines = 1;

    while (lines * WARP < CCH_BLOCK_MAX && lines * WARP < front_max)
        lines *= 2;
    return dim3(WARP, lines);
}

static dim3 grid_of(const struct cch_step *step)
{
    unsigned most = BLOCKS / step->count;
    unsigned blocks = grid_for(step->front_max, PIVOT_WARPS);

    if (most < BLOCKS_LEAST)
        most = BLOCKS_LEAST;
    return dim3(blocks < most ? blocks : most, step->count);
}

cudaError_t launch_cch_sums_fronts(const struct cch_summed *summed,
                                   const struct cch_step *step, bool close,
                                   cudaStream_t stream)
{
    dim3 block = block_of(step->front_max);

    if (close)
        close_kernel<<<step->count, block, 0, stream>>>(*summed, step->first);
    else
        eliminate_kernel<<<step->count, block, 0, stream>>>(*summed,
                                                            step->first);
    return cudaGetLastError();
}

cudaError_t launch_cch_sums_take(const struct cch_summed *summed,
                                 const struct cch_step *step,
                                 cudaStream_t stream)
{
    take_kernel<<<grid_of(step), dim3(WARP, PIVOT_WARPS), 0, stream>>>(
        *summed, step->first);
    return cudaGetLastError();
}

cudaError_t launch_cch_sums_pivot(const struct cch_summed *summed,
                                  const struct cch_step *step, bool close,
                                  uint32_t pivot, cudaStream_t stream)
{
    dim3 block(WARP, PIVOT_WARPS);

    if (close)
        close_pivot_kernel<<<grid_of(step), block, 0, stream>>>(
            *summed, step->first, pivot);
    else
        pivot_kernel<<<grid_of(step), block, 0, stream>>>(*summed, step->first,
                                                          pivot);
    return cudaGetLastError();
}
