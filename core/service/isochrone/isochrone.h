/* isochrone: what is reached from places within so much time or way, as areas.
 * Start reading core/service/isochrone/ here.
 *
 *     reach      a search from the places: which roads, and what is spent where
 *     field      what it takes to be at each node of a grid around these
 *     contour    lines around what is within a limit
 *     shape      areas of lines: simplified, valid, one within the next
 *
 * The ways are of least weight, as a route's; what counts is the time that they
 * take or how long they are. Off the roads one walks, 5 km/h, no farther than
 * WALK_M or one and a half cells of the grid. Bounded in time and memory: a
 * grid has at most 2 million nodes of 16 bytes, so cells grow with the area. */
#ifndef RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_H
#define RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_H

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/solver/cancel.h"

enum {
    ISOCHRONE_CONTOURS_MAX = 16,
    ISOCHRONE_MOST = 4000000, /* seconds (46 days) or metres of a contour */
};

struct isochrone_options {
    uint32_t contours[ISOCHRONE_CONTOURS_MAX]; /* ms or mm, ascending, above 0,
                                                  up to 1000 * ISOCHRONE_MOST */
    size_t contour_count;                      /* at least 1 */
    bool distance;         /* contours are mm of the way, not ms */
    bool arrive;           /* what it takes to get to the places */
    double denoise;        /* parts and holes smaller than this share of the
                              largest part go, [0, 1] */
    double generalize_m;   /* how far lines may move where that spares points;
                              NAN:   a quarter of a cell */
    struct cancel *cancel; /* may be NULL */
};

struct isochrone_ring {
    size_t first; /* of its points, of which the last is the first again */
    size_t count; /* at least 4 */
    bool hole;    /* in the ring before it that is none */
};

/* What is within one of the contours. Nested to 10^-7 degrees: where lines
 * touch, points may be rounded across. */
struct isochrone_area {
    uint32_t contour; /* as wished */
    size_t first_ring;
    size_t ring_count; /* 0: too small for the grid */
    double area_m2;
};

struct isochrone {
    struct position *point; /* [point_count] owned */
    size_t point_count;
    size_t point_capacity;
    struct isochrone_ring *ring; /* [ring_count] owned */
    size_t ring_count;
    size_t ring_capacity;
    struct isochrone_area area[ISOCHRONE_CONTOURS_MAX]; /* by falling contour */
    size_t area_count;

    double cell_m;    /* of the grid */
    double beyond_m;  /* how far from roads one may be */
    uint64_t settled; /* vertices of the search */
    uint64_t search_us;
    uint64_t draw_us;
};

/* Any thread; takes milliseconds to seconds. 0, or a negative code with words:
 * -ECANCELED by the options' cancel. */
int isochrone_make(const struct map *map, const struct weighting *weighting,
                   const struct place *places, size_t place_count,
                   const struct isochrone_options *options,
                   struct isochrone *ret_isochrone, struct error *error);
void isochrone_finish(struct isochrone *isochrone);

#endif
