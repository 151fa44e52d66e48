/* table: costs of tables and of pairs, from the labels of walks.
 *
 * A table is a min-plus product of two dense matrices, [rows][depth] and
 * [depth][columns], restricted for each cell to the depths that its two walks
 * share. Walks are sorted by their starts. Vertex numbers are a postorder, so
 * neighbours share long chains from the root, and all cells of a tile share
 * what its least and its greatest start share. That prefix is a plain product.
 * The rest concerns tiles whose rows and columns are close together and
 * compares owners cell by cell.
 *
 * That is far less work than a sweep for each row: per cell only the part above
 * the vertex where two chains split, which for most pairs is the largest
 * separators.
 *
 * The alternative is to group by supernode: a product for each, over the rows
 * and columns below it. It passes over each cell once for each supernode on its
 * chain; by tile a cell stays in registers.
 *
 * Launch: a block of 256 for a tile of 64 x 64 cells, 16 a thread. */
#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "gpu/block.cuh"
#include "gpu/cch/packed_sums.cuh"
#include "gpu/cch/walk.h"

/* ---- A tile of cells ---- */

/* A tile of a table's cells, from the labels of its rows' and columns' walks. A
 * block of TEAM threads each, PER * PER cells a thread. */

enum {
    SIDE = 64,   /* cells of a tile in a row and in a column */
    DEPTHS = 16, /* staged at a time */
    PER = 4,     /* rows and columns per thread */
    TEAM = SIDE / PER * SIDE / PER,
    PITCH = SIDE + 4, /* of a staged depth; reduces bank conflicts */
};

/* A side's labels and owners, [depth][walk]. */
struct stage {
    uint32_t label[DEPTHS][PITCH];
    uint32_t owner[DEPTHS][PITCH];
};

/* The walks of one side of a tile. */
struct side {
    struct cch_vectors vectors;
    uint32_t first;
    uint32_t count; /* at most SIDE */
    uint32_t low;   /* the least start vertex */
    uint32_t high;  /* the greatest */
};

struct tile {
    struct side row;
    struct side column;
    uint32_t shared; /* depths that all cells share */
    uint32_t depths; /* no cell shares depths beyond this */
};

struct walk_at {
    const struct side *side;
    uint32_t walk;
};

static __device__ struct walk_at first_of(const struct side &side)
{
    return {&side, side.first};
}

static __device__ struct walk_at last_of(const struct side &side)
{
    return {&side, side.first + side.count - 1};
}

static __device__ uint32_t length_of(struct walk_at at)
{
    return at.side->vectors.length[at.walk];
}

static __device__ uint32_t owner_at(struct walk_at at, uint32_t depth)
{
    const struct cch_vectors &vectors = at.side->vectors;

    return vectors.owner[(size_t)at.walk * vectors.stride + depth];
}

/* Depths that two walks share; called by the whole block. */
static __device__ uint32_t shared_depths(struct walk_at a, struct walk_at b,
                                         uint32_t *least)
{
    uint32_t length = min(length_of(a), length_of(b));

    __syncthreads();
    if (threadIdx.x == 0)
        *least = length;
    __syncthreads();
    for (uint32_t d = threadIdx.x; d < length; d += TEAM) {
        if (owner_at(a, d) != owner_at(b, d)) {
            atomicMin(least, d);
            break;
        }
    }
    __syncthreads();
    return *least;
}

static __device__ uint32_t longest(const struct side &side)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < side.count; i++)
        most = max(most, side.vectors.length[side.first + i]);
    return most;
}

/* Finds the depths that all cells share, and those that any shares. */
static __device__ void measure(struct tile *tile, uint32_t *least)
{
    const struct side &row = tile->row;
    const struct side &column = tile->column;

    tile->shared = shared_depths(
        row.low < column.low ? first_of(row) : first_of(column),
        row.high > column.high ? last_of(row) : last_of(column), least);
    if (row.high < column.low)
        tile->depths = shared_depths(last_of(row), first_of(column), least);
    else if (column.high < row.low)
        tile->depths = shared_depths(last_of(column), first_of(row), least);
    else
        tile->depths = min(longest(row), longest(column));
}

/* Stages labels, and owners if requested, of one side at depths from `first`
 * on. */
static __device__ void load(const struct side &side, uint32_t first,
                            uint32_t end, uint32_t no_owner, bool owners,
                            struct stage *stage)
{
    const struct cch_vectors &vectors = side.vectors;
    uint32_t d = threadIdx.x % DEPTHS;

