/* osrm_route: what /route/v1 answers; inside api/osrm. */
#ifndef RELAXD_API_OSRM_OSRM_ROUTE_H
#define RELAXD_API_OSRM_OSRM_ROUTE_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "core/service/guidance/guidance.h"
#include "core/service/line/leg_line.h"
#include "core/service/route/route_question.h"

/* The members steps and summary of a leg with its line. Durations, weights and
 * distances of the steps are rounded so that they add up to the leg's. Where
 * memory is short the writer has failed. */
void osrm_write_guidance(struct json_writer *writer, const struct map *map,
                         const struct route_leg *leg,
                         const struct leg_line *line,
                         const struct guidance_ends *ends,
                         enum osrm_geometries geometries);

/* The members of the answer to one that found a route: routes and waypoints. 0
 * or -ENOMEM. */
int osrm_route_members(struct json_writer *writer,
                       const struct osrm_request *request,
                       const struct route_question *question);

#endif
