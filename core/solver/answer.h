/* answer: what solvers share in answering queries: a batch one by one, labels
 * turned into what a query asked for, reached vertices for an observer. */
#ifndef RELAXD_SOLVER_ANSWER_H
#define RELAXD_SOLVER_ANSWER_H

#include "core/solver/query.h"
#include "core/solver/solver.h"

/* ---- A batch, one query after another ---- */

/* Solving a batch one query after another. */

typedef int (*solve_one_fn)(struct solver *solver, const struct metric *metric,
                            struct query *query, struct error *error);

/* Calls `solve_one` for every query with its figures reset, takes the time, and
 * leaves those that are due already as cancelled. Ends at the first failure. */
int batch_solve_each(struct solver *solver, const struct metric *metric,
                     struct batch *batch, solve_one_fn solve_one,
                     struct error *error);

/* Whether a query that is answered together with others still wants its answer:
 * its status is DONE and it is not due; one that is due becomes cancelled. */
bool query_is_open(struct query *query);

/* Whether any of them does. */
bool queries_are_open(struct query *const *queries, size_t query_count);

/* ---- From labels to an answer ---- */

/* From a solver's labels to what a query asked for.
 *
 * What every solver does last, on the CPU: picks the best vertex of each
 * target, follows predecessor links, cuts labels into blocks for the sink. */

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

/* ---- What a search reached, for an observer ---- */

/* What a search came to, gathered into phases for an observer.
 *
 * For searches that settle vertex after vertex: so many of them, from both ends
 * together, are a phase. A search that nobody watches has no struct watch at
 * all and calls nothing here. One thread. */

enum { WATCH_PHASE = 64 }; /* vertices */

struct watch {
    struct phase_observer *observer;
    const struct map *map;
    uint32_t phase; /* being gathered */
    uint32_t count; /* in it, of both sides */
    struct {
        uint32_t count;
        uint32_t vertex[WATCH_PHASE];
        uint32_t cost[WATCH_PHASE];
    } side[SEARCH_SIDES];
};

/* Whether the observer, which may be NULL, wants to know what is come to. */
static inline bool observer_sees(const struct phase_observer *observer)
{
    return observer && observer->reached;
}

void watch_init(struct watch *watch, struct phase_observer *observer,
                const struct map *map);

/* One more, with its final label. */
void watch_settled(struct watch *watch, enum search_side side, uint32_t vertex,
                   uint32_t cost);

/* Tells of what is left. */
void watch_end(struct watch *watch);

#endif
