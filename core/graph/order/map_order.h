/* map_order: a map renumbered by an elimination order, with its hierarchy.
 *
 * Vertices get new numbers, arcs with them; ids, positions, classes, weights
 * and info stay what they were. */
#ifndef RELAXD_GRAPH_ORDER_MAP_ORDER_H
#define RELAXD_GRAPH_ORDER_MAP_ORDER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"

/* What map_order_within() may answer beside 0 and negative codes. */
enum { MAP_ORDER_TOO_LARGE = 1 };

/* `order`: [vertex_count], every vertex once, first to be eliminated first; any
 * order is right, a bad one is slow and large. NULL: map_find_order() does. The
 * new map stands alone, `map` stays the caller's. -EINVAL: no such order, or
 * its hierarchy would be too large for anyone; -ENOMEM. */
int map_order(const struct map *map, const uint32_t *order,
              struct map **ret_map, struct error *error);

/* The same where the hierarchy takes `bytes_max` at most
 * (hierarchy_size_bytes()). MAP_ORDER_TOO_LARGE: it would take more, which is
 * known once there is an order, before time and memory go into it. *ret_size is
 * set then, and on success. */
int map_order_within(const struct map *map, const uint32_t *order,
                     double bytes_max, struct hierarchy_size *ret_size,
                     struct map **ret_map, struct error *error);

/* The elimination order that a map gets where nobody gives one.
 *
 * A bare graph is dissected as it is. Where vertices are edges of roads, the
 * graph of pieces is, so that what separates roads separates their turns, both
 * directions at once (Buchhold, Wagner, Zeitz and Zuendorf, "Customizable
 * Contraction Hierarchies with Turn Costs", ATMOS 2020, section 4); small parts
 * are then ordered by their vertices (order_refine.h). That takes as long as
 * dissecting the larger graph and joins 8 to 11 % fewer arcs
 * (docs/experiments.md). */

/* As dissect(). */
int map_find_order(const struct map *map, uint32_t **ret_order,
                   struct error *error);

#endif
