/* osrm_route_question: what /route of OSRM's API asks, and why there is no
 * answer. */
#include "api/osrm/osrm_route_answer.h"
#include "api/osrm/osrm_service.h"

static enum route_straight straight_of(enum osrm_straight straight)
{
    static const enum route_straight straights[] = {
        [OSRM_STRAIGHT_DEFAULT] = STRAIGHT_BY_PROFILE,
        [OSRM_STRAIGHT_YES] = STRAIGHT_YES,
        [OSRM_STRAIGHT_NO] = STRAIGHT_NO,
    };

    return straights[straight];
}

void osrm_route_question(const struct osrm_request *request,
                         struct route_stop *ret_stops,
                         struct route_question *question)
{
    for (size_t i = 0; i < request->coordinate_count; i++)
        ret_stops[i] = (struct route_stop){.wish = osrm_wish_of(request, i)};
    question->stops = ret_stops;
    question->stop_count = request->coordinate_count;
    question->stops_max = request->coordinate_count; /* osrm_check.h */
    question->any_radius = true;
    question->straight = straight_of(request->route.continue_straight);
    question->alternatives = request->route.alternatives;
}

/* Whether all stops are on roads of one component. */
static bool share_component(const struct route_question *question)
{
    const uint32_t *component = route_question_map(question)->roads.component;
    const struct snap *snaps = question->snaps;

    for (size_t i = 1; i < question->stop_count; i++) {
        if (component[snaps[i].piece] != component[snaps[0].piece])
            return false;
    }
    return true;
}

int osrm_route_problem(const struct route_question *question,
                       enum outcome outcome, struct osrm_problem *problem)
{
    if (outcome == OUTCOME_NO_ROAD_NEAR)
        return osrm_problem_set(
            problem, "NoSegment",
            "Could not find a matching segment for coordinate %zu",
            question->missing_stop);
    if (outcome != OUTCOME_OK || question->finding == ROUTE_FOUND)
        return 0;
    if (share_component(question))
        return osrm_problem_set(problem, "NoRoute",
                                "No route found between points");
    return osrm_problem_set(problem, "NoRoute",
                            "Impossible route between points");
}