    for (uint32_t i = threadIdx.x / DEPTHS; i < SIDE; i += TEAM / DEPTHS) {
        uint32_t walk = side.first + i;
        size_t at = (size_t)walk * vectors.stride + first + d;
        bool there = i < side.count && first + d < end;

        if (owners)
            there = there && first + d < vectors.length[walk];
        stage->label[d][i] = there ? vectors.label[at] : COST_INFINITY;
        if (owners)
            stage->owner[d][i] = there ? vectors.owner[at] : no_owner;
    }
}

/* Owners that no supernode has and that differ by side. */
static const uint32_t NO_ROW = SUPERNODE_NONE;
static const uint32_t NO_COLUMN = SUPERNODE_NONE - 1;

template <bool OWNERS>
static __device__ __forceinline__ void
add_depth(const struct stage &rows, const struct stage &columns, uint32_t d,
          uint32_t best[PER][PER])
{
    uint32_t row = threadIdx.x / (SIDE / PER) * PER;
    uint32_t column = threadIdx.x % (SIDE / PER) * PER;

#pragma unroll
    for (int i = 0; i < PER; i++) {
#pragma unroll
        for (int j = 0; j < PER; j++) {
            uint32_t sum =
                cost_add(rows.label[d][row + i], columns.label[d][column + j]);

            if (!OWNERS ||
                rows.owner[d][row + i] == columns.owner[d][column + j])
                best[i][j] = min(best[i][j], sum);
        }
    }
}

/* Depths [first, end) of all cells. */
template <bool OWNERS>
static __device__ void
add_depths(const struct tile &tile, uint32_t first, uint32_t end,
           struct stage *rows, struct stage *columns, uint32_t best[PER][PER])
{
    for (uint32_t at = first; at < end; at += DEPTHS) {
        __syncthreads();
        load(tile.row, at, end, NO_ROW, OWNERS, rows);
        load(tile.column, at, end, NO_COLUMN, OWNERS, columns);
        __syncthreads();
#pragma unroll 4
        for (uint32_t d = 0; d < DEPTHS; d++)
            add_depth<OWNERS>(*rows, *columns, d, best);
    }
}

static __device__ struct side side_at(const struct cch_vectors &vectors,
                                      const struct kernel_seed *starts,
                                      uint32_t first, uint32_t count)
{
    struct side side = {vectors, first, min(count - first, (uint32_t)SIDE), 0,
                        0};

    side.low = starts[first].vertex;
    side.high = starts[first + side.count - 1].vertex;
    return side;
}

/* The block's tile. */
static __device__ struct tile tile_of_block(const struct cch_walked &walked,
                                            const struct cch_product &product,
                                            uint32_t *least)
{
    struct tile tile;

    tile.row = side_at(walked.sources, product.row_starts, blockIdx.y * SIDE,
                       product.row_count);
    tile.column = side_at(walked.targets, product.column_starts,
                          blockIdx.x * SIDE, product.column_count);
    measure(&tile, least);
    return tile;
}

/* The costs of a thread's cells. */
static __device__ __forceinline__ void add_all(const struct tile &tile,
                                               struct stage *rows,
                                               struct stage *columns,
                                               uint32_t best[PER][PER])
{
    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++)
            best[i][j] = COST_INFINITY;
    }
    add_depths<false>(tile, 0, tile.shared, rows, columns, best);
    if (tile.shared < tile.depths)
        add_depths<true>(tile, tile.shared, tile.depths, rows, columns, best);
}

/* The index of a thread's cell in the answer. */
static __device__ __forceinline__ size_t
place_of(const struct cch_product &product, const struct tile &tile,
         uint32_t row, uint32_t column)
{
    return (size_t)product.row_place[tile.row.first + row] *
               product.column_count +
           product.column_place[tile.column.first + column];
}

/* Stores the words of a thread's valid cells. */
template <class word>
static __device__ void store(const struct cch_product &product,
                             const struct tile &tile, const word best[PER][PER],
                             word *ret_words)
{
    uint32_t row = threadIdx.x / (SIDE / PER) * PER;
    uint32_t column = threadIdx.x % (SIDE / PER) * PER;

    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++) {
            if (row + i < tile.row.count && column + j < tile.column.count)
                ret_words[place_of(product, tile, row + i, column + j)] =
                    best[i][j];
        }
    }
}

