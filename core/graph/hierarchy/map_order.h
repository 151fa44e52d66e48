/* map_order: a map renumbered by an elimination order, with its hierarchy.
 *
 * Vertices get new numbers, arcs with them; ids, positions, classes, weights
 * and info stay what they were. */
#ifndef RELAXD_GRAPH_HIERARCHY_MAP_ORDER_H
#define RELAXD_GRAPH_HIERARCHY_MAP_ORDER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

/* `order`: [vertex_count], every vertex once, first to be eliminated first; any
 * order is right, a bad one is slow and large. NULL: dissect() finds it. The
 * new map stands alone, `map` stays the caller's. -EINVAL: no such order, or
 * its hierarchy would be too large; -ENOMEM. */
int map_order(const struct map *map, const uint32_t *order,
              struct map **ret_map, struct error *error);

#endif
