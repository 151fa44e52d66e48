/* town: a small map of roads for the table of tests: vertices are edges, plain
 * junctions and states. */
#ifndef RELAXD_TESTS_SOLVER_TOWN_H
#define RELAXD_TESTS_SOLVER_TOWN_H

#include "core/base/random.h"
#include "core/graph/map.h"

/* At most `vertices_max` vertices, which is at least 1, not ordered. `weight`
 * draws the weights of arcs; NULL: they keep the weights of turns and roads.
 * Ids differ from numbers, so that they tell maps apart. */
struct map *test_town(uint32_t vertices_max, struct random *random,
                      uint32_t (*weight)(struct random *random));

#endif
