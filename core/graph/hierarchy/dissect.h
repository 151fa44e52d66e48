/* dissect: an elimination order by nested dissection.
 *
 * What has its place anyway goes first (dissect_reduce.h); then METIS's
 * multilevel nested dissection (Karypis and Kumar 1998): small separators last.
 * For maps without weights or positions. A large map is cut into parts first,
 * which cores share (dissect_parts.h). */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"

/* `ret_order`: [vertex_count], free()d by the caller, vertices from the first
 * to be eliminated to the last. The same topology gives the same order.
 * -ENOMEM; -EINVAL: more vertices or arcs than METIS can count; -EIO: it found
 * none, or its process was ended; other codes: it could not be started. */
int dissect(const struct topology *topology, uint32_t **ret_order,
            struct error *error);

/* An elimination order that keeps groups of vertices together.
 *
 * The graph of the groups is dissected, groups weighing as much as they have
 * vertices; then each is eliminated when its turn comes. */

/* `group`: [vertex_count] numbers below `group_count`. As dissect(). */
int dissect_groups(const struct topology *topology, const uint32_t *group,
                   uint32_t group_count, uint32_t **ret_order,
                   struct error *error);

#endif
