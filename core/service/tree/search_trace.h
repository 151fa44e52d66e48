/* search_trace: records the vertices that a search reaches, phase by phase, for
 * display.
 *
 * A phase observer. Each vertex counts once per side, in the first phase that
 * reaches it. Of many vertices it keeps every second, fourth, ... in the order
 * of discovery, so that at most points_max are kept; all are counted. It skips
 * phases that reach nothing new. One thread at a time. */
#ifndef RELAXD_SERVICE_TREE_SEARCH_TRACE_H
#define RELAXD_SERVICE_TREE_SEARCH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/solver/solver.h"

struct search_point {
    uint32_t vertex;
    enum search_side side;
};

/* One phase of the solver, or several consecutive ones. */
struct search_phase {
    uint32_t index;                 /* of the solver's first phase */
    uint32_t cost[SEARCH_SIDES];    /* greatest label of a side; 0: none */
    uint64_t reached[SEARCH_SIDES]; /* vertices, kept or not */
    size_t point;                   /* number of points[] in earlier phases */
};

struct search_trace {
    struct phase_observer base;
    size_t points_max; /* the client's; at least 1 */

    struct search_point *points; /* [point_count], by phase */
    size_t point_count;
    struct search_phase *phases; /* [phase_count] */
    size_t phase_count;
    uint64_t every;                 /* keeps one vertex of this many */
    uint64_t reached[SEARCH_SIDES]; /* vertices in all */
    bool no_memory;                 /* incomplete: memory ran out */

    /* Private. */
    uint8_t *seen[SEARCH_SIDES]; /* [vertex_count] bits */
    size_t point_capacity;
    size_t phase_capacity;
    uint32_t last; /* the solver's phase */
};

void search_trace_init(struct search_trace *trace, size_t points_max);
void search_trace_finish(struct search_trace *trace); /* zero bytes are fine */

/* Merges phases until at most `phases_max`, at least 1, are left, with about
 * equal numbers of vertices. */
void search_trace_merge(struct search_trace *trace, size_t phases_max);

#endif
