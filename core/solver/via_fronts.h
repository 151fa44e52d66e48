/* via_fronts: alternatives of a pair by searches from both ends, on a map
 * without an order.
 *
 * Each front goes as far as an alternative may be long; candidates are the
 * vertices that both label so that the sum is within that. The exact method of
 * Abraham, Delling, Goldberg and Werneck 2013, section 5 (X-BDV), but for its
 * pruning. Takes a few times what the pair does.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_FRONTS_H
#define RELAXD_SOLVER_VIA_FRONTS_H

#include "core/solver/csr.h"
#include "core/solver/front.h"
#include "core/solver/via_choice.h"

struct via_fronts {
    struct via_ground ground;
    const struct csr *csr;
    struct front *forward;  /* the caller's */
    struct front *backward; /* the caller's; links are the arcs towards the
                               target, costs are less `shift` */
    struct front probe;     /* for tests */
    int64_t shift;          /* the least adjustment of the target */
    uint32_t most;          /* sums above it are of no interest */
    struct via_choice choice;
    struct via_candidates candidates;
};

/* Of a csr-both form; it and the fronts outlive it. 0 or -ENOMEM. finish() is
 * fine after either and on zero bytes. */
int via_fronts_init(struct via_fronts *via, const struct csr *csr,
                    struct front *forward, struct front *backward);
void via_fronts_finish(struct via_fronts *via);

/* Fills the alternatives of a query whose path was found; or it becomes
 * cancelled. 0, -ENOMEM or -ELOOP. */
int via_fronts_solve(struct via_fronts *via, const struct weights *weights,
                     struct query *query);

#endif
