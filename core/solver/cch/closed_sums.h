/* closed_sums: duration and length of each entry of a metric's closed panels,
 * for the shortest path as in query.h.
 *
 * The costs are known, also those of basic entries and Schur complements. So an
 * entry's sums are the least among its parts that add up to its cost: one pass
 * bottom up, which eliminates and closes as customizing does, with a comparison
 * for each sum of costs, and more work for ties, which are rare. Closing uses
 * Floyd and Warshall's loops.
 *
 * The first query that wants sums makes them, on all cores, with customizing's
 * schedule; other queries wait. They stay until the weights change, or no query
 * has wanted them for a while. Memory: 2 words per panel word, and during the
 * pass 3 for each word of pending Schur complements, whose costs are
 * recomputed. */
#ifndef RELAXD_SOLVER_CCH_CLOSED_SUMS_H
#define RELAXD_SOLVER_CCH_CLOSED_SUMS_H

#include "core/solver/cch/cch.h"
#include "core/weighting/arc_sums.h"

/* Same layout as the closed panels, plus ROWS_SLACK. */
struct closed_sums {
    uint32_t *duration;
    uint32_t *length;
};

/* A metric's place for its sums. NULL if memory is short. */
struct closed_sums_slot *closed_sums_slot_create(void);
void closed_sums_slot_destroy(struct closed_sums_slot *slot); /* NULL is fine */

/* Call while no other thread uses the metric. */
void closed_sums_forget(struct closed_sums_slot *slot);

/* The metric's sums, made now if there are none; only then are `arcs` read. Any
 * thread. They stay valid until closed_sums_done(). 0 or -ENOMEM. */
int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums);
void closed_sums_done(const struct cch_metric *metric);

/* Frees them if no query has read them for five seconds and for thirty times as
 * long as they took to make, up to a minute. Any thread. */
void closed_sums_trim(struct closed_sums_slot *slot);

#endif
