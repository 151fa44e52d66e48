/* dissect: an elimination order by nested dissection.
 *
 * Data reduction first eliminates vertices that need no search
 * (dissect_reduce.h); then METIS's multilevel nested dissection (Karypis and
 * Kumar 1998) runs: small separators last. Uses neither weights nor positions.
 * A large map is first cut into parts that all cores share (dissect.c). */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"

/* `ret_order`: [vertex_count], free()d by the caller, vertices from the first
 * to the last to be eliminated. The same topology gives the same order.
 * -ENOMEM; -EINVAL: more vertices or arcs than METIS can count; -EIO: METIS
 * found no order, or its process was killed; other codes: the process could not
 * be started. */
int dissect(const struct topology *topology, uint32_t **ret_order,
            struct error *error);

/* An elimination order that keeps groups of vertices together.
 *
 * Dissects the graph of the groups, each weighted by its number of vertices;
 * the vertices of a group are then eliminated in succession. */

/* `group`: [vertex_count] numbers below `group_count`. Otherwise as
 * dissect(). */
int dissect_groups(const struct topology *topology, const uint32_t *group,
                   uint32_t group_count, uint32_t **ret_order,
                   struct error *error);

#endif
