/* tree_sink: collects a whole tree's labels and sums them up. */
#ifndef RELAXD_CLIENTS_RELAXCTL_TREE_SINK_H
#define RELAXD_CLIENTS_RELAXCTL_TREE_SINK_H

#include <stdint.h>

#include "core/solver/query.h"

struct tree_summary {
    uint64_t reached;   /* vertices with a path, overflowed ones too */
    uint64_t overflown; /* of them, those whose cost does not fit */
    uint64_t cost_sum;  /* of those that fit */
    uint32_t cost_max;  /* of those that fit */
    uint32_t farthest;  /* a vertex of that cost; VERTEX_NONE: none */
};

/* Stores costs in vertex order in `cost`, if set. */
struct tree_sink {
    struct sink base;
    struct tree_summary summary;
    uint32_t *cost; /* [vertex_count], the caller's, or NULL */
};

void tree_sink_init(struct tree_sink *sink, uint32_t *cost);

#endif
