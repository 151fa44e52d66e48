/* spmv: Bellman-Ford as sparse matrix times vector, rows as CSR or ELL. */
#include "gpu/spmv/spmv.h"

#include "core/graph/cost.h"
#include "gpu/block.cuh"

/* ---- What both share ---- */

/* What the kernels of spmv-csr and spmv-ell share. */

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

/* Row j of the thread; lanes take a tile's rows in turn. */
static __device__ __forceinline__ uint32_t row_of(uint32_t first, unsigned j)
{
    return first + j * LANES + lane_index();
}

/* The tile that the warp takes in turn i: those of a block are adjacent. */
static __device__ __forceinline__ uint64_t tile_of(unsigned i, unsigned tiles)
{
    return ((uint64_t)blockIdx.x * tiles + i) * WARPS + threadIdx.x / LANES;
}

/* A word that this round reads once: it must not evict labels from the caches.
 */
static __device__ __forceinline__ uint32_t read_once(const uint32_t *word)
{
    return __ldcs(word);
}

/* One row of a tile; rows behind the matrix do nothing. */
struct spmv_row {
    uint32_t own;  /* its label */
    uint32_t best; /* least sum so far */
};

static __device__ __forceinline__ spmv_row
row_begin(const struct spmv_vectors &vectors, uint32_t row)
{
    return {row < vectors.vertex_count ? vectors.x[row] : 0, COST_INFINITY};
}

/* Writes the row's label; returns whether it fell. */
static __device__ __forceinline__ bool
row_end(const struct spmv_vectors &vectors, uint32_t row,
        const struct spmv_row &result)
{
    bool falls = result.best < result.own && result.best <= vectors.bound;

    if (row < vectors.vertex_count && (falls || vectors.x != vectors.y))
        vectors.y[row] = falls ? result.best : result.own;
    return falls;
}

/* Called by all threads of the block: adds up their counts and reports them. */
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

/* ---- Rows in CSR ---- */

/* One round of Bellman-Ford as a sparse matrix in CSR times a vector.
 *
 * Kepner and Gilbert, "Graph Algorithms in the Language of Linear Algebra",
 * SIAM 2011, chapter 5 (Fineman and Robinson): Bellman-Ford is d = d min.+ A
 * until nothing changes. A thread a row: Bell and Garland, "Implementing sparse
 * matrix-vector multiplication on throughput-oriented processors", SC 2009,
 * section 4.2, CSR (scalar). Rows of a road map have 3 arcs, so adjacent lanes
 * of a warp read within a few sectors, and a warp a row (CSR vector) would
 * leave most lanes without work.
 *
 * A second launch takes the long rows (ell_size.h), a block for each of their
 * parts, and lowers y with an atomic minimum. So a round's time is bounded by
 * the map's size alone, also on a star.
 *
 * Why it is right: x is only read; one thread writes y[v], and for long rows
 * minima of a later launch. In place, rows also read what this round wrote.
 * That is a label of a path too, labels only fall, and a round in which none
 * fell has read final labels alone.
 *
 * Launch: blocks of 256 threads, a warp for 32 rows, on large maps for several
 * tiles of them. Memory: forward CSR with labels and links (4 words a vertex, 2
 * an arc), first_in; tail, weight, arc: 5 words a vertex, 5 an arc; 3 words for
 * each part of a long row, less than 0.003 an arc. y uses the memory of the
 * links.
 *
 * A round moves 3 words a vertex, 2 an arc, and a gather of x for each arc
 * (lab/paper/spmv_sectors.h counts the sectors).
 *
 * Measured, H200, us a round: 6.0 million vertices 70; 1.4 million 31. Reading
 * the arcs of 32 rows coalesced, then adding up from shared memory (Greathouse
 * and Daga, SC 2014, CSR-Stream), took 81 and 36. */

enum { ARCS_AT_ONCE = 4 }; /* in flight; most rows of a road map have fewer */

/* Arcs [first, end) of a row. */
struct row_arcs {
    uint32_t first;
    uint32_t end;
};

/* Called by all lanes, of adjacent rows: reads each word of first_in once; a
 * row ends where the next lane's begins. */
static __device__ __forceinline__ row_arcs
arcs_of(const struct spmv_csr &matrix, uint32_t row, uint32_t vertex_count)
{
    const uint32_t *first_in = matrix.first_in;
    uint32_t first = read_once(&first_in[min(row, vertex_count)]);
    uint32_t end = __shfl_down_sync(~0u, first, 1);

    if (lane_index() == LANES - 1)
        end = read_once(&first_in[min(row + 1, vertex_count)]);
    return {first, end};
}

