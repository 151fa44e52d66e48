/* walk_sums: duration and length beside the labels of a walk that is over.
 *
 * As in closed_sums.h costs are known, and the steps are looked at again for
 * those that add up to them. Of a walk from one vertex, with cost 0. One
 * thread. */
#ifndef RELAXD_SOLVER_CCH_WALK_SUMS_H
#define RELAXD_SOLVER_CCH_WALK_SUMS_H

#include "core/solver/cch/closed_sums.h"
#include "core/solver/cch/walk.h"

struct walk_sums {
    const struct hierarchy *hierarchy;
    uint32_t *duration;        /* [vertex_count] of labels */
    uint32_t *length;          /* the same */
    uint32_t *closed_duration; /* [vertex_count] of closed labels */
    uint32_t *closed_length;   /* the same */
    uint32_t *front_cost;      /* [front_max + ROWS_SLACK] */
    uint32_t *front_duration;  /* the same */
    uint32_t *front_length;    /* the same */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int walk_sums_init(struct walk_sums *sums, const struct map *map);
void walk_sums_finish(struct walk_sums *sums);

/* Of all labels of a walk from `vertex`, stepped over all its ways; a forward
 * walk's closed labels, too. */
void walk_sums_forward(struct walk_sums *sums, const struct walk *walk,
                       const struct cch_metric *metric,
                       const struct closed_sums *closed, uint32_t vertex);
void walk_sums_backward(struct walk_sums *sums, const struct walk *walk,
                        const struct cch_metric *metric,
                        const struct closed_sums *closed, uint32_t vertex);

#endif
