/* contender: a program that finds the costs from a vertex to all others. */
#ifndef RELAXD_TESTS_BENCH_CONTENDER_H
#define RELAXD_TESTS_BENCH_CONTENDER_H

#include <stdint.h>

#include "core/graph/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct contender {
    const char *name;

    /* Loads the map into the contender's own form; not timed. */
    void *(*create)(const struct map *map);
    void (*destroy)(void *state);

    /* Finds costs and predecessors of all vertices; timed. */
    void (*run)(void *state, uint32_t source);

    /* The sum of the last run's finite costs. */
    uint64_t (*sum)(void *state);
};

extern const struct contender contender_relaxd;
extern const struct contender contender_boost_csr;
extern const struct contender contender_boost_list;

#ifdef __cplusplus
}
#endif

#endif
