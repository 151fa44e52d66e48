/* route_choice: of the trips that a route may be made of, those that cost least
 * together; inside the service.
 *
 * A stop is passed by one of its transits. The trips of a leg lead from each
 * transit of one stop to each of the next, row by row; the first and the last
 * stop have one transit each. A least sum over a layered graph, layer by layer.
 */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_CHOICE_H
#define RELAXD_SERVICE_ROUTE_ROUTE_CHOICE_H

#include "core/service/route/route_question.h"

struct route_choice {
    enum route_finding finding;
    size_t missing_leg;
    uint64_t weight; /* of all legs */
};

/* Trips of all legs, leg by leg, solved; `transit_count`: [stop_count] of each
 * stop. `ret_trip`: [stop_count - 1], which trip each leg is, where found. 0 or
 * -ENOMEM. */
int route_choose(const struct trip *trips, const uint32_t *transit_count,
                 size_t stop_count, size_t *ret_trip,
                 struct route_choice *ret_choice);

#endif
