/* route_question: the shortest route over a map's roads through a list of
 * stops. Start reading core/service/route/ here; route_stop.h is the input,
 * route_leg.h the answer.
 *
 * Each leg leads from a stop to the next. If a route may not turn back at stops
 * (continue_straight), a leg continues the one before it, which also decides
 * the turn restrictions at the stop; the sum over all legs is minimized, not
 * each leg. So each transit of a stop (place_ends.h) has its own continuation:
 * a leg needs as many searches as its two stops' transits multiply to, all in
 * one job.
 *
 * Each stop snaps to the nearest road that suits its options, all stops
 * together, so that a route exists between them if possible (snap_together). */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_QUESTION_H
#define RELAXD_SERVICE_ROUTE_ROUTE_QUESTION_H

#include "core/service/place/place.h"
#include "core/service/route/route_leg.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"

enum route_straight { STRAIGHT_BY_PROFILE, STRAIGHT_YES, STRAIGHT_NO };

enum route_finding {
    ROUTE_FOUND,
    ROUTE_NONE,     /* no route exists; `missing_leg` */
    ROUTE_OVERFLOW, /* one exists, but a leg's cost does not fit 32 bits */
};

struct route_question {
    struct question base;
    const struct route_stop *stops; /* [stop_count], the client's; radii up to
                                       the settings' limit, or INFINITY, which
                                       means that limit */
    bool any_radius;   /* ignore the settings' limit; INFINITY means any */
    size_t stop_count; /* at least 2; limited, and searches are limited like the
                          pairs of a path question */
    size_t stops_max;  /* the client's own limit; 0: the settings' */
    enum route_straight straight;
    bool costs_only;
    uint32_t alternatives; /* further routes wanted (query.h): ignored with more
                              than two stops, or costs_only */

    /* Set once answered OK. */
    const struct snap *snaps; /* [stop_count] the stops' positions on roads; for
                                 a node any of its pieces */
    enum route_finding finding;
    size_t missing_leg; /* the first leg without a route from the transits that
                           earlier legs reach */
    uint64_t weight;    /* of all legs, if found */
    const struct route_leg *legs;    /* [stop_count - 1] if found */
    const struct route_leg *further; /* [further_count] each a whole route from
                                        the first stop to the last, ascending by
                                        weight, none less than `weight` */
    size_t further_count;
    struct route_state *state; /* the service's own */
};

/* As service_ask_path(). The pool snaps more than a few stops, and stops whose
 * options may skip many roads: some 10 us for each, or time by the size of the
 * map if hardly any road suits.
 *
 * OUTCOME_NO_ROADS; OUTCOME_NO_ROAD_NEAR, OUTCOME_UNKNOWN_ID: no road is near a
 * stop, or passes its node; OUTCOME_TOO_LARGE: too many stops, or too large a
 * radius. */
enum outcome service_ask_route(struct service *service,
                               struct route_question *question);

/* Once answered OK: the map, pinned until finish. */
const struct map *route_question_map(const struct route_question *question);
const struct weighting *
route_question_weighting(const struct route_question *question);

/* The model that lies over all others, and what it lies over, in the same way;
 * NULL: it has none. */
const struct model *route_question_model(const struct route_question *question,
                                         const struct weighting **ret_below);

/* The same: what weights come from that are not as imported. Valid as long as
 * the service. */
const char *route_question_weights_name(const struct route_question *question);

/* Once answered OK: the place of a stop, with all of its points. */
const struct place *route_question_place(const struct route_question *question,
                                         size_t stop);

/* Once answered OK: the segments of all routes. A thread writes some 10,000 in
 * a millisecond. */
size_t route_question_segments(const struct route_question *question);

/* Once answered, or not asked. */
void route_question_finish(struct route_question *question);

#endif
