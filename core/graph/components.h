/* components: counts the components of a map.
 *
 * A strong component is a largest set of vertices that all reach each other; a
 * weak one ignores the directions of arcs. Closed arcs are ignored. Strong
 * components use the path-based method (Gabow, "Path-based depth-first search
 * for strong and biconnected components", Information Processing Letters 74,
 * 2000, section 2), with explicit stacks; weak ones use union-find. Any thread;
 * the map is only read. */
#ifndef RELAXD_GRAPH_COMPONENTS_H
#define RELAXD_GRAPH_COMPONENTS_H

#include <stdint.h>

#include "core/graph/map.h"

struct components {
    uint32_t count;
    uint32_t largest; /* vertices in the largest one; 0 on an empty map */
};

/* Linear time, 20 bytes a vertex while it runs. 0 or -ENOMEM. */
int components_strong(const struct map *map, struct components *ret_components);

/* The same for any graph, and the component of each vertex: numbers below the
 * count. `weight`: [arc_count], or NULL if no arc is closed. `ret_component`:
 * [vertex_count], or NULL. `ret_largest`: the number of the largest; of equal
 * ones, the first found. */
int components_strong_members(const struct topology *topology,
                              const uint32_t *weight,
                              struct components *ret_components,
                              uint32_t *ret_component, uint32_t *ret_largest);

/* Nearly linear time, 8 bytes a vertex while it runs. 0 or -ENOMEM. */
int components_weak(const struct map *map, struct components *ret_components);

#endif
