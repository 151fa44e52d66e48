/* osrm_overview: the line of a whole route in OSRM's answers. */
#ifndef RELAXD_API_OSRM_OSRM_OVERVIEW_H
#define RELAXD_API_OSRM_OSRM_OVERVIEW_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_route_legs.h"

/* The value; `overview` is OSRM_OVERVIEW_SIMPLIFIED or _FULL. 0 or -ENOMEM. */
int osrm_write_overview(struct json_writer *writer,
                        const struct osrm_route_legs *legs,
                        enum osrm_overview overview, enum osrm_geometries form);

#endif
