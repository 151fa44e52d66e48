/* ordered: a map renumbered by an order, otherwise the same. */
#ifndef RELAXD_TESTS_SOLVER_ORDERED_H
#define RELAXD_TESTS_SOLVER_ORDERED_H

#include "core/base/random.h"
#include "core/graph/map.h"

/* With an order drawn from `random`, or, where that is NULL, a good one. Aborts
 * where ordering fails or the arcs, by the ids of their ends, differ from those
 * of `map`. */
struct map *ordered_map(const struct map *map, struct random *random);

#endif
