/* spmv_csr: one round of Bellman-Ford as a sparse matrix in CSR times a vector.
 *
 * Kepner and Gilbert, "Graph Algorithms in the Language of Linear Algebra",
 * SIAM 2011, chapter 5 (Fineman and Robinson): Bellman-Ford is d = d min.+ A
 * until nothing changes. Two kernels:
 *
 *     row      a thread a row: Bell and Garland, "Implementing sparse
 *              matrix-vector multiplication on throughput-oriented processors",
 *              SC 2009, section 4.2, CSR (scalar). Neighbouring threads read
 *              arcs some words apart.
 *     stream   a warp reads the arcs of its tile of rows side by side, whatever
 *              row they are of, leaves the sums in shared memory, and then each
 *              thread goes through its rows' there: CSR-Stream of Greathouse
 *              and Daga, "Efficient Sparse Matrix-Vector Multiplication on GPUs
 *              Using the CSR Storage Format", SC 2014, section 3.1, for a warp
 *              instead of a block. Rows of a road map have 3 arcs, so a warp a
 *              row (CSR vector) would leave most lanes without work.
 *
 * Long rows (cuda_csr_in.h) are left out by both and taken by a second launch,
 * a block for each of their pieces, which lowers y with an atomic minimum. So a
 * round's time is bounded by the map's size alone, also on a star.
 *
 * Why it is right: x is only read, y[v] written by one thread, or by one and
 * then, in a later launch, by minima. In place rows also read what this round
 * wrote. That is a label of a path too, labels only fall, and a round in which
 * none fell has read final labels alone.
 *
 * Launch: blocks of 256 threads, tiles of 32 rows a thread's row, some tiles a
 * warp in turn. Memory: forward CSR with labels and links (4 words a vertex, 3
 * an arc with its weight), first_in; tail, weight, arc: 5 words a vertex, 5 an
 * arc. y lies where the links will.
 *
 * A round moves 3 words a vertex, 2 an arc, and a gather of x for each arc
 * (spmv_sectors.h counts the sectors). */
#include "gpu/spmv.cuh"

/* Whole sectors of 8 words from the first arc on. */
enum { SECTOR_WORDS = 8 };

/* The rows of a tile: row first + j * LANES + lane, for each j below ROWS. */
template <unsigned ROWS> struct tile {
    enum { CHUNK = 4 * ROWS * LANES }; /* arcs that are summed at once */

    uint32_t first;
    uint32_t arc[ROWS]; /* the lane's rows begin there */
    uint32_t end[ROWS];
    uint32_t first_arc; /* the whole tile's */
    uint32_t end_arc;
};

static __device__ __forceinline__ uint32_t
arc_of_row(const struct spmv_csr &matrix, uint32_t row, uint32_t vertex_count)
{
    return read_once(&matrix.first_in[min(row, vertex_count)]);
}

/* Each word of first_in once: a row ends where the next lane's begins. */
template <unsigned ROWS>
static __device__ __forceinline__ void
tile_read(struct tile<ROWS> *tile, const struct spmv_csr &matrix,
          uint32_t first, uint32_t vertex_count)
{
    uint32_t next;

    tile->first = first;
#pragma unroll
    for (unsigned j = 0; j < ROWS; j++)
        tile->arc[j] = arc_of_row(matrix, row_of(first, j), vertex_count);
    next = lane_index() == 0
               ? arc_of_row(matrix, first + ROWS * LANES, vertex_count)
               : 0;
    tile->end_arc = next = __shfl_sync(~0u, next, 0);
#pragma unroll
    for (unsigned j = ROWS; j-- > 0;) {
        tile->end[j] = __shfl_down_sync(~0u, tile->arc[j], 1);
        if (lane_index() == LANES - 1)
            tile->end[j] = next;
        next = __shfl_sync(~0u, tile->arc[j], 0);
    }
    tile->first_arc = next;
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

/* One row by the whole warp; every lane must call it with the same. */
static __device__ __forceinline__ uint32_t
least_of_row(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
             uint32_t arc, uint32_t end)
{
    uint32_t best = COST_INFINITY;

    for (arc += lane_index(); arc < end; arc += LANES)
        best = min(best, sum_over(matrix, vectors, arc));
    return warp_least(best);
}

/* A tile with a long row: row by row. */
template <unsigned ROWS>
static __device__ void
tile_by_rows(const struct tile<ROWS> &tile, const struct spmv_csr &matrix,
             const struct spmv_vectors &vectors, struct spmv_row rows[ROWS])
{
#pragma unroll
    for (unsigned j = 0; j < ROWS; j++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t arc = __shfl_sync(~0u, tile.arc[j], lane);
            uint32_t end = __shfl_sync(~0u, tile.end[j], lane);
            uint32_t best = end - arc > ROW_ARCS_MAX
                                ? COST_INFINITY
                                : least_of_row(matrix, vectors, arc, end);

            if (lane == lane_index())
                rows[j].best = best;
        }
    }
}

