/* street: near-far on a long street, where all distances are known. */
#ifndef RELAXD_TESTS_GPU_STREET_H
#define RELAXD_TESTS_GPU_STREET_H

#include "core/solver/solver.h"

/* How much further a phase of the search reaches; most targets of a trip. */
enum { DELTA = 8, TARGETS_MAX = 3 };

struct street {
    uint32_t length; /* vertices */
    struct map *map;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
};

/* One block takes lists up to alone_below. Queries run one after the other
 * where together_mib is 0. Asserts success, as do all functions here. */
void street_init(struct street *street, const struct device *device,
                 uint32_t length, uint32_t alone_below, uint32_t together_mib);
void street_finish(struct street *street);

void street_solve(struct street *street, struct query **queries, size_t count);
uint32_t street_distance(const struct street *street, uint32_t from,
                         uint32_t to);

/* From one vertex to several, with paths. */
struct trip {
    struct seed seed;
    struct target_vertex ends[TARGETS_MAX];
    struct target targets[TARGETS_MAX];
    uint32_t cost[TARGETS_MAX];
    struct path path[TARGETS_MAX];
    struct query query;
};

void trip_init(struct trip *trip, uint32_t from, const uint32_t *to,
               uint32_t count);
void trip_finish(struct trip *trip);
void trip_expect_right(const struct trip *trip, const struct street *street);

#endif
