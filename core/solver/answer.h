/* answer: helpers that all solvers share: solve a batch one by one, turn labels
 * into a query's answer, report reached vertices to an observer. */
#ifndef RELAXD_SOLVER_ANSWER_H
#define RELAXD_SOLVER_ANSWER_H

#include "core/solver/query.h"
#include "core/solver/solver.h"

/* ---- A batch, one query after another ---- */

/* Solves one query of a batch. */

typedef int (*solve_one_fn)(struct solver *solver, const struct metric *metric,
                            struct query *query, struct error *error);

/* Calls `solve_one` for each query: resets its figures, measures the time, and
 * marks it as cancelled if it is due already. Ends at the first failure. */
int batch_solve_each(struct solver *solver, const struct metric *metric,
                     struct batch *batch, solve_one_fn solve_one,
                     struct error *error);

/* Whether a query that is answered together with others is still open: its
 * status is DONE and it is not due. Cancels it if it is due. */
bool query_is_open(struct query *query);

/* Whether any of them is open. */
bool queries_are_open(struct query *const *queries, size_t query_count);

/* ---- From labels to an answer ---- */

/* From a solver's labels to what a query asked for.
 *
 * The last step of every solver, on the CPU: picks the best vertex of each
 * target, follows predecessor links, cuts labels into blocks for the sink. */

/* A solver's result in host memory. */
struct labels {
    /* [vertex_count], COST_INFINITY: unlabelled. */
    const uint32_t *cost;
    /* [vertex_count] arcs, ARC_NONE at seeds, undefined without a label. May be
     * NULL if the query wants neither path nor predecessors. */
    const uint32_t *predecessor;
};

/* The cost of one target, and its best vertex; VERTEX_NONE if the cost is
 * COST_INFINITY. */
uint32_t answer_target(const struct target *target, const uint32_t *cost,
                       uint32_t bound, uint32_t *ret_vertex);

/* Fills cost[] and path[] (COSTS, PATHS) or feeds the sink (REACHED, TREE) and
 * sets the status. 0, -ENOMEM, or -ELOOP if predecessor links form a cycle. */
int answer_from_labels(struct query *query, const struct topology *topology,
                       const struct labels *labels);

/* REACHED from a list of labelled vertices instead of all of them. */
void answer_reached_from(struct query *query, const uint32_t *vertices,
                         uint32_t vertex_count, const struct labels *labels);

/* ---- Vertices that a search reached, for an observer ---- */

/* The vertices that a search settles, gathered into phases for an observer.
 *
 * For searches that settle vertex after vertex: REPORT_PHASE of them, from both
 * ends together, are a phase. A search without an observer has no struct
 * search_report and calls nothing here. One thread. */

enum { REPORT_PHASE = 64 }; /* vertices */

struct search_report {
    struct phase_observer *observer;
    const struct map *map;
    uint32_t phase; /* current phase */
    uint32_t count; /* vertices in it, both sides */
    struct {
        uint32_t count;
        uint32_t vertex[REPORT_PHASE];
        uint32_t cost[REPORT_PHASE];
    } side[SEARCH_SIDES];
};

/* Whether there is an observer that wants reached vertices. */
static inline bool observer_sees(const struct phase_observer *observer)
{
    return observer && observer->reached;
}

void search_report_init(struct search_report *report,
                        struct phase_observer *observer, const struct map *map);

/* Adds a vertex with its final label. */
void search_report_settled(struct search_report *report, enum search_side side,
                           uint32_t vertex, uint32_t cost);

/* Reports the rest. */
void search_report_end(struct search_report *report);

#endif
