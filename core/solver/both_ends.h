/* both_ends: one search of a pair from both ends at once; bidirectional's.
 *
 * The forward front starts at the seeds, the backward one at the target's
 * vertices, each with its adjustment less the smallest of them, so that none is
 * negative. The front with fewer open vertices settles the next
 * one. Whenever a vertex has a label from both ends their sum is a candidate,
 * and the search ends when the two least open labels add up to no less than the
 * best: a path not seen yet has a part before the one and after the other.
 *
 * No path visits a vertex twice, weight 0 or not: where a vertex is settled
 * from one end and is next from the other, the two least open labels add up to
 * its own sum, so the search is over. Inner vertices of the halves are settled,
 * so the halves share none. */
#ifndef RELAXD_SOLVER_BOTH_ENDS_H
#define RELAXD_SOLVER_BOTH_ENDS_H

#include "core/solver/csr.h"
#include "core/solver/front.h"

/* To all of a target's vertices or to one of them. */
struct both_ends {
    struct front *forward;
    struct front *backward; /* links are the arcs towards the target */
    const struct map *map;
    const struct topology *topology;
    const struct reverse_topology *reverse;
    const uint32_t *weight;
    struct query *query;
    struct target target;
    struct phase_observer *observer; /* of this one search, or NULL */

    /* Set by the search. */
    int64_t shift;  /* smallest adjustment of the target */
    uint32_t limit; /* sums above it are of no interest; COST_OVERFLOW: none */
    uint32_t best;  /* least sum of both halves, COST_INFINITY: none */
    uint32_t meeting; /* the vertex it was found at */
};

/* Searches, with the bound and the cancel flag of `query`, whose figures it
 * counts up. Nonzero once that is cancelled. */
int both_ends_run(struct both_ends *search);

#endif