static __device__ __forceinline__ uint32_t
sum_over(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
         uint32_t arc)
{
    uint32_t tail = read_once(&matrix.tail[arc]);
    uint32_t weight = read_once(&matrix.weight[arc]);

    return cost_add(vectors.x[tail], weight);
}

static __device__ __forceinline__ uint32_t warp_least(uint32_t mine)
{
    for (unsigned step = LANES / 2; step > 0; step /= 2)
        mine = min(mine, __shfl_xor_sync(~0u, mine, step));
    return mine;
}

/* The least sum over the arcs of a row that is not long. */
static __device__ __forceinline__ uint32_t
least_of_row(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
             struct row_arcs arcs)
{
    uint32_t best = COST_INFINITY;

    if (arcs.end - arcs.first > ROW_ARCS_MAX)
        return best;
    for (uint32_t arc = arcs.first; arc < arcs.end; arc += ARCS_AT_ONCE) {
        uint32_t sum[ARCS_AT_ONCE];

#pragma unroll
        for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
            sum[i] = arc + i < arcs.end ? sum_over(matrix, vectors, arc + i)
                                        : COST_INFINITY;
#pragma unroll
        for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
            best = min(best, sum[i]);
    }
    return best;
}

static __global__ void __launch_bounds__(SPMV_BLOCK)
    rows_kernel(struct spmv_csr matrix, struct spmv_vectors vectors,
                struct host_word word, unsigned tiles)
{
    uint32_t changed = 0;

    for (unsigned i = 0; i < tiles; i++) {
        uint64_t first = tile_of(i, tiles) * SPMV_CSR_ROWS * LANES;

        if (first < vectors.vertex_count) {
            uint32_t row = row_of((uint32_t)first, 0);
            struct row_arcs arcs = arcs_of(matrix, row, vectors.vertex_count);
            struct spmv_row result = row_begin(vectors, row);

            result.best = least_of_row(matrix, vectors, arcs);
            changed += row_end(vectors, row, result);
        }
    }
    tell_changed(word, changed, matrix.part_count ? BLOCK_MORE : BLOCK_LAST);
}

/* After all other rows. Of the parts of one row only the first that lowers it
 * finds the label from the start of the round, where that is still known. */
static __global__ void __launch_bounds__(SPMV_BLOCK)
    piece_kernel(struct spmv_csr matrix, struct spmv_vectors vectors,
                 struct host_word word)
{
    struct row_part part = matrix.parts[blockIdx.x];
    uint32_t best = COST_INFINITY;
    bool counts = false;

    for (uint32_t arc = part.first + threadIdx.x; arc < part.end;
         arc += SPMV_BLOCK)
        best = min(best, sum_over(matrix, vectors, arc));
    best = warp_least(best);
    if (lane_index() == 0 && best <= vectors.bound &&
        best < vectors.y[part.row]) {
        uint32_t before = atomicMin(&vectors.y[part.row], best);

        counts = best < before &&
                 (vectors.x == vectors.y || before == vectors.x[part.row]);
    }
    tell_changed(word, counts, BLOCK_LAST);
}

cudaError_t launch_spmv_csr(const struct spmv_csr *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream)
{
    rows_kernel<<<blocks_for(vectors, SPMV_CSR_ROWS * tiles), SPMV_BLOCK, 0,
                  stream>>>(*matrix, *vectors, *word, tiles);
    if (matrix->part_count)
        piece_kernel<<<matrix->part_count, SPMV_BLOCK, 0, stream>>>(
            *matrix, *vectors, *word);
    return cudaGetLastError();
}

/* ---- Rows padded to the longest ---- */

/* One round of Bellman-Ford as a sparse matrix in ELL times a vector.
 *
 * Bell and Garland, "Implementing sparse matrix-vector multiplication on
 * throughput-oriented processors", SC 2009, section 4.1: a thread a row, slots
 * column by column, so that reads of a warp coalesce and no row waits for
 * another; the price is padding (ell_size.h). The product is the same as above,
 * and right for the same reasons.
 *
 * A slot whose tail is its own row is empty or a self-loop, which cannot lower
 * a label: x is not read for it.
 *
 * Launch: as above. Memory: forward CSR with labels and links (4 words a
 * vertex, 2 an arc), first_in, arc; 2 words a slot: 5 words a vertex, 3 an arc,
 * and up to 16 more for ELL_SLOTS_PER_ARC_MAX slots.
 *
 * A round moves 2 words a vertex, 2 a slot, and a gather of x for each arc
 * (lab/paper/spmv_sectors.h counts the sectors).
 *
 * Measured, H200, us a round of 6.0 million vertices with 6 slots each: 105
 * with two rows a thread at once, 124 with one, 151 with four. */

