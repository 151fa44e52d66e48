/* osrm_route_answer: what /route of OSRM's API asks, and what it answers. */
#ifndef RELAXD_API_OSRM_OSRM_ROUTE_ANSWER_H
#define RELAXD_API_OSRM_OSRM_ROUTE_ANSWER_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "core/service/route/route_question.h"

/* The question of a checked request, but for its base, which is the asker's.
 * `ret_stops` is [coordinate_count], the caller's. */
void osrm_route_question(const struct osrm_request *request,
                         struct route_stop *ret_stops,
                         struct route_question *question);

/* Why there is no route, in OSRM's words: of a question that ended with
 * `outcome`. 0 where there is one, or where the outcome is relaxd's own matter;
 * else -EINVAL. */
int osrm_route_problem(const struct route_question *question,
                       enum outcome outcome, struct osrm_problem *problem);

/* The members of the answer to one that found a route: routes and waypoints. 0
 * or -ENOMEM. */
int osrm_route_members(struct json_writer *writer,
                       const struct osrm_request *request,
                       const struct route_question *question);

#endif
