/* osrm_steps: guidance in OSRM's answers. */
#ifndef RELAXD_API_OSRM_OSRM_STEPS_H
#define RELAXD_API_OSRM_OSRM_STEPS_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_request.h"
#include "core/service/guidance/guidance.h"
#include "core/service/line/leg_line.h"

/* The members steps and summary of a leg with its line. Durations, weights and
 * distances of the steps are rounded so that they add up to the leg's. Where
 * memory is short the writer has failed. */
void osrm_write_guidance(struct json_writer *writer, const struct map *map,
                         const struct route_leg *leg,
                         const struct leg_line *line,
                         const struct guidance_ends *ends,
                         enum osrm_geometries geometries);

#endif
