/* osrm_options: the options of OSRM's API: what stands behind the "?" of a URL,
 * and, by the same names, in a body. One table has a row for each. */
#ifndef RELAXD_API_OSRM_OSRM_OPTIONS_H
#define RELAXD_API_OSRM_OSRM_OPTIONS_H

#include <jansson.h>

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_text.h"

enum {
    OSRM_HINT_LENGTH = 112, /* of one block of a hint */
};

/* How far an option was understood. */
enum osrm_taken {
    OSRM_TAKEN,     /* as far as something is known; text->at is behind that */
    OSRM_NONE,      /* no option begins there; text->at is where it was */
    OSRM_MALFORMED, /* text->at is where a value should be */
    OSRM_NO_MEMORY,
};

/* "name=value" at the front of `text`. */
enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request);

/* All that are members of `object`, in the order of the table; others are
 * ignored. 0, -EINVAL with the problem, -ENOMEM. */
int osrm_options_read(const json_t *object, struct osrm_request *request,
                      struct osrm_problem *problem);

#endif
