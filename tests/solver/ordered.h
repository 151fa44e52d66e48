/* ordered: a map renumbered by an order, and the same otherwise. */
#ifndef RELAXD_TESTS_SOLVER_ORDERED_H
#define RELAXD_TESTS_SOLVER_ORDERED_H

#include "core/base/random.h"
#include "core/graph/map.h"

/* By any order, drawn from `random`, or, where that is NULL, a good one. Aborts
 * where ordering fails or the arcs, by the ids of their ends, are not those of
 * `map` any more. */
struct map *ordered_map(const struct map *map, struct random *random);

#endif
