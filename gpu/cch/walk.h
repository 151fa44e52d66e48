/* walk: labels on the ancestor chain of a vertex.
 *
 * All vertices that a source reaches going up, and all that reach a target
 * going down, lie on its chain of ancestors: a label for each vertex of its
 * supernodes. The distance of two vertices is the least sum over the vertices
 * that their chains share. */
#ifndef RELAXD_GPU_CCH_WALK_H
#define RELAXD_GPU_CCH_WALK_H

#include <stdbool.h>

#include "gpu/cch/customize.h"
#include "gpu/cch/sums.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Walks ---- */

/* The labels of walks, one walk after the other; within a walk by the depth of
 * the vertex. */
struct cch_vectors {
    uint32_t *label;    /* [walk][stride] */
    uint32_t *owner;    /* [walk][stride] supernode of the vertex */
    uint32_t *length;   /* [walk] number of labels */
    uint32_t stride;    /* words per walk, at least depth_count */
    cch_packed *packed; /* [walk][stride] NULL: without sums */
};

/* The walks of a grid. */
struct cch_walks {
    const struct kernel_seed *sources; /* [source_count] the first walks, going
                                          up */
    const struct kernel_seed *targets; /* [target_count] the other walks,
                                          towards these */
    uint32_t source_count;
    uint32_t target_count;
    unsigned team; /* threads that share a walk: 32 or more, a power of 2, at
                      most cch_team_max() */
};

/* More than CCH_BLOCK_MAX threads share a walk as a cluster of at most so many
 * blocks. */
enum { CCH_CLUSTER_BLOCKS = 16 };

/* The most threads that may share a walk: those of the largest cluster that the
 * current device holds. Those of a block where this program or the device has
 * no clusters, or the hierarchy is too deep. */
cudaError_t cch_team_max(const struct cch_arrays *arrays, unsigned *ret_team);

/* Fills the vectors; COST_INFINITY where no path leads. */
cudaError_t launch_cch_walks(const struct cch_arrays *arrays,
                             const struct cch_walks *walks,
                             const struct cch_vectors *vectors,
                             cudaStream_t stream);

/* Finished walks of one direction. */
struct cch_sum_walks {
    const struct kernel_seed *starts; /* [count] */
    const struct cch_sums *sums;      /* by place, with which a walk begins;
                                         NULL: none */
    const uint32_t *place;            /* [count] */
    uint32_t count;
    bool forward;
    unsigned team; /* as for walks, or a block where that is larger */
};

/* walk_sums.cu: fills the vectors' sums. */
cudaError_t launch_cch_walk_sums(const struct cch_arrays *arrays,
                                 const struct cch_sum_walks *walks,
                                 const struct cch_vectors *vectors,
                                 cudaStream_t stream);

/* Walks that label vertices. Those of column c are labelled from label[c] on,
 * `stride` words apart. */
struct cch_label_walks {
    const struct kernel_seed *starts; /* [count] */
    const uint32_t *columns;          /* [count], or NULL: all are of column
                                         0 */
    uint32_t count;
    unsigned team; /* as for walks */
    uint32_t *label;
    uint32_t stride;
    uint32_t bound; /* labels above it are not written */
};

/* Lowers a column's labels at the starts and at all vertices that they reach
 * going up. */
cudaError_t launch_cch_label_walks(const struct cch_arrays *arrays,
                                   const struct cch_label_walks *walks,
                                   cudaStream_t stream);

/* walk_cluster.cu: both for teams of more than CCH_BLOCK_MAX, where the labels
 * of a chain fit. */
bool cch_cluster_fits(const struct cch_arrays *arrays);
cudaError_t launch_cch_cluster_walks(const struct cch_arrays *arrays,
                                     const struct cch_walks *walks,
                                     const struct cch_vectors *vectors,
                                     cudaStream_t stream);
cudaError_t launch_cch_cluster_label_walks(const struct cch_arrays *arrays,
                                           const struct cch_label_walks *walks,
                                           cudaStream_t stream);

/* ---- Costs of sources and targets, from the labels of their walks ---- */

/* One requested cost: a query and one of its targets, each as a range of walks.
 */
struct cch_cell {
    uint32_t first_source; /* walks from sources */
    uint32_t source_count;
    uint32_t first_target; /* walks towards targets */
    uint32_t target_count;
    uint32_t bound;
};

/* Walks of both directions. */
struct cch_walked {
    struct cch_vectors sources;
    struct cch_vectors targets;
};

/* table.cu: cost[i] of each cell. adjustments: for the walks towards targets.
 */
cudaError_t launch_cch_pairs(const struct cch_walked *walked,
                             const struct cch_cell *cells, uint32_t count,
                             const int64_t *adjustments, uint32_t *cost,
                             cudaStream_t stream);

/* A row is a walk from a source, a column a walk towards a target. Walks are
 * sorted by their starts; the places give the caller's order. */
struct cch_product {
    uint32_t row_count;
    uint32_t column_count;
    const uint32_t *row_place;               /* [row_count] the caller's row */
    const uint32_t *column_place;            /* [column_count] */
    const struct kernel_seed *row_starts;    /* [row_count], ascending */
    const struct kernel_seed *column_starts; /* [column_count], ascending */
};

/* Costs, and sums beside them where `packed` is not NULL: both from walks with
 * sums, or neither. */
struct cch_cells {
    uint32_t *cost;
    cch_packed *packed;
};

/* table.cu: cells[place of row][place of column], the least sum over the
 * vertices that two walks share. */
cudaError_t launch_cch_product(const struct cch_walked *walked,
                               const struct cch_product *product,
                               const struct cch_cells *cells,
                               cudaStream_t stream);

/* The rows of each query and the columns of each target. */
struct cch_table {
    const uint32_t *first_row;    /* [query_count + 1] */
    const uint32_t *first_column; /* [target_count + 1] */
    const uint32_t *bound;        /* [query_count] */
    const int64_t *adjustments;   /* [columns] by place */
    const struct cch_sums *sums;  /* [columns] by place: added to sums */
    uint32_t query_count;
    uint32_t target_count;
    uint32_t column_count;
};

/* table.cu: from rows and columns to answer[query][target]. The answer's sums
 * are struct path_sums. */
cudaError_t launch_cch_choose(const struct cch_table *table,
                              const struct cch_cells *cells,
                              const struct cch_cells *answer,
                              cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
