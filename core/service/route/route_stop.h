/* route_stop: where a route begins, passes or ends, also read from text:
 * "8.68,49.41", longitude first, or the id of an OpenStreetMap node. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_STOP_H
#define RELAXD_SERVICE_ROUTE_ROUTE_STOP_H

#include "core/base/error.h"
#include "core/service/place/snap.h"

struct route_stop {
    struct snap_options options; /* if !has_node */
    bool has_node;
    int64_t node; /* of OpenStreetMap */
};

/* Both: -EINVAL, and the words say what is wrong and how to mend it. */
int stop_from_degrees(double lon, double lat, struct route_stop *ret_stop,
                      struct error *error);
int stop_read(const char *text, struct route_stop *ret_stop,
              struct error *error);

/* -EINVAL with the words if there are more stops than limits.stops-max, or
 * another limit of the caller's; `name` is what they are called: "places". */
int stops_check(size_t count, const char *name, size_t most,
                struct error *error);

#endif
