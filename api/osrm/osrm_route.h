/* osrm_route: members of the answer of /route/v1; for api/osrm only. */
#ifndef RELAXD_API_OSRM_OSRM_ROUTE_H
#define RELAXD_API_OSRM_OSRM_ROUTE_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_request.h"
#include "core/service/guidance/guidance.h"
#include "core/service/line/leg_line.h"
#include "core/service/route/route_question.h"

/* Writes the members steps and summary of a leg. Rounds the steps' durations,
 * weights and distances so that they add up to the leg's. If out of memory, the
 * writer has failed. */
void osrm_write_guidance(struct json_writer *writer, const struct map *map,
                         const struct route_leg *leg,
                         const struct leg_line *line,
                         const struct guidance_asked *asked,
                         enum osrm_geometries geometries);

/* Writes the members routes and waypoints for a question that found a route. 0
 * or -ENOMEM. */
int osrm_route_members(struct json_writer *writer,
                       const struct osrm_request *request,
                       const struct route_question *question);

#endif
