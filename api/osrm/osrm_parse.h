/* osrm_parse: parses requests to OSRM's API: the target of a GET, or the target
 * and the body of a POST. */
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
    size_t query; /* where it begins; positions in messages count up to here
                     from 0 */
};

/* Fills `url`, which starts from zeros. `target` is as sent. Without
 * `has_query`, as in a POST, the query may be missing. 0, -EINVAL with the
 * problem, -ENOMEM; in each case the caller frees url->text. */
int osrm_url_split(const char *target, bool has_query, struct osrm_url *url,
                   struct osrm_problem *problem);

const char *osrm_service_name(enum osrm_service service);

/* ---- The query ----------------------------------------------------------- */

/* The grammar is OSRM's, and so are the positions in refusals: the first word
 * that nothing known begins with. One thing is more lenient: an empty option at
 * the front ("?&steps=true", "?") is ignored. */

/* Fills `request`, already set to defaults, from what osrm_url_split() left. 0,
 * -EINVAL with the problem, -ENOMEM. */
int osrm_query_read(const struct osrm_url *url, struct osrm_request *request,
                    struct osrm_problem *problem);

/* ---- The body ------------------------------------------------------------ */

/* Fills `request`, already set to defaults. 0, -EINVAL with the problem,
 * -ENOMEM. */
int osrm_body_read(const struct osrm_url *url, const char *body, size_t length,
                   size_t depth_max, struct osrm_request *request,
                   struct osrm_problem *problem);

#endif
