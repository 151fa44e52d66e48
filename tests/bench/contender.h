/* contender: one way to find the costs from a vertex to all others. */
#ifndef RELAXD_TESTS_BENCH_CONTENDER_H
#define RELAXD_TESTS_BENCH_CONTENDER_H

#include <stdint.h>

#include "core/graph/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct contender {
    const char *name;

    /* Loads the map in the contender's own form; outside the time taken. */
    void *(*create)(const struct map *map);
    void (*destroy)(void *state);

    /* Finds costs and predecessors of all vertices: what is timed. */
    void (*run)(void *state, uint32_t source);

    /* What the finite costs of the last run add up to. */
    uint64_t (*sum)(void *state);
};

extern const struct contender contender_relaxd;
extern const struct contender contender_boost_csr;
extern const struct contender contender_boost_list;

#ifdef __cplusplus
}
#endif

#endif
