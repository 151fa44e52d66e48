/* osrm_body: the JSON body of a POST to OSRM's API: the same names as in URLs.
 * Lists are arrays, with null for what is not given; coordinates are pairs of
 * numbers or "polyline(...)". Members that are not known are ignored, as OSRM
 * does. */
#ifndef RELAXD_API_OSRM_OSRM_BODY_H
#define RELAXD_API_OSRM_OSRM_BODY_H

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_url.h"

/* Fills `request`, which has its defaults. 0, -EINVAL with the problem,
 * -ENOMEM. */
int osrm_body_read(const struct osrm_url *url, const char *body, size_t length,
                   size_t depth_max, struct osrm_request *request,
                   struct osrm_problem *problem);

#endif
