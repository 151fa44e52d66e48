/* route_stops: where the stops of a route are on the roads; inside the service.
 */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_STOPS_H
#define RELAXD_SERVICE_ROUTE_ROUTE_STOPS_H

#include "core/service/route/route_question.h"

/* Fills [stop_count] places, each with points, and snaps; refuses where there
 * is no road for one within its radius and this one. */
enum outcome route_find_places(struct route_question *question,
                               double radius_max_m, struct place *ret_places,
                               struct snap *ret_snaps);

#endif
