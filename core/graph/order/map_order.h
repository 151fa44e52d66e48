/* map_order: renumbers a map by an elimination order and adds its hierarchy.
 *
 * Vertices get new numbers, and arcs with them; ids, positions, classes,
 * weights and info stay. */
#ifndef RELAXD_GRAPH_ORDER_MAP_ORDER_H
#define RELAXD_GRAPH_ORDER_MAP_ORDER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"

/* A positive outcome of map_order_within(). */
enum { MAP_ORDER_TOO_LARGE = 1 };

/* `order`: [vertex_count], every vertex once, the first to be eliminated first.
 * Any order is correct; a bad one is slow and large. NULL: uses
 * map_find_order(). The new map is independent; the caller keeps `map`.
 * -EINVAL: not a permutation, or the hierarchy would exceed the fixed limits;
 * -ENOMEM. */
int map_order(const struct map *map, const uint32_t *order,
              struct map **ret_map, struct error *error);

/* The same if the hierarchy takes at most `bytes_max` (hierarchy_size_bytes()).
 * MAP_ORDER_TOO_LARGE: it would take more, which shows once there is an order,
 * before time and memory go into it. *ret_size is set then, and on success. */
int map_order_within(const struct map *map, const uint32_t *order,
                     double bytes_max, struct hierarchy_size *ret_size,
                     struct map **ret_map, struct error *error);

/* The default elimination order of a map.
 *
 * For a bare graph, dissects the graph itself. Where vertices are edges of
 * roads, dissects the graph of pieces, so that separators of roads separate
 * their turns, both directions at once (Buchhold, Wagner, Zeitz and Zuendorf,
 * "Customizable Contraction Hierarchies with Turn Costs", ATMOS 2020, section
 * 4), then orders small parts by their vertices (order_refine.h). That takes as
 * long as dissecting the larger graph and joins 8 to 11 % fewer arcs
 * (docs/experiments.md). */

/* Outcomes as of dissect(). */
int map_find_order(const struct map *map, uint32_t **ret_order,
                   struct error *error);

#endif
