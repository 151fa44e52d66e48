/* osrm_options: the options of OSRM's API, after the "?" of a URL or, by the
 * same names, in a body. One table has a row for each. */
#ifndef RELAXD_API_OSRM_OSRM_OPTIONS_H
#define RELAXD_API_OSRM_OSRM_OPTIONS_H

#include <jansson.h>

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_text.h"

enum {
    OSRM_HINT_LENGTH = 112, /* of one block of a hint */
};

/* How much of an option the parser understood. */
enum osrm_taken {
    OSRM_TAKEN,     /* text->at is behind the understood part */
    OSRM_NONE,      /* no option begins there; text->at is unchanged */
    OSRM_MALFORMED, /* text->at is where a value should be */
    OSRM_NO_MEMORY,
};

/* Reads "name=value" at the front of `text`. */
enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request);

/* Reads all options among the members of `object`, in the table's order;
 * ignores other members. 0, -EINVAL with the problem, -ENOMEM. */
int osrm_options_read(const json_t *object, struct osrm_request *request,
                      struct osrm_problem *problem);

#endif
