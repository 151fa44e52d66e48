/* via_ways: exact costs, from the source and to the target, of all vertices on
 * the ways of some up to their roots.
 *
 * Walks up give labels over lower vertices alone. In descending order, each
 * supernode's are then the least of these and of an upper's label plus the
 * closed entry between: the sweep of PHAST (Delling et al. 2011), along ways
 * instead of over the map, from either end.
 *
 * An admissible path that is dear to people crosses separators of the map near
 * the source and near the target, whose vertices are on the ways of both ends;
 * ways of vertices between them add those of the cells that a path passes.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_CCH_VIA_WAYS_H
#define RELAXD_SOLVER_CCH_VIA_WAYS_H

#include "core/solver/cch/walk.h"

struct via_ways {
    const struct map *map;
    struct walk *forward;  /* the caller's */
    struct walk *backward; /* the caller's */
    uint32_t *from_source; /* [vertex_count] on the ways; what is above `most`
                              may be anything above it */
    uint32_t *to_target;   /* [vertex_count] the same, with the adjustments less
                              `shift` */
    bool *on_way;          /* [supernode_count] all false between queries */
    uint32_t *way;         /* [way_count] supernodes, descending */
    uint32_t way_count;
    size_t way_capacity;
    uint32_t *front; /* [front_max + ROWS_SLACK] */
    int64_t shift;   /* the least adjustment of the target */
    uint32_t most;   /* sums above it are of no interest */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int via_ways_init(struct via_ways *ways, const struct map *map,
                  struct walk *forward, struct walk *backward);
void via_ways_finish(struct via_ways *ways);

/* The ways of a query's seeds and target, and of further vertices. Costs of
 * paths above `most` are of no interest. Uses both walks. 0 or -ENOMEM. */
int via_ways_find(struct via_ways *ways, const struct cch_metric *metric,
                  const struct query *query, uint64_t most,
                  const uint32_t *vertices, size_t vertex_count);

#endif
