/* product: tables of costs, from the labels of their rows' and columns'
 * walks.
 *
 * A min-plus product of two dense matrices, [rows][depth] and [depth][columns],
 * restricted for each cell to the depths that its two walks share. Walks are
 * sorted by their starts: numbers are a postorder, so neighbours share long
 * ways from the root, and what all cells of a tile share is what its least and
 * its greatest start share. That prefix is a plain product; what is left
 * concerns tiles whose rows and columns are near each other and compares owners
 * cell by cell.
 *
 * That is far less work than a sweep for each row: per cell only what lies
 * above the place where two ways part, which for most pairs is the largest
 * separators.
 *
 * Two ways of grouping were thought of: by supernode (a product for each, over
 * the rows and columns below it) passes over each cell once for each supernode
 * on its way; by tile a cell stays in registers.
 *
 * Launch: a block of 256 for a tile of 64 x 64 cells, 16 a thread. */
#include "gpu/cch/tile.cuh"

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

cudaError_t launch_cch_product(const struct cch_walked *walked,
                               const struct cch_product *product,
                               uint32_t *cost, cudaStream_t stream)
{
    dim3 grid(grid_for(product->column_count, SIDE),
              grid_for(product->row_count, SIDE));

    if (product->column_count == 0 || product->row_count == 0)
        return cudaSuccess;
    product_kernel<<<grid, TEAM, 0, stream>>>(*walked, *product, cost);
    return cudaGetLastError();
}

cudaError_t launch_cch_choose(const struct cch_table *table,
                              const uint32_t *sums, uint32_t *cost,
                              cudaStream_t stream)
{
    dim3 grid(grid_for(table->target_count, SMALL_BLOCK), table->query_count);

    if (table->query_count == 0 || table->target_count == 0)
        return cudaSuccess;
    choose_kernel<<<grid, SMALL_BLOCK, 0, stream>>>(*table, sums, cost);
    return cudaGetLastError();
}
