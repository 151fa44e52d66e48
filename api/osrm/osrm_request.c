/* osrm_request: what a request to OSRM's HTTP API says. */
#include "api/osrm/osrm_request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void osrm_request_init(struct osrm_request *request)
{
    memset(request, 0, sizeof(*request));
    request->default_radius_m = INFINITY;
    request->generate_hints = true;
    request->table.durations = true;
    request->table.fallback_speed = INFINITY;
    request->table.fallback_input = true;
    request->table.scale_factor = 1;
    request->number = 1;
}

void osrm_request_finish(struct osrm_request *request)
{
    free(request->coordinate);
    free(request->bearing);
    free(request->radius_m);
    free(request->approach);
    free(request->exclude);
    free(request->route.waypoints.index);
    free(request->table.sources.index);
    free(request->table.destinations.index);
    map_entry_release(request->entry);
}
