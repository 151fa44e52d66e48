/* alternatives: further ways from a query's source to its target that are worth
 * offering beside the least one.
 *
 * Admissible ones, by Abraham, Delling, Goldberg and Werneck, "Alternative
 * Routes in Road Networks", 2013, section 3, with b the least cost:
 *
 *     limited sharing       what it has in common with the least path and the
 *                           alternatives chosen before it costs no more than
 *                           80 % of b
 *     bounded stretch       it costs no more than 125 % of b, nor do its parts
 *                           off the least path than 125 % of what they replace
 *     local optimality      of its parts each that costs no more than 25 % of b
 *                           is a least path itself
 *
 * Each is the concatenation of a least path to some vertex and one from there
 * on, and visits no vertex twice. On roads it passes no junction twice either,
 * nor turns back on the spot, but where the least path does. */
#ifndef RELAXD_SOLVER_ALTERNATIVES_H
#define RELAXD_SOLVER_ALTERNATIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/path.h"

struct alternatives {
    uint32_t wanted;

    /* Where arcs, seeds or ends of one number are parts of one road, which
     * paths share by whichever they came; below the map's arcs, or edges where
     * it has roads. NULL, all three: each is its own. */
    const uint32_t *arc_road;  /* [arc_count] */
    const uint32_t *seed_road; /* [seed_count] that its cost is of */
    const uint32_t *end_road;  /* [vertex_count of the target] that its
                                  adjustment is of */

    /* With arc_road, where roads are numbered in pairs, each the other one's
     * way back: at which junction a road begins. NULL: not known. */
    const uint32_t *road_junction;

    struct path *path; /* [wanted] the caller's, each path_init()ed */
    uint32_t *cost;    /* [wanted] the caller's: as the query's own, path and
                          adjustment, ascending and never less than that */

    /* Filled by the solver. One that finds no alternatives leaves it alone, so
     * that whoever may come to such a one has it 0 before. */
    uint32_t count; /* those that there are, at most `wanted` */
};

/* Whether there may be any beside a way of that cost. */
static inline bool alternatives_of(uint32_t least)
{
    return least > 0 && least <= COST_MAX;
}

/* Shares of the least cost. */
static inline uint64_t alternatives_shared_max(uint64_t least)
{
    return least * 4 / 5;
}

static inline uint64_t alternatives_cost_max(uint64_t least)
{
    return least * 5 / 4;
}

static inline uint64_t alternatives_local(uint64_t least)
{
    return least / 4;
}

#endif
