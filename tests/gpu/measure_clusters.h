/* measure_clusters: alternatives to the sweep of gpu/cch/sweep.cu, for
 * measuring. */
#ifndef RELAXD_TESTS_GPU_MEASURE_CLUSTERS_H
#define RELAXD_TESTS_GPU_MEASURE_CLUSTERS_H

#include <stdbool.h>

#include "gpu/cch/sweep.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tree to sweep. */
struct sweep_task {
    struct cch_arrays arrays;
    struct cch_rows rows;
    uint32_t *label;
    uint32_t bound;
};

/* What takes the thin levels at the top, before the grid takes the rest. */
enum sweep_top {
    TOP_GRID,    /* the grid: no levels are thin */
    TOP_BLOCK,   /* its first block */
    TOP_CLUSTER, /* its first cluster */
    TOP_BEFORE,  /* a cluster, in a launch before it */
};

enum sweep_rest {
    REST_TOGETHER, /* a cooperative launch */
    REST_LAUNCHES, /* a launch per level */
};

struct sweep_way {
    enum sweep_top top;
    enum sweep_rest rest;
    unsigned cluster; /* blocks in a cluster; 0: none */
    bool dependent;   /* programmatic dependent launches */
};

/* Levels [0, thin) are the top's. first_of_level: rows.first_of_level on the
 * host. */
struct sweep_shape {
    const uint32_t *first_of_level;
    uint32_t level_count;
    uint32_t thin;
    struct kernel_grid grid;
};

cudaError_t launch_sweep_way(const struct sweep_task *task,
                             const struct sweep_shape *shape,
                             const struct sweep_way *way, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
