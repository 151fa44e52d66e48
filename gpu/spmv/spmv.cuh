/* spmv: what the kernels of spmv-csr and spmv-ell do alike. */
#ifndef RELAXD_GPU_SPMV_SPMV_CUH
#define RELAXD_GPU_SPMV_SPMV_CUH

#include "gpu/block.cuh"
#include "gpu/spmv/spmv.h"

#include "core/graph/cost.h"

enum { LANES = 32, SPMV_BLOCK = 256, WARPS = SPMV_BLOCK / LANES };

static inline unsigned blocks_for(const struct spmv_vectors *vectors,
                                  unsigned rows_per_thread)
{
    return grid_for(vectors->vertex_count, SPMV_BLOCK * rows_per_thread);
}

static __device__ __forceinline__ unsigned lane_index()
{
    return threadIdx.x % LANES;
}

/* A tile's rows are dealt to the lanes by turns: the thread's j-th. */
static __device__ __forceinline__ uint32_t row_of(uint32_t first, unsigned j)
{
    return first + j * LANES + lane_index();
}

/* The number of the tile that the warp takes in its i-th turn: those of a block
 * are neighbours. */
static __device__ __forceinline__ uint64_t tile_of(unsigned i, unsigned tiles)
{
    return ((uint64_t)blockIdx.x * tiles + i) * WARPS + threadIdx.x / LANES;
}

/* Words that this round reads once: they are not to displace labels from the
 * caches. */
static __device__ __forceinline__ uint32_t read_once(const uint32_t *word)
{
    return __ldcs(word);
}

/* One row of a tile; those behind the last row of the matrix do nothing. */
struct spmv_row {
    uint32_t own;  /* its label */
    uint32_t best; /* least sum so far */
};

static __device__ __forceinline__ spmv_row
row_begin(const struct spmv_vectors &vectors, uint32_t row)
{
    return {row < vectors.vertex_count ? vectors.x[row] : 0, COST_INFINITY};
}

/* Writes the row's label; whether it fell. */
static __device__ __forceinline__ bool
row_end(const struct spmv_vectors &vectors, uint32_t row,
        const struct spmv_row &result)
{
    bool falls = result.best < result.own && result.best <= vectors.bound;

    if (row < vectors.vertex_count && (falls || vectors.x != vectors.y))
        vectors.y[row] = falls ? result.best : result.own;
    return falls;
}

/* All threads of the block: adds up their counts and tells them. */
static __device__ __forceinline__ void
tell_changed(struct host_word word, uint32_t mine, enum block_turn turn)
{
    __shared__ uint32_t changed;
    uint32_t of_warp;

    if (threadIdx.x == 0)
        changed = 0;
    warp_scan(mine, &of_warp);
    __syncthreads();
    if (lane_index() == 0 && of_warp)
        atomicAdd(&changed, of_warp);
    __syncthreads();
    if (threadIdx.x == 0 && (changed || turn == BLOCK_LAST))
        tally_add(word, changed, turn);
}

#endif