/* Sums of the arcs [base, base + CHUNK) that lie within the tile. */
template <unsigned ROWS>
static __device__ __forceinline__ void
sum_chunk(const struct tile<ROWS> &tile, const struct spmv_csr &matrix,
          const struct spmv_vectors &vectors, uint32_t base, uint32_t *sums)
{
    uint32_t tail[4 * ROWS];
    uint32_t weight[4 * ROWS];

#pragma unroll
    for (unsigned i = 0; i < 4 * ROWS; i++) {
        uint32_t arc = base + i * LANES + lane_index();
        bool inside = arc >= tile.first_arc && arc < tile.end_arc;

        tail[i] = inside ? read_once(&matrix.tail[arc]) : 0;
        weight[i] = inside ? read_once(&matrix.weight[arc]) : WEIGHT_CLOSED;
    }
#pragma unroll
    for (unsigned i = 0; i < 4 * ROWS; i++) {
        if (weight[i] != WEIGHT_CLOSED)
            weight[i] = cost_add(vectors.x[tail[i]], weight[i]);
    }
#pragma unroll
    for (unsigned i = 0; i < 4 * ROWS; i++)
        sums[i * LANES + lane_index()] = weight[i];
}

template <unsigned ROWS>
static __device__ __forceinline__ void
tile_by_stream(const struct tile<ROWS> &tile, const struct spmv_csr &matrix,
               const struct spmv_vectors &vectors, uint32_t *sums,
               struct spmv_row rows[ROWS])
{
    const uint32_t chunk = tile.CHUNK;

    for (uint32_t base = tile.first_arc / SECTOR_WORDS * SECTOR_WORDS;
         base < tile.end_arc; base += chunk) {
        sum_chunk(tile, matrix, vectors, base, sums);
        __syncwarp();
#pragma unroll
        for (unsigned j = 0; j < ROWS; j++) {
            uint32_t end = min(tile.end[j], base + chunk);

            for (uint32_t a = max(tile.arc[j], base); a < end; a++)
                rows[j].best = min(rows[j].best, sums[a - base]);
        }
        __syncwarp();
    }
}

/* How many of the lane's rows changed. */
template <unsigned ROWS>
static __device__ __forceinline__ uint32_t
stream_tile(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
            uint32_t first, uint32_t *sums)
{
    struct tile<ROWS> tile;
    struct spmv_row rows[ROWS];
    bool has_long = false;
    uint32_t changed = 0;

    tile_read(&tile, matrix, first, vectors.vertex_count);
#pragma unroll
    for (unsigned j = 0; j < ROWS; j++) {
        rows[j] = row_begin(vectors, row_of(first, j));
        has_long |= tile.end[j] - tile.arc[j] > ROW_ARCS_MAX;
    }
    if (__any_sync(~0u, has_long))
        tile_by_rows(tile, matrix, vectors, rows);
    else
        tile_by_stream(tile, matrix, vectors, sums, rows);
#pragma unroll
    for (unsigned j = 0; j < ROWS; j++)
        changed += row_end(vectors, row_of(first, j), rows[j]);
    return changed;
}

