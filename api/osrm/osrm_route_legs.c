/* osrm_route_legs: the legs of a route as OSRM's answers have them. */
#include "api/osrm/osrm_route_legs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_number.h"
#include "api/osrm/osrm_weight.h"
#include "core/base/array.h"
#include "core/service/route/route_merge.h"

size_t osrm_waypoint_count(const struct osrm_request *request)
{
    size_t count = request->route.waypoints.count;

    return count ? count : request->coordinate_count;
}

size_t osrm_waypoint_stop(const struct osrm_request *request, size_t index)
{
    const struct osrm_indices *waypoints = &request->route.waypoints;

    return waypoints->count ? waypoints->index[index] : index;
}

static bool wants_lines(const struct osrm_request *request)
{
    return request->route.overview != OSRM_OVERVIEW_FALSE ||
           request->route.annotations != 0 || request->route.steps;
}

static int fill_leg(struct osrm_leg *leg, const struct roads *roads,
                    const struct route_leg *found)
{
    int r = 0;

    leg->merged = leg->to - leg->from > 1;
    if (leg->merged)
        r = route_merge(&found[leg->from], leg->to - leg->from, &leg->leg);
    else
        leg->leg = found[leg->from];
    leg->weight_tenths = osrm_weight_tenths(roads, leg->leg.weight);
    leg->deciseconds = osrm_deciseconds(leg->leg.duration_ms);
    leg->decimetres = osrm_decimetres(leg->leg.length_mm);
    return r;
}

int osrm_route_legs_init(struct osrm_route_legs *legs,
                         const struct osrm_request *request,
                         const struct route_question *question,
                         const struct route_leg *found)
{
    const struct roads *roads = &route_question_map(question)->roads;
    size_t count = osrm_waypoint_count(request) - 1;

    legs->leg = array_zero(count, sizeof(*legs->leg));
    legs->count = legs->leg ? count : 0;
    if (!legs->leg)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        struct osrm_leg *leg = &legs->leg[i];

        leg->from = osrm_waypoint_stop(request, i);
        leg->to = osrm_waypoint_stop(request, i + 1);
        if (fill_leg(leg, roads, found) ||
            (wants_lines(request) &&
             leg_line_init(&leg->line, roads, &leg->leg)))
            return -ENOMEM;
    }
    return 0;
}

void osrm_route_legs_finish(struct osrm_route_legs *legs)
{
    for (size_t i = 0; i < legs->count; i++) {
        if (legs->leg[i].merged)
            free(legs->leg[i].leg.steps.list);
        leg_line_finish(&legs->leg[i].line);
    }
    free(legs->leg);
    memset(legs, 0, sizeof(*legs));
}
