/* place: where a trip begins, ends or passes, on the roads of a map.
 *
 * A place is a set of points on edges, any of which will do: both directions of
 * a road, all roads that meet at a junction where it lies, of a node of
 * OpenStreetMap all pieces that pass it. */
#ifndef RELAXD_SERVICE_PLACE_H
#define RELAXD_SERVICE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/service/snap.h"
#include "core/solver/query.h"

/* So many are more than meet anywhere. */
enum { PLACE_POINTS_MAX = 32 };

/* A point on an edge: what is left of the edge from there. What lies before is
 * the edge's sum less that. */
struct place_point {
    uint32_t edge;
    uint32_t weight_left;
    uint32_t duration_left_ms;
    uint64_t length_left_mm;
    uint32_t segment; /* that it lies on */
    double fraction;  /* of the segment, forward */
};

struct place {
    struct position position; /* on the road */
    uint32_t point_count;     /* 0: nowhere */
    struct place_point points[PLACE_POINTS_MAX];
};

/* Of snaps that are equally near (the first of `snaps` and those at the same
 * place). */
void place_of_snaps(const struct roads *roads, const struct snap *snaps,
                    uint32_t snap_count, struct place *ret_place);

/* Of a node of OpenStreetMap; false where no road passes it. */
bool place_of_node(const struct roads *roads, int64_t id,
                   struct place *ret_place);

#endif
