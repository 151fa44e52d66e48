/* osrm_options: "name=value" after the "?" of a query. */
#ifndef RELAXD_API_OSRM_OSRM_OPTIONS_H
#define RELAXD_API_OSRM_OSRM_OPTIONS_H

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

enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request);

/* What values the options have that are words, NULL after the last: as the
 * enums count them. */
extern const char *const osrm_geometries_words[];
extern const char *const osrm_overview_words[];
extern const char *const osrm_annotation_words[]; /* bits of them */
extern const char *const osrm_approach_words[];
extern const char *const osrm_snapping_words[]; /* "default", "any" */

#endif
