/* weights: what arcs, segments and turns cost, as plain views of arrays.
 *
 * core/graph makes and checks the ones that a map comes with; all others read
 * them through a weighting (core/weighting/weighting.h). */
#ifndef RELAXD_GRAPH_WEIGHTS_H
#define RELAXD_GRAPH_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* What solvers read: one set of arc weights, with the epoch that names it.
 * Immutable once published; a later set has a higher epoch. */
struct weights {
    uint64_t epoch;         /* 1 as imported */
    uint32_t arc_count;     /* that of the topology */
    const uint32_t *weight; /* [arc_count], <= WEIGHT_MAX or WEIGHT_CLOSED */
};

/* The arcs in which one set of weights may differ from another: all that differ
 * are among them. In any order; arcs that are named twice or do not differ are
 * fine. A view, too. */
struct weight_changes {
    const uint32_t *arc; /* [count], each < arc_count */
    size_t count;
};

/* Those of a whole map. Without roads (core/graph/roads/roads.h) all but the
 * arcs are NULL. An arc weighs its turn and the edge that it enters, an edge
 * the sum of its segments. */
struct weight_arrays {
    struct weights arcs;
    const uint32_t *segment;             /* [2 * segment_count] of segment s
                                            forward at 2s, backward 2s + 1; 0
                                            where the edge is not open */
    const uint32_t *segment_duration_ms; /* [2 * segment_count] the same; where
                                            weight_is_duration the array of
                                            weights itself */
    const uint32_t *turn;                /* [arc_count] of the arc's weight; the
                                            rest is the edge's */
    const uint32_t *turn_duration_ms;    /* [arc_count] the same for the time it
                                            takes; where weight_is_duration the
                                            array `turn` itself */
};

#endif
