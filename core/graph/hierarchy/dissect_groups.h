/* dissect_groups: an elimination order that keeps groups of vertices together.
 *
 * The graph of the groups is dissected, groups weighing as much as they have
 * vertices; then each is eliminated when its turn comes. */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_GROUPS_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_GROUPS_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"

/* `group`: [vertex_count] numbers below `group_count`. As dissect(). */
int dissect_groups(const struct topology *topology, const uint32_t *group,
                   uint32_t group_count, uint32_t **ret_order,
                   struct error *error);

#endif
