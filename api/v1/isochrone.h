/* isochrone: the parameters of an isochrone request. */
#ifndef RELAXD_API_V1_ISOCHRONE_H
#define RELAXD_API_V1_ISOCHRONE_H

#include "api/form/fields.h"
#include "core/service/isochrone/isochrone.h"

struct isochrone_request {
    struct stop_fields stops; /* where it begins */
    struct number_list contours;
    unsigned metric;    /* 0: duration, 1: distance */
    unsigned direction; /* 0: depart, 1: arrive */
    bool polygons;
    double denoise;
    double generalize_m;             /* NAN: depends on the size */
    struct question_options options; /* without a solver */
};

void isochrone_request_init(struct isochrone_request *request);
void isochrone_request_finish(struct isochrone_request *request);

/* Of a struct isochrone_request. */
extern const struct field isochrone_fields[];

/* Fills the question, which uses the request as long as it lives, from at most
 * `most` places. 0, or -EINVAL with the problem: contours that are missing, too
 * many, not ascending or out of range; no position, or too many. */
int isochrone_request_ask(struct isochrone_request *request,
                          struct isochrone_question *question, size_t most,
                          struct problem *problem);

#endif
