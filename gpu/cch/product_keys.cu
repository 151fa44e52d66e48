/* product_keys: tables of costs and, beside them, of durations and lengths.
 *
 * The product of product.cu, and once a thread knows the costs of its cells the
 * same again over labels and keys: a cell's key is the least of those whose
 * costs add up to its own. Few do, so that the second product takes an addition
 * and a comparison for each sum, and keys wait in shared memory for those.
 *
 * Launch: as product.cu, with 35 KB of shared memory. */
#include "gpu/cch/keys.cuh"
#include "gpu/cch/tile.cuh"

/* Beside a stage. */
struct key_stage {
    cch_key key[DEPTHS][PITCH];
};

/* One side's. */
struct key_side {
    struct stage *labels;
    struct key_stage *keys;
};

static __device__ void load_keys(const struct side &side, uint32_t first,
                                 uint32_t end, struct key_stage *stage)
{
    const struct cch_vectors &vectors = side.vectors;
    uint32_t d = threadIdx.x % DEPTHS;

    for (uint32_t i = threadIdx.x / DEPTHS; i < SIDE; i += TEAM / DEPTHS) {
        uint32_t walk = side.first + i;
        bool there = i < side.count && first + d < end &&
                     first + d < vectors.length[walk];

        stage->key[d][i] =
            there ? vectors.key[(size_t)walk * vectors.stride + first + d]
                  : KEY_NONE;
    }
}

template <bool OWNERS>
static __device__ __forceinline__ void
match_depth(const struct key_side &rows, const struct key_side &columns,
            uint32_t d, const uint32_t cost[PER][PER], cch_key best[PER][PER])
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
                    min(best[i][j], key_add(rows.keys->key[d][row + i],
                                            columns.keys->key[d][column + j]));
        }
    }
}

/* Depths [first, end) of all cells. */
template <bool OWNERS>
static __device__ void
match_depths(const struct tile &tile, uint32_t first, uint32_t end,
             const struct key_side &rows, const struct key_side &columns,
             const uint32_t cost[PER][PER], cch_key best[PER][PER])
{
    for (uint32_t at = first; at < end; at += DEPTHS) {
        __syncthreads();
        load(tile.row, at, end, NO_ROW, OWNERS, rows.labels);
        load(tile.column, at, end, NO_COLUMN, OWNERS, columns.labels);
        load_keys(tile.row, at, end, rows.keys);
        load_keys(tile.column, at, end, columns.keys);
        __syncthreads();
        for (uint32_t d = 0; d < DEPTHS; d++)
            match_depth<OWNERS>(rows, columns, d, cost, best);
    }
}

static __device__ __forceinline__ void match_all(const struct tile &tile,
                                                 const struct key_side &rows,
                                                 const struct key_side &columns,
                                                 const uint32_t cost[PER][PER],
                                                 cch_key best[PER][PER])
{
    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++)
            best[i][j] = KEY_NONE;
    }
    match_depths<false>(tile, 0, tile.shared, rows, columns, cost, best);
    if (tile.shared < tile.depths)
        match_depths<true>(tile, tile.shared, tile.depths, rows, columns, cost,
                           best);
}

static __global__ void __launch_bounds__(TEAM)
    product_keys_kernel(struct cch_walked walked, struct cch_product product,
                        uint32_t *cost, cch_key *key)
{
    __shared__ struct stage rows;
    __shared__ struct stage columns;
    __shared__ struct key_stage row_keys;
    __shared__ struct key_stage column_keys;
    __shared__ uint32_t least;
    uint32_t best[PER][PER];
    cch_key best_key[PER][PER];
    struct tile tile = tile_of_block(walked, product, &least);

    add_all(tile, &rows, &columns, best);
    store(product, tile, best, cost);
    match_all(tile, {&rows, &row_keys}, {&columns, &column_keys}, best,
              best_key);
    store(product, tile, best_key, key);
}

/* sum_adjust() of path_sums.h; ret_below: it fell below 0. */
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

/* The key of label_adjust() there; `adjusted` is the cost's. */
static __device__ cch_key adjust_key(cch_key key, uint32_t cost,
                                     int64_t adjustment, uint32_t adjusted,
                                     const struct cch_sums &sums)
{
    bool below;
    bool length_below;
    uint32_t duration = adjust((uint32_t)(key >> 32), sums.duration_ms, &below);
    uint32_t length = adjust((uint32_t)key, sums.length_mm, &length_below);

    if (adjusted > COST_MAX)
        return KEY_NONE;
    if ((int64_t)cost + adjustment < 0)
        return 0;
    if (duration == SUM_NONE)
        return KEY_NONE;
    return key_of(duration, below ? 0 : length);
}

/* The least label, with its key, of what rows of a query give to a column. */
static __device__ uint32_t least_of_rows(const struct cch_table &table,
                                         const struct cch_key_cells &cells,
                                         uint32_t q, uint32_t c,
                                         cch_key *ret_key)
{
    uint32_t label = COST_INFINITY;
    cch_key key = KEY_NONE;

    for (uint32_t r = table.first_row[q]; r < table.first_row[q + 1]; r++) {
        size_t at = (size_t)r * table.column_count + c;
        uint32_t cost = cells.cost[at];

        if (cost > label)
            continue;
        key = cost < label ? cells.key[at] : min(key, cells.key[at]);
        label = cost;
    }
    *ret_key = key;
    return label;
}

static __global__ void choose_keys_kernel(struct cch_table table,
                                          struct cch_key_cells cells,
                                          const struct cch_sums *sums,
                                          struct cch_key_cells answer)
{
    uint32_t q = blockIdx.y;
    uint32_t t = thread_index();
    uint32_t best = COST_INFINITY;
    cch_key best_key = KEY_NONE;

    if (t >= table.target_count)
        return;
    for (uint32_t c = table.first_column[t]; c < table.first_column[t + 1];
         c++) {
        cch_key key;
        uint32_t label = least_of_rows(table, cells, q, c, &key);
        uint32_t cost = cost_adjust(label, table.adjustments[c]);

        if (label > table.bound[q] || label == COST_INFINITY || cost > best)
            continue;
        key = adjust_key(key, label, table.adjustments[c], cost, sums[c]);
        best_key = cost < best ? key : min(best_key, key);
        best = cost;
    }
    answer.cost[(size_t)q * table.target_count + t] = best;
    answer.key[(size_t)q * table.target_count + t] =
        best_key << 32 | best_key >> 32;
}

cudaError_t launch_cch_product_keys(const struct cch_walked *walked,
                                    const struct cch_product *product,
                                    const struct cch_key_cells *cells,
                                    cudaStream_t stream)
{
    dim3 grid(grid_for(product->column_count, SIDE),
              grid_for(product->row_count, SIDE));

    if (product->column_count == 0 || product->row_count == 0)
        return cudaSuccess;
    product_keys_kernel<<<grid, TEAM, 0, stream>>>(*walked, *product,
                                                   cells->cost, cells->key);
    return cudaGetLastError();
}

cudaError_t launch_cch_choose_keys(const struct cch_table *table,
                                   const struct cch_key_cells *cells,
                                   const struct cch_sums *sums,
                                   const struct cch_key_cells *answer,
                                   cudaStream_t stream)
{
    dim3 grid(grid_for(table->target_count, SMALL_BLOCK), table->query_count);

    if (table->query_count == 0 || table->target_count == 0)
        return cudaSuccess;
    choose_keys_kernel<<<grid, SMALL_BLOCK, 0, stream>>>(*table, *cells, sums,
                                                         *answer);
    return cudaGetLastError();
}
