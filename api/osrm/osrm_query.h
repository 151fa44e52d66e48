/* osrm_query: the query of a URL of OSRM's API: coordinates, form, options.
 *
 * The grammar is OSRM's, and so are the positions that refusals name: where a
 * word stands that nothing known begins with. More lenient in one thing: an
 * empty option at the front ("?&steps=true", "?") is none. */
#ifndef RELAXD_API_OSRM_OSRM_QUERY_H
#define RELAXD_API_OSRM_OSRM_QUERY_H

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_url.h"

/* Fills `request`, which has its defaults, from all that osrm_url_split() left.
 * 0, -EINVAL with the problem, -ENOMEM. */
int osrm_query_read(const struct osrm_url *url, struct osrm_request *request,
                    struct osrm_problem *problem);

/* The profile alone, which a POST has in its URL, too. */
void osrm_query_note_profile(const struct osrm_url *url,
                             struct osrm_request *request);

#endif