/* ---- Costs ---- */

static __global__ void __launch_bounds__(TEAM)
    product_kernel(struct cch_walked walked, struct cch_product product,
                   uint32_t *cost)
{
    __shared__ struct stage rows;
    __shared__ struct stage columns;
    __shared__ uint32_t least;
    uint32_t best[PER][PER];
    struct tile tile = tile_of_block(walked, product, &least);

    add_all(tile, &rows, &columns, best);
    store(product, tile, best, cost);
}

static __global__ void choose_kernel(struct cch_table table,
                                     const uint32_t *sums, uint32_t *cost)
{
    uint32_t q = blockIdx.y;
    uint32_t t = thread_index();
    uint32_t best = COST_INFINITY;

    if (t >= table.target_count)
        return;
    for (uint32_t c = table.first_column[t]; c < table.first_column[t + 1];
         c++) {
        uint32_t label = COST_INFINITY;

        for (uint32_t r = table.first_row[q]; r < table.first_row[q + 1]; r++)
            label = min(label, sums[(size_t)r * table.column_count + c]);
        if (label <= table.bound[q])
            best = min(best, cost_adjust(label, table.adjustments[c]));
    }
    cost[(size_t)q * table.target_count + t] = best;
}

/* ---- Sums beside costs ---- */

/* Tables of costs and, beside them, of durations and lengths.
 *
 * First the product of costs. Once a thread knows the costs of its cells it
 * repeats the product over labels and sums: a cell's sums are the least of
 * those whose costs add up to its own. Few do, so the second product takes an
 * addition and a comparison for each term and reads sums in shared memory only
 * for matches.
 *
 * Launch: as above, with 35 KB of shared memory. */

/* Beside a stage. */
struct packed_stage {
    cch_packed packed[DEPTHS][PITCH];
};

/* One side's. */
struct packed_side {
    struct stage *labels;
    struct packed_stage *packed;
};

static __device__ void load_packed(const struct side &side, uint32_t first,
                                   uint32_t end, struct packed_stage *stage)
{
    const struct cch_vectors &vectors = side.vectors;
    uint32_t d = threadIdx.x % DEPTHS;

    for (uint32_t i = threadIdx.x / DEPTHS; i < SIDE; i += TEAM / DEPTHS) {
        uint32_t walk = side.first + i;
        bool there = i < side.count && first + d < end &&
                     first + d < vectors.length[walk];

        stage->packed[d][i] =
            there ? vectors.packed[(size_t)walk * vectors.stride + first + d]
                  : PACKED_NONE;
    }
}

template <bool OWNERS>
static __device__ __forceinline__ void
match_depth(const struct packed_side &rows, const struct packed_side &columns,
            uint32_t d, const uint32_t cost[PER][PER],
            cch_packed best[PER][PER])
{
    uint32_t row = threadIdx.x / (SIDE / PER) * PER;
    uint32_t column = threadIdx.x % (SIDE / PER) * PER;

#pragma unroll
    for (int i = 0; i < PER; i++) {
#pragma unroll
        for (int j = 0; j < PER; j++) {
            if (is_sum(cost[i][j], rows.labels->label[d][row + i],
                       columns.labels->label[d][column + j]) &&
                (!OWNERS || rows.labels->owner[d][row + i] ==
                                columns.labels->owner[d][column + j]))
                best[i][j] =
                    min(best[i][j],
                        packed_add(rows.packed->packed[d][row + i],
                                   columns.packed->packed[d][column + j]));
        }
    }
}

/* Depths [first, end) of all cells. */
template <bool OWNERS>
static __device__ void
match_depths(const struct tile &tile, uint32_t first, uint32_t end,
             const struct packed_side &rows, const struct packed_side &columns,
             const uint32_t cost[PER][PER], cch_packed best[PER][PER])
{
    for (uint32_t at = first; at < end; at += DEPTHS) {
        __syncthreads();
        load(tile.row, at, end, NO_ROW, OWNERS, rows.labels);
        load(tile.column, at, end, NO_COLUMN, OWNERS, columns.labels);
        load_packed(tile.row, at, end, rows.packed);
        load_packed(tile.column, at, end, columns.packed);
        __syncthreads();
        for (uint32_t d = 0; d < DEPTHS; d++)
            match_depth<OWNERS>(rows, columns, d, cost, best);
    }
}

