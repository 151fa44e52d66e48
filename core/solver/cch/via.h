/* via: alternatives of a pair on a hierarchy.
 *
 * Candidates are the vertices on the chains of source, target and some vertices
 * of the shortest path; pair.h gives their paths and the costs for tests. The
 * method of Abraham, Delling, Goldberg and Werneck 2013, section 5, whose
 * candidates on a contraction hierarchy are the vertices where upward searches
 * from both ends meet, with exact labels instead of upper bounds. One
 * thread. */
#ifndef RELAXD_SOLVER_CCH_VIA_H
#define RELAXD_SOLVER_CCH_VIA_H

#include "core/solver/cch/pair.h"

struct cch_via;

/* Uses `pair`, which must outlive it. NULL: no memory. */
struct cch_via *cch_via_create(struct pair *pair);
void cch_via_destroy(struct cch_via *via); /* NULL is fine */

/* Fills the alternatives of a query with a path. 0, or a negative code with
 * words. */
int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error);

#endif
