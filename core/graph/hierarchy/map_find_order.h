/* map_find_order: the elimination order that a map gets where nobody gives one.
 *
 * A bare graph is dissected as it is. Where vertices are edges of roads, the
 * graph of pieces is, so that what separates roads separates their turns, both
 * directions at once (Buchhold, Wagner, Zeitz and Zuendorf, "Customizable
 * Contraction Hierarchies with Turn Costs", ATMOS 2020, section 4); small parts
 * are then ordered by their vertices (order_refine.h). That takes as long as
 * dissecting the larger graph and joins 8 to 11 % fewer arcs
 * (docs/experiments.md). */
#ifndef RELAXD_GRAPH_HIERARCHY_MAP_FIND_ORDER_H
#define RELAXD_GRAPH_HIERARCHY_MAP_FIND_ORDER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

/* As dissect(). */
int map_find_order(const struct map *map, uint32_t **ret_order,
                   struct error *error);

#endif
