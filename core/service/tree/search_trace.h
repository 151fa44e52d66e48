/* search_trace: what a search came to, phase by phase, kept to be
 * shown.
 *
 * A phase observer. Each vertex counts once a side, in the first phase that
 * came to it. Of many vertices every second, fourth, ... is kept, in the order
 * in which they were come to, so that no more than points_max are; all are
 * counted. Phases without news are left out. One thread at a time. */
#ifndef RELAXD_SERVICE_TREE_SEARCH_TRACE_H
#define RELAXD_SERVICE_TREE_SEARCH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/solver/solver.h"

struct search_point {
    uint32_t vertex;
    uint32_t phase : 31; /* of the trace's */
    uint32_t side : 1;   /* enum search_side */
};

/* Of the solver's phases one, or several that follow each other. */
struct search_phase {
    uint32_t index;                 /* the solver's, of the first */
    uint32_t cost[SEARCH_SIDES];    /* the greatest label of a side; 0: none */
    uint64_t reached[SEARCH_SIDES]; /* vertices, kept or not */
    size_t point;                   /* points[] of the phases before it */
};

struct search_trace {
    struct phase_observer base;
    size_t points_max; /* the client's; at least 1 */

    struct search_point *points; /* [point_count], by phase */
    size_t point_count;
    struct search_phase *phases; /* [phase_count] */
    size_t phase_count;
    uint64_t every;                 /* of so many vertices one is kept */
    uint64_t reached[SEARCH_SIDES]; /* vertices in all */
    bool no_memory;                 /* what is kept is not all */

    /* Its own. */
    uint8_t *seen[SEARCH_SIDES]; /* [vertex_count] bits */
    size_t point_capacity;
    size_t phase_capacity;
    uint32_t last; /* the solver's phase */
};

void search_trace_init(struct search_trace *trace, size_t points_max);
void search_trace_finish(struct search_trace *trace); /* zero bytes are fine */

/* Puts phases together until there are no more than so many, at least 1, each
 * with about as many vertices; points follow. */
void search_trace_merge(struct search_trace *trace, size_t phases_max);

#endif
