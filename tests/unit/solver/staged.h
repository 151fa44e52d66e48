/* staged: least weights of paths over some vertices only, by Floyd's algorithm.
 *
 * The expected result of customizing, in the simplest way: cubic, for small
 * maps. */
#ifndef RELAXD_TESTS_UNIT_SOLVER_STAGED_H
#define RELAXD_TESTS_UNIT_SOLVER_STAGED_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/map.h"

struct staged {
    uint32_t n;
    uint32_t *word; /* [n][n] from row to column */
};

/* The arcs alone, 0 from each vertex to itself; `touching` omits arcs with no
 * end in [first, end). Aborts when memory is short. */
void staged_init(struct staged *staged, const struct map *map,
                 const uint32_t *weight);
void staged_init_touching(struct staged *staged, const struct map *map,
                          const uint32_t *weight, uint32_t first, uint32_t end);
void staged_finish(struct staged *staged);

/* Allows paths over the vertex. */
void staged_pass(struct staged *staged, uint32_t vertex);

static inline uint32_t staged_get(const struct staged *staged, uint32_t from,
                                  uint32_t to)
{
    return staged->word[(uint64_t)from * staged->n + to];
}

#endif
