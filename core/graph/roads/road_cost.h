/* road_cost: durations and weights of segments and turns as an import rounds
 * them. Changed speeds use the same, so they give what a new import with these
 * speeds would give. */
#ifndef RELAXD_GRAPH_ROADS_ROAD_COST_H
#define RELAXD_GRAPH_ROADS_ROAD_COST_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The largest weight and duration of a segment or turn, and in an import of a
 * piece, so that an arc's sums fit. */
#define ROAD_COST_MAX (UINT32_C(1) << 30)

/* OSRM stores the steps of a segment in 22 bits, all set for none. */
#define ROAD_STEPS_MAX ((UINT32_C(1) << 22) - 2)

/* All of these are selections and conversions of signed numbers, without a
 * branch, a call or floor(): an import and a new weighting do this for each
 * segment, and compilers make vectors of it. */

/* The rounded cost, clamped to [0, ROAD_COST_MAX]; half a unit goes up. */
static inline uint32_t cost_rounded(double cost)
{
    double positive = cost > 0 ? cost : 0;
    double clamped = positive < ROAD_COST_MAX ? positive : ROAD_COST_MAX;

    return (uint32_t)(int32_t)(clamped + 0.5);
}

/* The nearest multiple of `step`, which is at least 1; if it is more, at most
 * ROAD_STEPS_MAX of them. */
static inline uint32_t cost_in_steps(double cost, uint32_t step)
{
    double steps = cost / step + 0.5;
    double positive = steps > 0 ? steps : 0;
    double clamped = positive < ROAD_STEPS_MAX ? positive : ROAD_STEPS_MAX;

    return cost_rounded(step == 1 ? cost : (double)(int32_t)clamped * step);
}

/* A segment that takes so many ms: at least a step unless its length is 0. */
static inline uint32_t segment_takes_ms(double length_mm, double takes_ms,
                                        uint32_t step_ms)
{
    double least = takes_ms > step_ms ? takes_ms : step_ms;

    return cost_in_steps(length_mm > 0 ? least : takes_ms, step_ms);
}

/* A segment at a speed, which is above 0. */
static inline uint32_t segment_speed_ms(double length_mm, double speed_kmh,
                                        uint32_t step_ms)
{
    return segment_takes_ms(length_mm, length_mm * 3.6 / speed_kmh, step_ms);
}

#endif
