/* osrm_route_legs: the legs of a route as OSRM's answers have them, with their
 * lines: a leg ends at waypoints alone, not at all coordinates. */
#ifndef RELAXD_API_OSRM_OSRM_ROUTE_LEGS_H
#define RELAXD_API_OSRM_OSRM_ROUTE_LEGS_H

#include "api/osrm/osrm_request.h"
#include "core/service/line/leg_line.h"

struct osrm_leg {
    size_t from; /* stops of the question: where it begins and ends */
    size_t to;
    struct route_leg leg;
    bool merged;          /* of several; the steps are its own */
    struct leg_line line; /* where lines are wanted */
    uint64_t weight_tenths;
    uint64_t deciseconds;
    uint64_t decimetres;
};

struct osrm_route_legs {
    struct osrm_leg *leg; /* [count] */
    size_t count;
};

/* The coordinate of an answer's waypoint by its index, and how many there are.
 */
size_t osrm_waypoint_count(const struct osrm_request *request);
size_t osrm_waypoint_stop(const struct osrm_request *request, size_t index);

/* Of `found`, the legs of an answered question, or one of its further ways; all
 * outlive the legs. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
int osrm_route_legs_init(struct osrm_route_legs *legs,
                         const struct osrm_request *request,
                         const struct route_question *question,
                         const struct route_leg *found);
void osrm_route_legs_finish(struct osrm_route_legs *legs);

#endif
