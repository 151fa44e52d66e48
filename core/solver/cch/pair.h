/* pair: costs and paths from a query's source to its targets, by walks.
 *
 * One walk from the seeds, and one towards each vertex of a target; where they
 * meet, forward and backward labels add up. A path leads from its meeting
 * vertex back to where each walk began, over one closed entry per supernode.
 *
 * Adjustments are added to labels after the walk: each target vertex has its
 * own walk, so that its label alone is compared with the bound and saturates as
 * query.h says. One thread. */
#ifndef RELAXD_SOLVER_CCH_PAIR_H
#define RELAXD_SOLVER_CCH_PAIR_H

#include "core/solver/cch/unpack.h"
#include "core/solver/cch/walk.h"

struct stretch;
struct pair_report;

struct pair {
    const struct map *map;
    const struct cch_metric *metric;
    struct query *query;
    struct pair_report *report; /* of this query; NULL without an observer */
    struct walk *forward;       /* the caller's */
    struct walk backward;
    uint32_t
        stepped; /* supernodes of the forward chain that were stepped over */
    struct unpacker unpacker;
    struct stretch *stretches; /* [level_count + 1] */
    uint32_t *mark;            /* [vertex_count], all 0 */

    /* Results of the last backward walk. */
    uint32_t cost;    /* COST_INFINITY: the walks do not meet */
    uint32_t meeting; /* the supernode where they meet, or SUPERNODE_NONE */
};

/* `forward`: a forward walk that is free for the pair's use; it must outlive
 * the pair. 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int pair_init(struct pair *pair, const struct map *map, struct walk *forward);
void pair_finish(struct pair *pair);

/* Answers COSTS or PATHS. 0, or a negative code with words. */
int pair_solve(struct pair *pair, const struct cch_metric *metric,
               struct query *query, struct error *error);

/* The same, and reports the vertices reached by both walks. */
int pair_solve_observed(struct pair *pair, const struct cch_metric *metric,
                        struct query *query, struct phase_observer *observer,
                        struct error *error);

#endif
