/* osrm_url: the target of a request to OSRM's API, cut up:
 * /{service}/v{version}/{profile}/{query}. The query is cut up by
 * osrm_query.h. */
#ifndef RELAXD_API_OSRM_OSRM_URL_H
#define RELAXD_API_OSRM_OSRM_URL_H

#include <stdbool.h>
#include <stddef.h>

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"

struct osrm_url {
    char *text; /* [length) the target, decoded, and a NUL; owned */
    size_t length;
    enum osrm_service service;
    size_t profile;
    size_t profile_length;
    size_t query; /* where it begins: what positions in words count from 0 to */
};

/* Fills `url`, zeroed at first. `target` is as sent. Without `has_query`, as a
 * POST comes, the query may be missing. 0, -EINVAL with the problem, -ENOMEM;
 * free url->text after each. */
int osrm_url_split(const char *target, bool has_query, struct osrm_url *url,
                   struct osrm_problem *problem);

const char *osrm_service_name(enum osrm_service service);

#endif