static __device__ __forceinline__ void
match_all(const struct tile &tile, const struct packed_side &rows,
          const struct packed_side &columns, const uint32_t cost[PER][PER],
          cch_packed best[PER][PER])
{
    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++)
            best[i][j] = PACKED_NONE;
    }
    match_depths<false>(tile, 0, tile.shared, rows, columns, cost, best);
    if (tile.shared < tile.depths)
        match_depths<true>(tile, tile.shared, tile.depths, rows, columns, cost,
                           best);
}

static __global__ void __launch_bounds__(TEAM)
    product_sums_kernel(struct cch_walked walked, struct cch_product product,
                        uint32_t *cost, cch_packed *packed)
{
    __shared__ struct stage rows;
    __shared__ struct stage columns;
    __shared__ struct packed_stage row_sums;
    __shared__ struct packed_stage column_sums;
    __shared__ uint32_t least;
    uint32_t best[PER][PER];
    cch_packed best_packed[PER][PER];
    struct tile tile = tile_of_block(walked, product, &least);

    add_all(tile, &rows, &columns, best);
    store(product, tile, best, cost);
    match_all(tile, {&rows, &row_sums}, {&columns, &column_sums}, best,
              best_packed);
    store(product, tile, best_packed, packed);
}

/* sum_adjust() of core/solver/query.h; ret_below: the sum fell below 0. */
static __device__ uint32_t adjust(uint32_t sum, int64_t adjustment,
                                  bool *ret_below)
{
    int64_t adjusted = (int64_t)sum + adjustment;

    *ret_below = adjusted < 0;
    if (sum == SUM_NONE)
        return SUM_NONE;
    if (adjusted < 0)
        return 0;
    return adjusted < (int64_t)SUM_NONE ? (uint32_t)adjusted : SUM_NONE;
}

/* The pair of sums of label_adjust() there; `adjusted` is the adjusted cost. */
static __device__ cch_packed adjust_packed(cch_packed packed, uint32_t cost,
                                           int64_t adjustment,
                                           uint32_t adjusted,
                                           const struct cch_sums &sums)
{
    bool below;
    bool length_below;
    uint32_t duration =
        adjust((uint32_t)(packed >> 32), sums.duration_ms, &below);
    uint32_t length = adjust((uint32_t)packed, sums.length_mm, &length_below);

    if (adjusted > COST_MAX)
        return PACKED_NONE;
    if ((int64_t)cost + adjustment < 0)
        return 0;
    if (duration == SUM_NONE)
        return PACKED_NONE;
    return packed_of(duration, below ? 0 : length);
}

/* The least label, with its pair of sums, over the rows of a query for one
 * column. */
static __device__ uint32_t least_of_rows(const struct cch_table &table,
                                         const struct cch_cells &cells,
                                         uint32_t q, uint32_t c,
                                         cch_packed *ret_packed)
{
    uint32_t label = COST_INFINITY;
    cch_packed packed = PACKED_NONE;

    for (uint32_t r = table.first_row[q]; r < table.first_row[q + 1]; r++) {
        size_t at = (size_t)r * table.column_count + c;
        uint32_t cost = cells.cost[at];

        if (cost > label)
            continue;
        packed =
            cost < label ? cells.packed[at] : min(packed, cells.packed[at]);
        label = cost;
    }
    *ret_packed = packed;
    return label;
}

static __global__ void choose_sums_kernel(struct cch_table table,
                                          struct cch_cells cells,
                                          struct cch_cells answer)
{
    uint32_t q = blockIdx.y;
    uint32_t t = thread_index();
    uint32_t best = COST_INFINITY;
    cch_packed best_packed = PACKED_NONE;

    if (t >= table.target_count)
        return;
    for (uint32_t c = table.first_column[t]; c < table.first_column[t + 1];
         c++) {
        cch_packed packed;
        uint32_t label = least_of_rows(table, cells, q, c, &packed);
        uint32_t cost = cost_adjust(label, table.adjustments[c]);

        if (label > table.bound[q] || label == COST_INFINITY || cost > best)
            continue;
        packed = adjust_packed(packed, label, table.adjustments[c], cost,
                               table.sums[c]);
        best_packed = cost < best ? packed : min(best_packed, packed);
        best = cost;
    }
    answer.cost[(size_t)q * table.target_count + t] = best;
    answer.packed[(size_t)q * table.target_count + t] =
        best_packed << 32 | best_packed >> 32;
}

