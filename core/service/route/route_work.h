/* route_work: what a route is asked and answered with; inside the service.
 *
 *     route_prepare.c     the stops on the roads, and the searches between them
 *     route_answer.c      legs of the searches that go well together
 *     route_question.c    who asks */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_WORK_H
#define RELAXD_SERVICE_ROUTE_ROUTE_WORK_H

#include "core/service/ask.h"
#include "core/service/route/route_question.h"

struct route_work {
    struct map_entry *entry; /* pinned beyond the question's own pin */
    size_t stop_count;
    struct place *places; /* [stop_count] */
    struct snap *snaps;   /* [stop_count] */

    /* Transits of each stop, one stop after the other. */
    struct transits transits;
    uint32_t *transit_count; /* [stop_count] */

    struct trip *trips; /* [trip_count] as route_choose() takes them */
    struct query **queries;
    size_t trip_count;

    struct route_leg *legs;    /* [stop_count - 1] */
    size_t *leg_trip;          /* [stop_count - 1] */
    struct route_leg *further; /* [further_count] */
    size_t further_count;
};

/* The question's radius, or what stands for none. */
double route_radius_max_m(const struct service *service,
                          const struct route_question *question);

/* Places, transits and trips of a begun question. Refuses. */
enum outcome route_prepare(struct service *service,
                           struct route_question *question);

/* Of trips that were searched: finding, legs, further ways. 0 or -ENOMEM. */
int route_answer(struct route_question *question);

void route_free_trips(struct route_work *work);

static inline bool route_wants_further(const struct route_question *question)
{
    return question->alternatives && question->stop_count == 2 &&
           !question->costs_only;
}

#endif
