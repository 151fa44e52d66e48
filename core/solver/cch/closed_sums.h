/* closed_sums: duration and length beside a metric's closed panels: of each
 * entry's shortest path, in the sense of query.h.
 *
 * Costs are known by then, of basic entries and Schur complements as well. So
 * the sums of an entry are the least of those of its parts that add up to its
 * cost: one pass bottom up, eliminating and closing as customizing does, with a
 * comparison for each sum of costs and more where they are equal, which few
 * are. Closing goes by Floyd and Warshall's loops.
 *
 * Made when the first query wants them, by all cores, as customizing shares out
 * supernodes; others that want them wait. Kept until weights change, or nobody
 * has wanted them for a while. Memory: 2 words for each of the panels, and
 * while it is made 3 for each of the Schur complements that are waited for,
 * whose costs are made again. */
#ifndef RELAXD_SOLVER_CCH_CLOSED_SUMS_H
#define RELAXD_SOLVER_CCH_CLOSED_SUMS_H

#include "core/solver/cch/cch.h"
#include "core/weighting/arc_sums.h"

/* Laid out as the closed panels, and ROWS_SLACK. */
struct closed_sums {
    uint32_t *duration;
    uint32_t *length;
};

/* Where a metric keeps them. NULL when memory is short. */
struct closed_sums_slot *closed_sums_slot_create(void);
void closed_sums_slot_destroy(struct closed_sums_slot *slot); /* NULL is fine */

/* While nobody else uses the metric. */
void closed_sums_forget(struct closed_sums_slot *slot);

/* The metric's, made now where there are none; then `arcs` is read. Any thread.
 * They stay until closed_sums_done(). 0 or -ENOMEM. */
int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums);
void closed_sums_done(const struct cch_metric *metric);

/* Frees them where nobody has read them for five seconds, and thirty times as
 * long as they took to make, but no longer than a minute. Any thread. */
void closed_sums_trim(struct closed_sums_slot *slot);

#endif
