/* route_question: the way from place to place over a map's roads, with what
 * people want to know of it.
 *
 * Each leg leads from a stop to the next. Where turning back at stops on the
 * way is not allowed (continue_straight), a leg goes on as the one before it
 * came; the least cost over all legs together counts, not leg by leg. */
#ifndef RELAXD_SERVICE_ROUTE_QUESTION_H
#define RELAXD_SERVICE_ROUTE_QUESTION_H

#include "core/service/place.h"
#include "core/service/service.h"

struct route_stop {
    struct snap_wish wish; /* where has_node is false */
    bool has_node;
    int64_t node; /* of OpenStreetMap */
};

enum route_straight { STRAIGHT_BY_PROFILE, STRAIGHT_YES, STRAIGHT_NO };

/* A part of an edge that a leg uses, all of it but at the leg's ends, and the
 * turn that led into it. */
struct route_step {
    uint32_t edge;
    uint32_t arc;           /* that entered it; ARC_NONE: the leg's first */
    uint32_t first_segment; /* in the direction of travel ... */
    uint32_t last_segment;  /* ... both included */
    uint32_t weight;        /* of the part, without the turn */
    uint32_t duration_ms;
    uint64_t length_mm;
    uint32_t turn_weight;
    uint32_t turn_duration_ms;
};

struct route_leg {
    struct position from; /* on the road */
    struct position to;
    const struct route_step *steps; /* [step_count]; 0: both are one place */
    uint32_t step_count;
    uint64_t weight;
    uint64_t duration_ms;
    uint64_t length_mm;
};

struct route_question {
    struct question base;
    const struct route_stop *stops; /* [stop_count], the asker's */
    size_t stop_count;              /* at least 2 */
    enum route_straight straight;
    bool costs_only;

    /* Once answered OK. */
    bool found;              /* else there is no way */
    uint64_t weight;         /* of all legs */
    struct snap *snaps;      /* [stop_count] where the stops are on the road */
    struct route_leg *legs;  /* [stop_count - 1] */
    struct route_work *work; /* the service's own */
};

/* As service_ask_path(). OUTCOME_NO_ROAD_NEAR: a stop is near none. */
enum outcome service_ask_route(struct service *service,
                               struct route_question *question);

/* Once answered: what the map knows of the roads, pinned until finish. */
const struct map *route_question_map(const struct route_question *question);

void route_question_finish(struct route_question *question);

#endif
