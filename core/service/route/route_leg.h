/* route_leg: a route between two consecutive stops. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_LEG_H
#define RELAXD_SERVICE_ROUTE_ROUTE_LEG_H

#include "core/service/place/place_search.h"

struct route_leg {
    struct position from; /* on the road */
    struct position to;
    struct route_steps steps; /* none if both are one place, or costs_only */
    uint64_t weight;          /* sums over the steps and their turns */
    uint64_t duration_ms;     /* 0 if costs_only */
    uint64_t length_mm;       /* 0 if costs_only */
};

/* Merges consecutive legs into one, for stops that do not end a leg. Where the
 * route goes on along a road, there is one step; where the route turns back,
 * the step ends and the next begins there. 0 or -ENOMEM; the caller frees the
 * steps. */
int route_merge(const struct route_leg *legs, size_t leg_count,
                struct route_leg *ret_leg);

#endif
