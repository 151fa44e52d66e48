/* cells: costs of sources and targets, from the labels of their walks. */
#ifndef RELAXD_GPU_CCH_CELLS_H
#define RELAXD_GPU_CCH_CELLS_H

#include "gpu/cch/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One cost that is asked for: a query and one of its targets, each by a range
 * of walks. */
struct cch_cell {
    uint32_t first_source; /* walk from a source */
    uint32_t source_count;
    uint32_t first_target; /* walk towards a target */
    uint32_t target_count;
    uint32_t bound;
};

/* Walks of both directions. */
struct cch_walked {
    struct cch_vectors sources;
    struct cch_vectors targets;
};

/* pairs.cu: cost[i] of each cell. adjustments: of the walks towards
 * targets. */
cudaError_t launch_cch_pairs(const struct cch_walked *walked,
                             const struct cch_cell *cells, uint32_t count,
                             const int64_t *adjustments, uint32_t *cost,
                             cudaStream_t stream);

/* A row is a walk from a source, a column one towards a target. Walks are in
 * the order of their starts; what is asked for has an order of its own. */
struct cch_product {
    uint32_t row_count;
    uint32_t column_count;
    const uint32_t *row_place;            /* [row_count] the row that it is */
    const uint32_t *column_place;         /* [column_count] */
    const struct kernel_seed *row_starts; /* [row_count], ascending */
    const struct kernel_seed *column_starts; /* [column_count], ascending */
};

/* product.cu: cost[place of row][place of column], the least sum over what
 * two walks share. */
cudaError_t launch_cch_product(const struct cch_walked *walked,
                               const struct cch_product *product,
                               uint32_t *cost, cudaStream_t stream);

/* A query's rows, a target's columns. */
struct cch_table {
    const uint32_t *first_row;    /* [query_count + 1] */
    const uint32_t *first_column; /* [target_count + 1] */
    const uint32_t *bound;        /* [query_count] */
    const int64_t *adjustments;   /* [columns] by place */
    uint32_t query_count;
    uint32_t target_count;
    uint32_t column_count;
};

/* product.cu: from rows and columns to cost[query][target]. */
cudaError_t launch_cch_choose(const struct cch_table *table,
                              const uint32_t *sums, uint32_t *cost,
                              cudaStream_t stream);

/* Cells with sums. */
struct cch_key_cells {
    uint32_t *cost;
    cch_key *key;
};

/* product_keys.cu: the same two with sums; they fill `cells` and `answer`,
 * keys of the answer as a struct path_sums. sums: the adjustments of each
 * column's by place. */
cudaError_t launch_cch_product_keys(const struct cch_walked *walked,
                                    const struct cch_product *product,
                                    const struct cch_key_cells *cells,
                                    cudaStream_t stream);
cudaError_t launch_cch_choose_keys(const struct cch_table *table,
                                   const struct cch_key_cells *cells,
                                   const struct cch_sums *sums,
                                   const struct cch_key_cells *answer,
                                   cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
