/* route_question: the way from stop to stop over a map's roads. Start reading
 * core/service/route/ here; route_stop.h says what is asked, route_leg.h what
 * is answered.
 *
 * Each leg leads from a stop to the next. Where turning back at stops on the
 * way is not allowed (continue_straight), a leg goes on as the one before it
 * came, also by what restrictions say of where it came from; the least cost
 * over all legs together counts, not leg by leg. So each way to pass a stop is
 * a way of its own to go on: as many searches for a leg as transits
 * (place_ends.h) before it times those after it, all in one job.
 *
 * A stop is put on the nearest road that suits its options, all of them
 * together, so that there is a way between them where there can be
 * (snap_together). */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_QUESTION_H
#define RELAXD_SERVICE_ROUTE_ROUTE_QUESTION_H

#include "core/service/place/place.h"
#include "core/service/route/route_leg.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"

enum route_straight { STRAIGHT_BY_PROFILE, STRAIGHT_YES, STRAIGHT_NO };

enum route_finding {
    ROUTE_FOUND,
    ROUTE_NONE,     /* there is no way; `missing_leg` */
    ROUTE_OVERFLOW, /* there is, but a leg of it has no cost in 32 bits */
};

struct route_question {
    struct question base;
    const struct route_stop *stops; /* [stop_count], the client's; no radius
                                       above the settings' but INFINITY, which
                                       stands for that */
    bool any_radius;   /* the settings' is no limit, nor stood for */
    size_t stop_count; /* at least 2; limited, and searches as the pairs of a
                          path question are */
    size_t stops_max;  /* the client's own limit; 0: the settings' */
    enum route_straight straight;
    bool costs_only;
    uint32_t alternatives; /* further ways wanted (query.h): none where
                              there are more than two stops, or costs_only */

    /* Once prepared. */
    const struct snap *snaps; /* [stop_count] where the stops are on the road:
                                 of a node any of its pieces */

    size_t missing_stop; /* OUTCOME_NO_ROAD_NEAR: the first that is near none */

    /* Once answered OK. */
    enum route_finding finding;
    size_t missing_leg; /* the first that cannot be travelled, after those
                           before it */
    uint64_t weight;    /* of all legs, where found */
    const struct route_leg *legs;    /* [stop_count - 1] where found */
    const struct route_leg *further; /* [further_count] each a whole way from
                                        the first stop to the last, ascending by
                                        weight, none less than `weight` */
    size_t further_count;
    struct route_state *state; /* the service's own */
};

/* A route is asked in three steps, each where the one before said OK:
 *
 *     service_begin_route()     finds the map, looks at limits; quick
 *     service_prepare_route()   looks for the stops: some 10 us for each, or by
 *                               the size of the map where hardly any road suits
 *                               its options. Any thread; the cancel ends it
 *     service_submit_route()    as service_ask_path()
 *
 * OUTCOME_NO_ROADS; OUTCOME_NO_ROAD_NEAR, OUTCOME_UNKNOWN_ID: a stop is near
 * none, or a node that none passes; OUTCOME_TOO_LARGE: too many stops, or too
 * large a radius; OUTCOME_LATE, OUTCOME_CANCELLED: while they were looked for.
 */
enum outcome service_begin_route(struct service *service,
                                 struct route_question *question);
enum outcome service_prepare_route(struct service *service,
                                   struct route_question *question);
enum outcome service_submit_route(struct service *service,
                                  struct route_question *question);

/* All of them. */
enum outcome service_ask_route(struct service *service,
                               struct route_question *question);

/* Begun: whether preparing may take longer than a loop thread has: stops are
 * more than a few, or a road has to be sought that suits more than a place. */
bool route_question_is_long(const struct route_question *question);

/* Once prepared: what the map knows of the roads, pinned until finish. */
const struct map *route_question_map(const struct route_question *question);
const struct weighting *
route_question_weighting(const struct route_question *question);

/* Once prepared: where a stop is on the roads, on all that it may be. */
const struct place *route_question_place(const struct route_question *question,
                                         size_t stop);

/* Once answered, or not submitted. */
void route_question_finish(struct route_question *question);

#endif
