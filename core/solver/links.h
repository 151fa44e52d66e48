/* links: predecessors, derived once the labels are final.
 *
 * For solvers on the CPU that find labels without going along arcs. An arc from
 * u to v is tight where cost[u] + weight = cost[v], neither infinite. A
 * labelled vertex is a root, a seed that kept its seed's cost; or has risen,
 * where a tight arc comes from a lower label; else it is level, with tight arcs
 * from equal labels alone, over weight 0 or between saturated ones. Those are
 * linked last, each to a vertex that is linked already.
 *
 * No links form a cycle: along them labels fall or stay, so all labels of a
 * cycle would be equal and all its links level, each made after the link of the
 * vertex that it leads to. Every labelled vertex gets one, as a shortest path
 * to it from a root is tight all along. */
#ifndef RELAXD_SOLVER_LINKS_H
#define RELAXD_SOLVER_LINKS_H

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"
#include "core/solver/query.h"

/* The labels that links are wanted of. */
struct links_scope {
    const struct topology *topology;
    const struct weights *weights;
    const uint32_t *cost;     /* [vertex_count] */
    const uint32_t *vertices; /* [vertex_count] all with a label within the
                                 query's bound, in any order */
    uint32_t vertex_count;
};

/* Fills link[v], [vertex_count of the topology], of the scope's vertices: an
 * arc, ARC_NONE at a root; other entries are spoiled or left. queue:
 * [scope.vertex_count] words of room. A query that is due becomes cancelled,
 * its links worth nothing. Linear in vertices and their arcs. 0, or -EIO for
 * labels that lead to no seed. */
int links_find(const struct links_scope *scope, struct query *query,
               uint32_t *link, uint32_t *queue, struct error *error);

#endif
