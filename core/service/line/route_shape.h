/* route_shape: the line of a route on the ground, and the nodes and roads that
 * it follows. */
#ifndef RELAXD_SERVICE_LINE_ROUTE_SHAPE_H
#define RELAXD_SERVICE_LINE_ROUTE_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "core/service/route/route_question.h"

/* A stretch with one name, ref and way of travelling. Texts are the map's. */
struct route_road {
    const char *name; /* or "" */
    const char *ref;  /* or "" */
    enum travel_mode mode;
    uint64_t duration_ms; /* with the turns into it and on it */
    uint64_t length_mm;
};

/* Of legs together. */
struct route_sums {
    uint64_t duration_ms;
    uint64_t length_mm;
};
struct route_sums route_sums_of(const struct route_leg *legs, size_t leg_count);

struct route_shape {
    struct position *positions; /* [position_count] from the first stop's place
                                   to the last's; at least two, which may be the
                                   same */
    size_t position_count;
    int64_t *nodes; /* [node_count] of OpenStreetMap, all that it passes */
    size_t node_count;
    struct route_road *roads; /* [road_count] */
    size_t road_count;
};

/* Of legs that follow each other. Owned by the caller. 0 or -ENOMEM; finish()
 * is fine after either and on zero bytes. */
int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct route_leg *legs, size_t leg_count,
                     struct error *error);
void route_shape_finish(struct route_shape *shape);

#endif
