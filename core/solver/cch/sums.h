/* sums: cost_add() and the least of sums, in lanes.
 *
 * min(c, cost_add(x, y)) is the whole arithmetic. With
 * cap(x) = COST_OVERFLOW - x, or 0 for x = COST_INFINITY,
 *
 *     cost_add(x, y) = max(min(y, cap(x)) + x, y)
 *
 * in unsigned 32-bit words without wrapping, three operations that vectors
 * have. For x = COST_INFINITY: min is 0, the sum x, the maximum COST_INFINITY.
 * Else min(y, cap(x)) + x <= COST_OVERFLOW: no wrapping. For y < COST_INFINITY
 * it is the exact sum where that is below COST_OVERFLOW, else COST_OVERFLOW,
 * and not less than y as y <= COST_OVERFLOW. For y = COST_INFINITY the maximum
 * is y.
 */
#ifndef RELAXD_SOLVER_CCH_SUMS_H
#define RELAXD_SOLVER_CCH_SUMS_H

#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/cch/lanes.h"

/* One summand, x. */
struct factor {
    lanes cost;
    lanes cap;
};

/* The same in all lanes. */
static inline struct factor factor_of(uint32_t cost)
{
    uint32_t cap = cost < COST_OVERFLOW ? COST_OVERFLOW - cost : 0;

    return (struct factor){lanes_all(cost), lanes_all(cap)};
}

/* COST_OVERFLOW - x where that is not below 0: the larger of COST_INFINITY - x
 * and 1, less 1. */
static inline struct factor factor_of_lanes(lanes cost)
{
    lanes room = lanes_sub(lanes_all(COST_INFINITY), cost);
    lanes one = lanes_all(1);

    return (struct factor){cost, lanes_sub(lanes_max(room, one), one)};
}

/* The least of `least` and the factor plus weights. */
static inline lanes lower(lanes least, struct factor factor, lanes weight)
{
    lanes sum = lanes_add(lanes_min(weight, factor.cap), factor.cost);

    return lanes_min(lanes_max(sum, weight), least);
}

#endif
