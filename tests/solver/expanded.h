/* expanded: a map of roads where turns cost: its vertices are the arcs of a
 * road map, its arcs the turns from one to the next.
 *
 * Vertex a is arc a; its id is another number. A turn weighs what the arc does
 * that it leads into, and a random cost; some are closed. Turning back is no
 * turn but at a dead end. */
#ifndef RELAXD_TESTS_SOLVER_EXPANDED_H
#define RELAXD_TESTS_SOLVER_EXPANDED_H

#include "core/base/random.h"
#include "core/graph/map.h"

/* Aborts when memory is short. */
struct map *expanded_map(const struct map *road, struct random *random);

/* Whose turn to be eliminated is an arc's. */
enum expanded_by { EXPANDED_BY_HEAD, EXPANDED_BY_TAIL };

/* The order of an ordered road map, made into one of what it expands to: an arc
 * goes when an end of it does, those of one vertex together. [arc_count],
 * free()d by the caller. */
uint32_t *expanded_order(const struct map *road, enum expanded_by by);

#endif
