/* route_steps: a way over roads, edge by edge. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_STEPS_H
#define RELAXD_SERVICE_ROUTE_ROUTE_STEPS_H

#include <stddef.h>

#include "core/graph/roads/roads.h"

/* A part of an edge that a trip uses, all of it but at the trip's ends, and the
 * turn that led into it. */
struct route_step {
    uint32_t edge;
    uint32_t arc;           /* that entered it; ARC_NONE: the trip's first */
    uint32_t first_segment; /* in the direction of travel: of a forward edge
                               the least one that is used, of another the
                               largest */
    uint32_t segment_count; /* that are used, in part or as a whole; 0: it
                               begins or ends where the edge does, and what
                               counts is the turn */
    uint32_t weight;        /* of the part, without the turn */
    uint32_t duration_ms;
    uint64_t length_mm;
    uint32_t turn_weight;
    uint32_t turn_duration_ms;
    double begin; /* where on its first segment it begins, as a fraction of
                     that, forward: 0 or 1 but at a trip's beginning */
    double end;   /* where on its last it ends */
};

/* The node that a step comes to after so many of its segments, 0: where it
 * begins, as an index of roads.node_id. */
static inline uint32_t route_step_node(const struct route_step *step,
                                       uint32_t segments)
{
    uint32_t node = step->first_segment + edge_piece(step->edge);

    return edge_is_forward(step->edge) ? node + segments : node + 1 - segments;
}

struct route_steps {
    struct route_step *list; /* [count], free() it */
    uint32_t count;          /* 0: both places are one point */
};

/* That are used, in part or as a whole. */
size_t route_steps_segments(const struct route_steps *steps);

/* The nodes where steps pass from one segment to the next, in their order, as
 * indices of roads.node_id. Where a trip begins or ends with a turn, its end is
 * among them. Returns how many; writes none where ret_nodes is NULL. */
size_t route_steps_nodes(const struct roads *roads,
                         const struct route_steps *steps, uint32_t *ret_nodes);

/* The ids of all nodes along the steps that lead from one node to another, both
 * included; one where nothing is travelled between two of them. Returns how
 * many: at most two more than route_steps_nodes(). */
size_t route_steps_ids(const struct roads *roads,
                       const struct route_steps *steps, uint64_t from,
                       uint64_t to, uint64_t *ret_ids);

#endif
