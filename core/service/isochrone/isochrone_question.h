/* isochrone_question: what is reached from some places of a map, as areas.
 *
 * Asked in two steps, as the work is long and no solver's:
 * service_ask_isochrone() checks and pins the map, isochrone_question_run()
 * does it all, on a thread that has the time. `answered` is not called.
 * question_cancel() ends it soon.
 *
 * A place is the nearest road of a large component, where that is within the
 * settings' radius; else the nearest road at all. */
#ifndef RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_QUESTION_H
#define RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_QUESTION_H

#include "core/service/isochrone/isochrone.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"

/* Where a place is on the road. */
struct isochrone_source {
    struct position position;
    double distance_m; /* from where it was asked for */
};

struct isochrone_question {
    struct question base; /* what it says of solvers does not matter */
    const struct route_stop *sources; /* [source_count], the client's */
    size_t source_count;              /* at least 1; limits.stops-max */
    struct isochrone_options options; /* `cancel` is the question's */

    /* Once it ran, and base.outcome is OUTCOME_OK. */
    struct isochrone_source *found; /* [source_count] */
    struct isochrone isochrone;

    /* The service's own. */
    struct place *places;
    double radius_max_m;
};

/* Any thread. As service_ask_route(), but that places are looked for later. */
enum outcome service_ask_isochrone(struct service *service,
                                   struct isochrone_question *question);

/* Once asked OK, on any thread; base.outcome and base.error say what came of
 * it. */
void isochrone_question_run(struct isochrone_question *question);

/* Once run, or never; fine on zero bytes. */
void isochrone_question_finish(struct isochrone_question *question);

#endif
