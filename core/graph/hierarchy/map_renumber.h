/* map_renumber: a map with other numbers for its vertices. */
#ifndef RELAXD_GRAPH_HIERARCHY_MAP_RENUMBER_H
#define RELAXD_GRAPH_HIERARCHY_MAP_RENUMBER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

/* Vertex v becomes number[v]; each number once. Arcs go with their tails and
 * keep their order there; all else stays what it was. The new map stands alone
 * and has no hierarchy. 0 or -ENOMEM. */
int map_renumber(const struct map *map, const uint32_t *number,
                 struct map **ret_map, struct error *error);

#endif
