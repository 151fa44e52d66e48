/* osrm_waypoint: a place that was snapped, as OSRM's answers have it. */
#ifndef RELAXD_API_OSRM_OSRM_WAYPOINT_H
#define RELAXD_API_OSRM_OSRM_WAYPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "api/form/json_writer.h"
#include "core/service/place/snap.h"

/* The members location, name, distance and, where wanted, hint, of an object
 * that the caller begins and ends. `snaps`: all roads of the one place,
 * count >= 1, as snap_place() gives them; the names of all that have one are
 * joined by " / ". */
void osrm_waypoint_members(struct json_writer *writer,
                           const struct roads *roads, const struct snap *snaps,
                           uint32_t count, bool hint);

/* The same with its braces. */
void osrm_waypoint_write(struct json_writer *writer, const struct roads *roads,
                         const struct snap *snaps, uint32_t count, bool hint);

#endif
