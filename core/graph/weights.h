/* weights: one set of arc weights, with the epoch that names it.
 *
 * A map comes with the set it was imported with, epoch 1. A view, as topology
 * is: immutable once published; a later set has a higher epoch. */
#ifndef RELAXD_GRAPH_WEIGHTS_H
#define RELAXD_GRAPH_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

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

#endif
