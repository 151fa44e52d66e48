/* expanded: a map of roads where turns cost: its vertices are the arcs of a
 * road map, its arcs the turns from one to the next.
 *
 * Vertex a is arc a; its id is another number. A turn weighs as much as the arc
 * that it leads into, plus a random cost; some turns are closed. U-turns exist
 * only at dead ends. */
#ifndef RELAXD_TESTS_SOLVER_EXPANDED_H
#define RELAXD_TESTS_SOLVER_EXPANDED_H

#include "core/base/random.h"
#include "core/graph/map.h"

/* Aborts when memory is short. */
struct map *expanded_map(const struct map *road, struct random *random);

/* Which end of an arc determines when it is eliminated. */
enum expanded_by { EXPANDED_BY_HEAD, EXPANDED_BY_TAIL };

/* Turns the order of an ordered road map into one of its expanded map: an arc
 * comes when that end does, those of one vertex together. [arc_count], the
 * caller free()s it. */
uint32_t *expanded_order(const struct map *road, enum expanded_by by);

#endif
