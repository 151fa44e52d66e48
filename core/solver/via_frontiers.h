/* via_frontiers: alternatives of a pair by searches from both ends, on a map
 * without an order.
 *
 * Each frontier runs up to an alternative's maximum cost; candidates are the
 * vertices labelled by both with a sum within it. The exact method of Abraham,
 * Delling, Goldberg and Werneck 2013, section 5 (X-BDV), without its pruning.
 * Takes a few times as long as the pair.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_FRONTS_H
#define RELAXD_SOLVER_VIA_FRONTS_H

#include "core/solver/csr.h"
#include "core/solver/frontier.h"
#include "core/solver/via_choice.h"

struct via_frontiers {
    struct via_ground ground;
    const struct csr *csr;
    struct search_frontier *forward;  /* the caller's */
    struct search_frontier *backward; /* the caller's; links are the arcs
                                         towards the target, costs are reduced
                                         by `shift` */
    struct search_frontier probe;     /* for the T-tests */
    int64_t shift;                    /* the least adjustment of the target */
    uint32_t most;                    /* larger sums are ignored */
    struct via_choice choice;
    struct via_candidates candidates;
};

/* For a csr-both form; it and the frontiers must outlive this. 0 or -ENOMEM.
 * finish() is fine after either and on zero bytes. */
int via_frontiers_init(struct via_frontiers *via, const struct csr *csr,
                       struct search_frontier *forward,
                       struct search_frontier *backward);
void via_frontiers_finish(struct via_frontiers *via);

/* Fills the alternatives of a query with a path, or cancels it. 0, -ENOMEM or
 * -ELOOP. */
int via_frontiers_solve(struct via_frontiers *via,
                        const struct weights *weights, struct query *query);

#endif
