/* weights: what arcs, segments and turns cost, as plain views of arrays.
 *
 * core/graph makes and checks the weights that come with a map; all other code
 * reads them through a weighting (core/weighting/weighting.h). */
#ifndef RELAXD_GRAPH_WEIGHTS_H
#define RELAXD_GRAPH_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* The solvers' input: one set of arc weights, with the epoch that identifies
 * it. Immutable once published; a later set has a higher epoch. */
struct weights {
    uint64_t epoch;         /* 1 as imported */
    uint32_t arc_count;     /* that of the topology */
    const uint32_t *weight; /* [arc_count], <= WEIGHT_MAX or WEIGHT_CLOSED */
};

/* The arcs in which two sets of weights may differ, at least all that do
 * differ. Any order; repetitions and arcs that do not differ are fine. Also a
 * view. */
struct weight_changes {
    const uint32_t *arc; /* [count], each < arc_count */
    size_t count;
};

/* The weights of a whole map. Without roads (core/graph/roads/roads.h) all but
 * the arcs are NULL. An arc's weight is that of its turn plus that of the edge
 * it enters; an edge's weight is the sum of its segments. */
struct weight_arrays {
    struct weights arcs;
    const uint32_t *segment;             /* [2 * segment_count] of segment s
                                            forward at 2s, backward 2s + 1; 0
                                            if the edge is not open */
    const uint32_t *segment_duration_ms; /* [2 * segment_count] the same;
                                            where weight_is_duration the
                                            array of weights itself */
    const uint32_t *turn;                /* [arc_count] the turn's share of
                                            the arc's weight; the rest is the
                                            edge's. WEIGHT_CLOSED: forbidden,
                                            by a condition or a row */
    const uint32_t *turn_duration_ms;    /* [arc_count] the same for
                                            durations; where
                                            weight_is_duration the array
                                            `turn` itself */
};

#endif
