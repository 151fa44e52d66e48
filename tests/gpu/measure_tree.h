/* measure_tree: a map on the device in cch-gpu's form, for measuring the parts
 * of a tree. A failure ends the program. */
#ifndef RELAXD_TESTS_GPU_MEASURE_TREE_H
#define RELAXD_TESTS_GPU_MEASURE_TREE_H

#include "core/graph/map.h"
#include "core/solver/device.h"
#include "core/solver/solver.h"
#include "tests/gpu/measure_clusters.h"

enum { SOURCES = 7 };

struct bench {
    struct map *map;
    struct solver *solver;
    struct metric *metric;
    struct sweep_task task;
    struct sweep_shape shape;
    uint32_t *first_of_level;
    uint32_t *expected; /* labels from the first source */
    uint32_t *labels;
    uint32_t source[SOURCES];
    struct kernel_seed *starts; /* the same on the device */
    cudaStream_t stream;
    cudaEvent_t event[3];
};

void bench_init(struct bench *bench, const struct device *gpu,
                const char *path);
void bench_finish(struct bench *bench);

/* How many labels of the first source differ from dijkstra's. */
uint32_t bench_count_wrong(struct bench *bench);

#endif
