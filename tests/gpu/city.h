/* city: a grid of streets with houses along them, large enough for answers of
 * several blocks, and the checks of the CUDA solvers on it. */
#ifndef RELAXD_TESTS_GPU_CITY_H
#define RELAXD_TESTS_GPU_CITY_H

#include "core/graph/map.h"
#include "core/solver/catalog.h"

/* Junctions on a side, houses beside each; fewer on an emulated device, whose
 * time grows with phases. */
#ifndef CITY_SIDE
#define CITY_SIDE 60
#endif
#ifndef CITY_HOUSES
#define CITY_HOUSES 37
#endif

enum {
    CITY_JUNCTIONS = CITY_SIDE * CITY_SIDE,
    CITY_VERTICES = CITY_JUNCTIONS * (1 + CITY_HOUSES),
};

struct city {
    const struct device *device;
    struct catalog catalog; /* with the CUDA solvers */
    struct map *map;
    uint32_t *expected; /* [CITY_VERTICES] labels from city_corner */
};

extern struct city city;
extern const struct seed city_corner;

/* cmocka's group setup and teardown. */
int city_setup(void **state);
int city_teardown(void **state);

/* Keeps the label of every vertex; refuses after a number of blocks. */
struct label_sink {
    struct sink base;
    uint32_t *cost; /* [CITY_VERTICES] owned */
    uint32_t labels;
    unsigned blocks_left;
};

void label_sink_init(struct label_sink *sink);
void label_sink_finish(struct label_sink *sink);

/* Asserts that every label of the city has arrived and is right. */
void expect_all_labels(const struct label_sink *sink);

/* From the corner to all vertices. */
struct query city_query(enum query_output output, struct sink *sink);

/* Prepares, solves one query, frees everything. */
int city_solve(const struct solver_ops *ops, const struct device *device,
               struct query *query, struct phase_observer *observer);

/* Solves TREE and REACHED and asserts complete answers. */
void city_expect_whole(const struct solver_ops *ops);

/* Calls `test` with every CUDA solver but dijkstra-gpu. */
void city_for_each_solver(void (*test)(const struct solver_ops *ops));

#endif
