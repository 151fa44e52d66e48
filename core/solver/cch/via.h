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
#include "core/solver/cch/walk.h"
#include "core/solver/via_choice.h"

/* ---- Exact costs on ancestor chains ---- */

/* Exact costs, from the source and to the target, of all vertices on some
 * vertices' chains.
 *
 * Walks up give labels over lower vertices only. Then, in descending order,
 * each supernode's labels are the minimum of these and of an upward neighbour's
 * label plus the closed entry between: the sweep of PHAST (Delling et al.
 * 2011), along chains instead of over the map, from either end.
 *
 * An admissible path that users value crosses separators of the map near the
 * source and near the target, whose vertices are on the chains of both ends;
 * chains of vertices between them add those of the cells that a path crosses.
 *
 * One thread. */

struct via_chains {
    const struct map *map;
    struct walk *forward;  /* the caller's */
    struct walk *backward; /* the caller's */
    uint32_t *from_source; /* [vertex_count] on the chains; exact up to `most`,
                              any larger value beyond */
    uint32_t *to_target;   /* [vertex_count] the same, with the adjustments
                              reduced by `shift` */
    bool *on_chain;        /* [supernode_count] all false between queries */
    uint32_t *chain;       /* [chain_count] supernodes, descending */
    uint32_t chain_count;
    size_t chain_capacity;
    uint32_t *front; /* [front_max + ROWS_SLACK] */
    int64_t shift;   /* the least adjustment of the target */
    uint32_t most;   /* larger sums are ignored */
};

struct cch_via {
    struct via_ground ground;
    struct pair *pair; /* the caller's */
    const struct cch_metric *metric;
    struct via_chains chains;
    struct via_choice choice;
    struct via_candidates candidates;
    struct path second; /* from the via vertex on */
};

/* `pair` must outlive it. 0 or -ENOMEM. finish() is fine after either and on
 * zero bytes. */
int cch_via_init(struct cch_via *via, const struct map *map, struct pair *pair);
void cch_via_finish(struct cch_via *via);

/* Fills the alternatives of a query with a path. 0, or a negative code with
 * words. */
int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error);

#endif
