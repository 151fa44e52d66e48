/* route_stop: where a route is to begin, pass or end, also as people write it:
 * "8.68,49.41", longitude first, or the id of a node of OpenStreetMap. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_STOP_H
#define RELAXD_SERVICE_ROUTE_ROUTE_STOP_H

#include "core/base/error.h"
#include "core/service/place/snap.h"

struct route_stop {
    struct snap_options options; /* where has_node is false */
    bool has_node;
    int64_t node; /* of OpenStreetMap */
};

/* -EINVAL, the words say what is wrong with it and how to mend it. */
int stop_read(const char *text, struct route_stop *ret_stop,
              struct error *error);

#endif
