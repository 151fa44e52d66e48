/* weights: one set of arc weights, with the epoch that names it.
 *
 * A map comes with the set it was imported with, epoch 1. A view, as topology
 * is: immutable once published; a later set has a higher epoch. */
#ifndef RELAXD_GRAPH_WEIGHTS_H
#define RELAXD_GRAPH_WEIGHTS_H

#include <stdint.h>

struct weights {
    uint64_t epoch;         /* 1 as imported */
    uint32_t arc_count;     /* that of the topology */
    const uint32_t *weight; /* [arc_count], <= WEIGHT_MAX or WEIGHT_CLOSED */
};

#endif
