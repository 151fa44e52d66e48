/* depth: how many hops deep a shortest-path tree is. */
#ifndef RELAXD_LAB_DEPTH_H
#define RELAXD_LAB_DEPTH_H

#include "core/graph/map.h"

/* Hops to the vertex that is farthest in hops, along the tree that the solver
 * "dijkstra" finds from each of `sources`. 0 or a negative code with words. */
int depth_measure(const struct map *map, const uint32_t *sources,
                  uint32_t source_count, uint32_t *ret_depths,
                  struct error *error);

#endif
