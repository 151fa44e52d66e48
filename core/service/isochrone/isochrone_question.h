/* isochrone_question: areas reachable from some places of a map.
 *
 * Asked in two steps, as the work is long and uses no solver:
 * service_ask_isochrone() checks and pins the map, isochrone_question_run()
 * does the work on a thread that may block. `answered` is not called.
 * question_cancel() ends it soon.
 *
 * A source snaps to the nearest road of a large component within the settings'
 * radius; else to the nearest road at all. */
#ifndef RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_QUESTION_H
#define RELAXD_SERVICE_ISOCHRONE_ISOCHRONE_QUESTION_H

#include "core/service/isochrone/isochrone.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"

/* A source's position on its road. */
struct isochrone_source {
    struct position position;
    double distance_m; /* from the requested position */
};

struct isochrone_question {
    struct question base;             /* its solver fields are ignored */
    const struct route_stop *sources; /* [source_count], the client's */
    size_t source_count;              /* at least 1; at most limits.stops-max */
    struct isochrone_options options; /* `cancel` is set by the question */

    /* Set after the run if base.outcome is OUTCOME_OK. */
    struct isochrone_source *found; /* [source_count] */
    struct isochrone isochrone;

    /* The service's own. */
    struct place *places;
    double radius_max_m;
};

/* Any thread. As service_ask_route(), but run() snaps the sources. */
enum outcome service_ask_isochrone(struct service *service,
                                   struct isochrone_question *question);

/* After ask said OK, on any thread; base.outcome and base.error hold the
 * result. */
void isochrone_question_run(struct isochrone_question *question);

/* After run, or without it; fine on zero bytes. */
void isochrone_question_finish(struct isochrone_question *question);

#endif
