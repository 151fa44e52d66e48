/* answer: from a solver's labels to what a query asked for.
 *
 * What every solver does last, on the CPU: picks the best vertex of each
 * target, follows predecessor links, cuts labels into blocks for the sink. */
#ifndef RELAXD_SOLVER_ANSWER_H
#define RELAXD_SOLVER_ANSWER_H

#include "core/solver/query.h"

/* A solver's result in host memory. */
struct labels {
    /* [vertex_count], COST_INFINITY: unlabelled. */
    const uint32_t *cost;
    /* [vertex_count] arcs, ARC_NONE at seeds, not read where unlabelled. May be
     * NULL where the query asks for no path and no predecessors. */
    const uint32_t *predecessor;
};

/* The cost of one target, and by which of its vertices; VERTEX_NONE where the
 * cost is COST_INFINITY. */
uint32_t answer_target(const struct target *target, const uint32_t *cost,
                       uint32_t bound, uint32_t *ret_vertex);

/* Fills cost[] and path[] (COSTS, PATHS) or feeds the sink (REACHED, TREE) and
 * sets the status. 0, -ENOMEM, or -ELOOP for links that go round. */
int answer_from_labels(struct query *query, const struct topology *topology,
                       const struct labels *labels);

/* REACHED from a list of labelled vertices instead of all of them. */
int answer_reached_from(struct query *query, const uint32_t *vertices,
                        uint32_t vertex_count, const struct labels *labels);

#endif