enum { SLOTS_AT_ONCE = 4 }; /* in flight */

/* The least sum over slots [first, first + SLOTS_AT_ONCE) of a row. */
static __device__ __forceinline__ uint32_t
sum_slots(const struct spmv_ell &matrix, const struct spmv_vectors &vectors,
          uint32_t row, uint32_t first)
{
    uint32_t tail[SLOTS_AT_ONCE];
    uint32_t weight[SLOTS_AT_ONCE];
    uint32_t best = COST_INFINITY;

#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++) {
        uint64_t slot = (uint64_t)(first + i) * matrix.stride + row;
        bool inside = first + i < matrix.width && row < vectors.vertex_count;

        tail[i] = inside ? read_once(&matrix.tail[slot]) : row;
        weight[i] = inside ? read_once(&matrix.weight[slot]) : WEIGHT_CLOSED;
    }
#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++) {
        if (tail[i] != row)
            weight[i] = cost_add(vectors.x[tail[i]], weight[i]);
        else
            weight[i] = COST_INFINITY;
    }
#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++)
        best = min(best, weight[i]);
    return best;
}

/* Returns how many of the thread's rows changed. */
static __device__ __forceinline__ uint32_t
ell_tile(const struct spmv_ell &matrix, const struct spmv_vectors &vectors,
         uint32_t first)
{
    struct spmv_row rows[SPMV_ELL_ROWS];
    uint32_t changed = 0;

#pragma unroll
    for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
        rows[j] = row_begin(vectors, row_of(first, j));
    for (uint32_t k = 0; k < matrix.width; k += SLOTS_AT_ONCE) {
#pragma unroll
        for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
            rows[j].best = min(rows[j].best,
                               sum_slots(matrix, vectors, row_of(first, j), k));
    }
#pragma unroll
    for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
        changed += row_end(vectors, row_of(first, j), rows[j]);
    return changed;
}

static __global__ void __launch_bounds__(SPMV_BLOCK)
    ell_kernel(struct spmv_ell matrix, struct spmv_vectors vectors,
               struct host_word word, unsigned tiles)
{
    uint32_t changed = 0;

    for (unsigned i = 0; i < tiles; i++) {
        uint64_t first = tile_of(i, tiles) * SPMV_ELL_ROWS * LANES;

        if (first < vectors.vertex_count)
            changed += ell_tile(matrix, vectors, (uint32_t)first);
    }
    tell_changed(word, changed, BLOCK_LAST);
}

cudaError_t launch_spmv_ell(const struct spmv_ell *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream)
{
    ell_kernel<<<blocks_for(vectors, SPMV_ELL_ROWS * tiles), SPMV_BLOCK, 0,
                 stream>>>(*matrix, *vectors, *word, tiles);
    return cudaGetLastError();
}

static __global__ void fill_kernel(struct spmv_ell ell,
                                   const uint32_t *first_in,
                                   const uint32_t *by_head,
                                   const uint32_t *weight, uint32_t *slots)
{
    uint32_t row = thread_index();
    bool there = row < ell.vertex_count;
    uint32_t arc = there ? first_in[row] : 0;
    uint32_t taken = there ? first_in[row + 1] - arc : 0;

    for (uint32_t k = 0; k < ell.width && row < ell.stride; k++) {
        uint32_t word = weight ? WEIGHT_CLOSED : row;

        if (k < taken)
            word = weight ? weight[by_head[arc + k]] : by_head[arc + k];
        slots[k * ell.stride + row] = word;
    }
}

cudaError_t launch_ell_fill(const struct spmv_ell *ell,
                            const uint32_t *first_in, const uint32_t *by_head,
                            const uint32_t *weight, uint32_t *slots,
                            cudaStream_t stream)
{
    fill_kernel<<<grid_for((uint32_t)ell->stride, MAP_BLOCK), MAP_BLOCK, 0,
                  stream>>>(*ell, first_in, by_head, weight, slots);
    return cudaGetLastError();
}
