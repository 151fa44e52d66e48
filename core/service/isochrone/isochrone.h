/* isochrone: the areas reachable from places within a time or distance. Start
 * reading core/service/isochrone/ here.
 *
 *     reach      a search from the places: the roads, and what is spent where
 *     field      the cost at each node of a grid around them
 *     contour    lines around the nodes within a limit
 *     shape      areas from lines: simplified, valid, nested
 *
 * Paths are of least weight, like routes; their time or length counts. Off the
 * roads travellers walk at 5 km/h, no farther than 100 m or one and a half
 * cells of the grid. Bounded in time and memory: a grid has at most 2 million
 * nodes of 16 bytes, so cells grow with the area. */
#ifndef RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_H
#define RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_H

#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"
#include "core/solver/cancel.h"

enum {
    ISOCHRONE_CONTOURS_MAX = 16,
    ISOCHRONE_MOST = 4000000, /* limit of a contour: seconds (46 days) or
                                 metres */
};

struct isochrone_options {
    uint32_t contours[ISOCHRONE_CONTOURS_MAX]; /* ms or mm, ascending, above 0,
                                                  up to 1000 * ISOCHRONE_MOST */
    size_t contour_count;                      /* at least 1 */
    bool distance;         /* contours are mm of distance, not ms */
    bool arrive;           /* cost of reaching the places, not of leaving
                              them */
    double denoise;        /* drops parts and holes smaller than this share of
                              the largest part, [0, 1] */
    double generalize_m;   /* how far lines may move to save points; NAN: a
                              quarter of a cell */
    struct cancel *cancel; /* may be NULL */
};

struct isochrone_ring {
    size_t first; /* of its points; the first is repeated at the end */
    size_t count; /* at least 4 */
    bool hole;    /* in the last ring before it that is not a hole */
};

/* The area within one contour. Areas are nested to 10^-7 degrees: where lines
 * touch, rounding may move points across. */
struct isochrone_area {
    uint32_t contour; /* as in the options */
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
    struct isochrone_area area[ISOCHRONE_CONTOURS_MAX]; /* largest contour
                                                           first */
    size_t area_count;

    double cell_m;    /* of the grid */
    double beyond_m;  /* the farthest distance from roads */
    uint64_t settled; /* vertices of the search */
    uint64_t search_us;
    uint64_t draw_us;
};

/* Any thread; takes milliseconds to seconds. 0, -ENOMEM, or -ECANCELED by the
 * options' cancel flag. */
int isochrone_make(const struct map *map, const struct weighting *weighting,
                   const struct place *places, size_t place_count,
                   const struct isochrone_options *options,
                   struct isochrone *ret_isochrone);
void isochrone_finish(struct isochrone *isochrone);

/* ---- The question -------------------------------------------------------- */

/* Areas reachable from some places of a map. No solver has a part in this: the
 * pool does all the work, also of a single source. A source snaps to the
 * nearest road of a large component within the settings' radius; else to the
 * nearest road at all. */
struct isochrone_question {
    struct question base;             /* its solver fields are ignored */
    const struct route_stop *sources; /* [source_count], the client's */
    size_t source_count;              /* at least 1; at most limits.stops-max */
    struct isochrone_options options; /* `cancel` is set by the question */

    /* Set once answered OK. */
    struct snap *found; /* [source_count] position and distance_m alone */
    struct isochrone isochrone;
};

/* As service_ask_route(). */
enum outcome service_ask_isochrone(struct service *service,
                                   struct isochrone_question *question);

/* Once answered, or not asked; fine on zero bytes. */
void isochrone_question_finish(struct isochrone_question *question);

#endif