template <unsigned ROWS>
static __global__ void __launch_bounds__(SPMV_BLOCK)
    stream_kernel(struct spmv_csr matrix, struct spmv_vectors vectors,
                  struct host_word word, unsigned tiles_per_warp)
{
    __shared__ uint32_t sums[WARPS][tile<ROWS>::CHUNK];
    uint32_t changed = 0;

    for (unsigned i = 0; i < tiles_per_warp; i++) {
        uint64_t first = tile_of(i, tiles_per_warp) * ROWS * LANES;

        if (first < vectors.vertex_count)
            changed += stream_tile<ROWS>(matrix, vectors, (uint32_t)first,
                                         sums[threadIdx.x / LANES]);
    }
    tell_changed(word, changed, matrix.piece_count ? BLOCK_MORE : BLOCK_LAST);
}

enum { ARCS_AT_ONCE = 4 }; /* most rows of a road map have fewer */

static __device__ __forceinline__ void
row_by_thread(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
              uint32_t arc, uint32_t end, struct spmv_row *row)
{
    if (end - arc > ROW_ARCS_MAX)
        return;
    for (; arc < end; arc += ARCS_AT_ONCE) {
        uint32_t sum[ARCS_AT_ONCE];

#pragma unroll
        for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
            sum[i] = arc + i < end ? sum_over(matrix, vectors, arc + i)
                                   : COST_INFINITY;
#pragma unroll
        for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
            row->best = min(row->best, sum[i]);
    }
}

template <unsigned ROWS>
static __device__ __forceinline__ uint32_t
row_tile(const struct spmv_csr &matrix, const struct spmv_vectors &vectors,
         uint32_t first)
{
    struct tile<ROWS> tile;
    uint32_t changed = 0;

    tile_read(&tile, matrix, first, vectors.vertex_count);
#pragma unroll
    for (unsigned j = 0; j < ROWS; j++) {
        uint32_t index = row_of(first, j);
        struct spmv_row row = row_begin(vectors, index);

        row_by_thread(matrix, vectors, tile.arc[j], tile.end[j], &row);
        changed += row_end(vectors, index, row);
    }
    return changed;
}

template <unsigned ROWS>
static __global__ void __launch_bounds__(SPMV_BLOCK)
    row_kernel(struct spmv_csr matrix, struct spmv_vectors vectors,
               struct host_word word, unsigned tiles_per_warp)
{
    uint32_t changed = 0;

    for (unsigned i = 0; i < tiles_per_warp; i++) {
        uint64_t first = tile_of(i, tiles_per_warp) * ROWS * LANES;

        if (first < vectors.vertex_count)
            changed += row_tile<ROWS>(matrix, vectors, (uint32_t)first);
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

template <unsigned ROWS>
static void launch_rows(const struct spmv_csr *matrix,
                        const struct spmv_vectors *vectors,
                        const struct spmv_shape *shape,
                        const struct host_word *word, cudaStream_t stream)
{
    unsigned blocks = blocks_for(vectors, shape);

    if (shape->kernel == SPMV_ROW)
        row_kernel<ROWS><<<blocks, SPMV_BLOCK, 0, stream>>>(
            *matrix, *vectors, *word, shape->tiles_per_warp);
    else
        stream_kernel<ROWS><<<blocks, SPMV_BLOCK, 0, stream>>>(
            *matrix, *vectors, *word, shape->tiles_per_warp);
}

cudaError_t launch_spmv_csr(const struct spmv_csr *matrix,
                            const struct spmv_vectors *vectors,
                            const struct spmv_shape *shape,
                            const struct host_word *word, cudaStream_t stream)
{
    if (shape->rows_per_thread == 1)
        launch_rows<1>(matrix, vectors, shape, word, stream);
    else if (shape->rows_per_thread == 2)
        launch_rows<2>(matrix, vectors, shape, word, stream);
    else
        launch_rows<4>(matrix, vectors, shape, word, stream);
    if (matrix->piece_count)
        piece_kernel<<<matrix->piece_count, SPMV_BLOCK, 0, stream>>>(
            *matrix, *vectors, *word);
    return cudaGetLastError();
}
