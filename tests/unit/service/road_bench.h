/* road_bench: a service over a random town by number, and the town's network.
 */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ROAD_BENCH_H
#define RELAXD_TESTS_UNIT_SERVICE_ROAD_BENCH_H

#include "core/base/random.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/fixture.h"

struct road_bench {
    struct bench *bench; /* the map is "line" */
    struct road_network network;
    const struct map *map;
    const struct roads *roads; /* of the map */
    struct service *service;
};

/* Limits: 1000 pairs, 2000 costs, 10,000 cells. */
void road_bench_open(struct road_bench *bench, uint32_t side, uint64_t seed);

/* Takes ownership of both, which describe the same roads. */
void road_bench_open_map(struct road_bench *bench, struct map *map,
                         const struct road_network *network);

/* From two drafts of the same roads. */
void road_bench_open_draft(struct road_bench *bench, struct road_draft *draft,
                           struct road_draft *same);
void road_bench_close(struct road_bench *bench);

/* The base of a question; the waiter is ready for one more. */
struct question road_bench_base(struct road_bench *bench, const char *solver);

/* Waits for the answer; returns its outcome. */
enum outcome road_bench_wait(struct road_bench *bench,
                             const struct question *question);

/* A random node of any piece. */
uint64_t road_bench_node(const struct road_bench *bench, struct random *random);

#endif