/* ---- Launching ---- */

cudaError_t launch_cch_product(const struct cch_walked *walked,
                               const struct cch_product *product,
                               const struct cch_cells *cells,
                               cudaStream_t stream)
{
    dim3 grid(grid_for(product->column_count, SIDE),
              grid_for(product->row_count, SIDE));

    if (product->column_count == 0 || product->row_count == 0)
        return cudaSuccess;
    if (cells->packed)
        product_sums_kernel<<<grid, TEAM, 0, stream>>>(
            *walked, *product, cells->cost, cells->packed);
    else
        product_kernel<<<grid, TEAM, 0, stream>>>(*walked, *product,
                                                  cells->cost);
    return cudaGetLastError();
}

cudaError_t launch_cch_choose(const struct cch_table *table,
                              const struct cch_cells *cells,
                              const struct cch_cells *answer,
                              cudaStream_t stream)
{
    dim3 grid(grid_for(table->target_count, SMALL_BLOCK), table->query_count);

    if (table->query_count == 0 || table->target_count == 0)
        return cudaSuccess;
    if (answer->packed)
        choose_sums_kernel<<<grid, SMALL_BLOCK, 0, stream>>>(*table, *cells,
                                                             *answer);
    else
        choose_kernel<<<grid, SMALL_BLOCK, 0, stream>>>(*table, cells->cost,
                                                        answer->cost);
    return cudaGetLastError();
}

/* ---- Pairs ---- */

/* The costs of many pairs, each from the labels of two walks.
 *
 * Two walks share the supernodes above the lowest one on both chains, at the
 * same depths, from the root on; a shortest path has its highest vertex there.
 * Lanes of a warp take adjacent depths and end at the first that the walks do
 * not share.
 *
 * Several seeds, or vertices of a target: all combinations, one after another.
 *
 * Launch: a warp a cell. */

enum { WARP = 32 };

/* The least sum over the depths that two walks share, in all lanes. */
static __device__ uint32_t least_sum(const struct cch_walked &walked,
                                     uint32_t source, uint32_t target)
{
    const struct cch_vectors &from = walked.sources;
    const struct cch_vectors &to = walked.targets;
    size_t at_source = (size_t)source * from.stride;
    size_t at_target = (size_t)target * to.stride;
    uint32_t length = min(from.length[source], to.length[target]);
    uint32_t best = COST_INFINITY;
    uint32_t first = 0;
    bool shared = true;

    while (first < length && __all_sync(~0u, shared)) {
        uint32_t d = first + threadIdx.x % WARP;

        shared =
            d < length && from.owner[at_source + d] == to.owner[at_target + d];
        if (shared)
            best = min(best, cost_add(from.label[at_source + d],
                                      to.label[at_target + d]));
        first += WARP;
    }
    for (int step = WARP / 2; step > 0; step /= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    return best;
}

static __device__ uint32_t cell_cost(const struct cch_walked &walked,
                                     const struct cch_cell &cell,
                                     const int64_t *adjustments)
{
    uint32_t best = COST_INFINITY;

    for (uint32_t t = 0; t < cell.target_count; t++) {
        uint32_t target = cell.first_target + t;
        uint32_t label = COST_INFINITY;

        for (uint32_t s = 0; s < cell.source_count; s++)
            label =
                min(label, least_sum(walked, cell.first_source + s, target));
        if (label <= cell.bound)
            best = min(best, cost_adjust(label, adjustments[target]));
    }
    return best;
}

static __global__ void pairs_kernel(struct cch_walked walked,
                                    const struct cch_cell *cells,
                                    uint32_t count, const int64_t *adjustments,
                                    uint32_t *cost)
{
    uint32_t i = thread_index() / WARP;
    uint32_t best;

    if (i >= count)
        return;
    best = cell_cost(walked, cells[i], adjustments);
    if (threadIdx.x % WARP == 0)
        cost[i] = best;
}

cudaError_t launch_cch_pairs(const struct cch_walked *walked,
                             const struct cch_cell *cells, uint32_t count,
                             const int64_t *adjustments, uint32_t *cost,
                             cudaStream_t stream)
{
    const unsigned block = 4 * WARP;

    if (count == 0)
        return cudaSuccess;
    pairs_kernel<<<grid_for(count, block / WARP), block, 0, stream>>>(
        *walked, cells, count, adjustments, cost);
    return cudaGetLastError();
}
