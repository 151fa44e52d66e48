/* isochrone: the parameters of an isochrone request, from a URL or a body. */
#ifndef RELAXD_API_V1_ISOCHRONE_H
#define RELAXD_API_V1_ISOCHRONE_H

#include <jansson.h>

#include "api/form/fields.h"
#include "core/service/isochrone/isochrone.h"

struct isochrone_request {
    struct stop_list from; /* the sources */
    struct number_list lon;
    struct number_list lat;
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

/* Reads a query string. 0, or -EINVAL with the problem. */
int isochrone_request_parse(struct isochrone_request *request,
                            const char *query, struct problem *problem);

/* Reads a body; a json_body_read. */
int isochrone_request_read(const json_t *object, void *request,
                           struct problem *problem);

/* Fills the question, which uses the request as long as it lives. 0, or -EINVAL
 * with the problem: contours that are missing, too many, not ascending or out
 * of range; no position. */
int isochrone_request_ask(const struct isochrone_request *request,
                          struct isochrone_question *question,
                          struct problem *problem);

#endif
