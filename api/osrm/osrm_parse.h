/* osrm_parse: requests to OSRM's API from the target of a GET, or from the
 * target and the body of a POST. */
#ifndef RELAXD_API_OSRM_OSRM_PARSE_H
#define RELAXD_API_OSRM_OSRM_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"

/* ---- The target ---------------------------------------------------------- */

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

/* ---- The query ----------------------------------------------------------- */

/* The grammar is OSRM's, and so are the positions that refusals name: where a
 * word stands that nothing known begins with. More lenient in one thing: an
 * empty option at the front ("?&steps=true", "?") is none. */

/* Fills `request`, which has its defaults, from all that osrm_url_split() left.
 * 0, -EINVAL with the problem, -ENOMEM. */
int osrm_query_read(const struct osrm_url *url, struct osrm_request *request,
                    struct osrm_problem *problem);

/* The profile alone, which a POST has in its URL, too. */
void osrm_query_note_profile(const struct osrm_url *url,
                             struct osrm_request *request);

/* ---- The body ------------------------------------------------------------ */

/* Fills `request`, which has its defaults. 0, -EINVAL with the problem,
 * -ENOMEM. */
int osrm_body_read(const struct osrm_url *url, const char *body, size_t length,
                   size_t depth_max, struct osrm_request *request,
                   struct osrm_problem *problem);

#endif
