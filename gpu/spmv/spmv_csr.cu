/* spmv_csr: one round of Bellman-Ford as a sparse matrix in CSR times a vector.
 *
 * Kepner and Gilbert, "Graph Algorithms in the Language of Linear Algebra",
 * SIAM 2011, chapter 5 (Fineman and Robinson): Bellman-Ford is d = d min.+ A
 * until nothing changes. A thread a row: Bell and Garland, "Implementing sparse
 * matrix-vector multiplication on throughput-oriented processors", SC 2009,
 * section 4.2, CSR (scalar). Rows of a road map have 3 arcs, so what the lanes
 * of a warp read side by side lies within a few sectors, and a warp a row (CSR
 * vector) would leave most lanes without work.
 *
 * Long rows (row_piece.h) are left out and taken by a second launch, a block
 * for each of their pieces, which lowers y with an atomic minimum. So a round's
 * time is bounded by the map's size alone, also on a star.
 *
 * Why it is right: x is only read, y[v] written by one thread, or by one and
 * then, in a later launch, by minima. In place rows also read what this round
 * wrote. That is a label of a path too, labels only fall, and a round in which
 * none fell has read final labels alone.
 *
 * Launch: blocks of 256 threads, a warp for 32 rows, which comes back for more
 * some times on large maps. Memory: forward CSR with labels and links (4 words
 * a vertex, 2 an arc), first_in; tail, weight, arc: 5 words a vertex, 5 an arc;
 * 3 words for each piece of a long row, less than 0.003 an arc. y lies where
 * the links will.
 *
 * A round moves 3 words a vertex, 2 an arc, and a gather of x for each arc
 * (spmv_sectors.h counts the sectors).
 *
 * Measured, H200, us a round: 6.0 million vertices 70; 1.4 million 31. Reading
 * the arcs of 32 rows side by side, then adding up from shared memory
 * (Greathouse and Daga, SC 2014, CSR-Stream), took 81 and 36. */
#include "gpu/spmv/spmv.cuh"

enum { ARCS_AT_ONCE = 4 }; /* in flight; most rows of a road map have fewer */

/* Arcs [first, end) of a row. */
struct row_arcs {
    uint32_t first;
    uint32_t end;
};

/* All lanes, of rows side by side: each word of first_in once, a row ends where
 * the next lane's begins. */
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
    tell_changed(word, changed, matrix.piece_count ? BLOCK_MORE : BLOCK_LAST);
}

/* After all other rows. Of the pieces of one row only the first that lowers it
 * finds the label that the round began with, where that is still known. */
static __global__ void __launch_bounds__(SPMV_BLOCK)
    piece_kernel(struct spmv_csr matrix, struct spmv_vectors vectors,
                 struct host_word word)
{
    struct row_piece piece = matrix.pieces[blockIdx.x];
    uint32_t best = COST_INFINITY;
    bool counts = false;

    for (uint32_t arc = piece.first + threadIdx.x; arc < piece.end;
         arc += SPMV_BLOCK)
        best = min(best, sum_over(matrix, vectors, arc));
    best = warp_least(best);
    if (lane_index() == 0 && best <= vectors.bound &&
        best < vectors.y[piece.row]) {
        uint32_t before = atomicMin(&vectors.y[piece.row], best);

        counts = best < before &&
                 (vectors.x == vectors.y || before == vectors.x[piece.row]);
    }
    tell_changed(word, counts, BLOCK_LAST);
}

cudaError_t launch_spmv_csr(const struct spmv_csr *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream)
{
    rows_kernel<<<blocks_for(vectors, SPMV_CSR_ROWS * tiles), SPMV_BLOCK, 0,
                  stream>>>(*matrix, *vectors, *word, tiles);
    if (matrix->piece_count)
        piece_kernel<<<matrix->piece_count, SPMV_BLOCK, 0, stream>>>(
            *matrix, *vectors, *word);
    return cudaGetLastError();
}
