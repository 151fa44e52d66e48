/* via: alternatives of a pair on a hierarchy.
 *
 * Candidates are the vertices on the ways of source, target and some vertices
 * of the least path (via_ways.h); their paths and the costs that tests need are
 * those of pairs (pair.h). The method of Abraham, Delling, Goldberg and Werneck
 * 2013, section 5, whose candidates on a contraction hierarchy are the vertices
 * that upward searches from both ends meet at, with exact labels instead of
 * upper bounds. One thread. */
#ifndef RELAXD_SOLVER_CCH_VIA_H
#define RELAXD_SOLVER_CCH_VIA_H

#include "core/solver/cch/pair.h"
#include "core/solver/cch/via_ways.h"
#include "core/solver/via_choice.h"

struct cch_via {
    struct via_ground ground;
    struct pair *pair; /* the caller's */
    const struct cch_metric *metric;
    struct via_ways ways;
    struct via_choice choice;
    struct via_candidates candidates;
    struct path second; /* from the via vertex on */
};

/* `pair` outlives it. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes. */
int cch_via_init(struct cch_via *via, const struct map *map, struct pair *pair);
void cch_via_finish(struct cch_via *via);

/* Fills the alternatives of a query whose path was found. 0, or a negative code
 * with words. */
int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error);

#endif
