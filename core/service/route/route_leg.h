/* route_leg: the way of a route from a stop to the next. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_LEG_H
#define RELAXD_SERVICE_ROUTE_ROUTE_LEG_H

#include "core/service/place/place_search.h"

struct route_leg {
    struct position from; /* on the road */
    struct position to;
    struct route_steps steps; /* none: both are one place, or costs_only */
    uint64_t weight;          /* sums over the steps and their turns */
    uint64_t duration_ms;     /* 0 where costs_only */
    uint64_t length_mm;       /* 0 where costs_only */
};

/* Legs that follow each other as one, where a place that the route was to pass
 * is no end of a leg. Where one goes on along a road, there is one step along
 * it; where one turns back, the step ends and the next begins there. 0 or
 * -ENOMEM; the steps are the caller's to free. */
int route_merge(const struct route_leg *legs, size_t leg_count,
                struct route_leg *ret_leg);

#endif
