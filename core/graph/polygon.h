/* polygon: an area with holes, and whether a place is within.
 *
 * Add the edges of all rings, then index them; from then on any thread may ask.
 * Of most runs of edges none reaches the latitude of a place, so that takes
 * some dozens of steps for areas as on a map; at worst, one for each edge. */
#ifndef RELAXD_GRAPH_POLYGON_H
#define RELAXD_GRAPH_POLYGON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/position.h"

struct polygon_edge {
    struct position from;
    struct position to;
};

struct polygon_span {
    int32_t least;
    int32_t most;
};

/* Zero bytes have no edge. */
struct polygon {
    struct polygon_edge *edge; /* [count], owned */
    size_t count;
    size_t capacity;
    struct polygon_span lon;
    struct polygon_span lat;
    struct polygon_span *run; /* in latitude: [runs + i] of a run of edges, [i]
                                 of 2i and 2i + 1, [1] of all; owned */
    size_t runs;              /* a power of two */
};

/* 0 or -ENOMEM. */
int polygon_add(struct polygon *polygon, struct position from,
                struct position to);
int polygon_index(struct polygon *polygon);
void polygon_finish(struct polygon *polygon);

/* Whether a line has a place in common with the area or its edges. */
bool polygon_touches(const struct polygon *polygon, struct position from,
                     struct position to);

/* Whether two of its edges cross, other than where they meet, and where about:
 * the end of one. */
bool polygon_crosses_itself(const struct polygon *polygon,
                            struct position *ret_near);

/* Called by polygon_has() for a place in the box around the edges. */
bool polygon_crosses(const struct polygon *polygon, struct position place);

/* Whether a line from there to the east crosses an odd number of edges. Of many
 * polygons most are elsewhere. */
static inline bool polygon_has(const struct polygon *polygon,
                               struct position place)
{
    return place.lon_e7 >= polygon->lon.least &&
           place.lon_e7 <= polygon->lon.most &&
           place.lat_e7 >= polygon->lat.least &&
           place.lat_e7 < polygon->lat.most && polygon_crosses(polygon, place);
}

#endif
