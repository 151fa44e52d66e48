/* via: alternatives of a pair on a hierarchy.
 *
 * Candidates are the vertices on the chains of source, target and some vertices
 * of the shortest path; their paths and the costs that tests need are
 * those of pairs (pair.h). The method of Abraham, Delling, Goldberg and Werneck
 * 2013, section 5, whose candidates on a contraction hierarchy are the vertices
 * that upward searches from both ends meet at, with exact labels instead of
 * upper bounds. One thread. */
#ifndef RELAXD_SOLVER_CCH_VIA_H
#define RELAXD_SOLVER_CCH_VIA_H

#include "core/solver/cch/pair.h"
#include "core/solver/cch/walk.h"
#include "core/solver/via_choice.h"

/* ---- Exact costs on ancestor chains ---- */

/* Exact costs, from the source and to the target, of all vertices on
 * the chains of some up to their roots.
 *
 * Walks up give labels over lower vertices alone. In descending order, each
 * supernode's are then the least of these and of an upper's label plus the
 * closed entry between: the sweep of PHAST (Delling et al. 2011), along chains
 * instead of over the map, from either end.
 *
 * An admissible path that is dear to people crosses separators of the map near
 * the source and near the target, whose vertices are on the chains of both
 * ends; chains of vertices between them add those of the cells that a path
 * passes.
 *
 * One thread. */

struct via_chains {
    const struct map *map;
    struct walk *forward;  /* the caller's */
    struct walk *backward; /* the caller's */
    uint32_t *from_source; /* [vertex_count] on the chains; what is above `most`
                              may be anything above it */
    uint32_t *to_target;   /* [vertex_count] the same, with the adjustments less
                              `shift` */
    bool *on_chain;        /* [supernode_count] all false between queries */
    uint32_t *chain;       /* [chain_count] supernodes, descending */
    uint32_t chain_count;
    size_t chain_capacity;
    uint32_t *front; /* [front_max + ROWS_SLACK] */
    int64_t shift;   /* the least adjustment of the target */
    uint32_t most;   /* sums above it are of no interest */
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

/* `pair` outlives it. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes. */
int cch_via_init(struct cch_via *via, const struct map *map, struct pair *pair);
void cch_via_finish(struct cch_via *via);

/* Fills the alternatives of a query whose path was found. 0, or a negative code
 * with words. */
int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error);

#endif
