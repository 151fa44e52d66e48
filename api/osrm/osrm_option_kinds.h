/* osrm_option_kinds: what values the options of OSRM's API have, and how each
 * kind is taken from a URL's text and read from a body's JSON. Inside the table
 * of options alone. */
#ifndef RELAXD_API_OSRM_OSRM_OPTION_KINDS_H
#define RELAXD_API_OSRM_OSRM_OPTION_KINDS_H

#include "api/osrm/osrm_options.h"

struct osrm_option_kind;

struct osrm_option {
    const char *name;
    unsigned services; /* that have it: bits of enum osrm_service */
    const struct osrm_option_kind *kind;
    size_t offset;            /* in the request, of what the kind fills */
    const char *const *words; /* it may be, NULL after the last */
};

/* Either way may be missing. */
struct osrm_option_kind {
    /* What stands behind the "=". */
    enum osrm_taken (*take)(const struct osrm_option *option,
                            struct osrm_text *text, void *value);

    /* 0, -EINVAL with the problem, -ENOMEM. */
    int (*read)(const struct osrm_option *option, const json_t *json,
                void *value, struct osrm_problem *problem);

    /* Of lists: make room, and fill entry `i` unless it is empty. From text:
     * false where it is malformed; from JSON: what it must be, or NULL. */
    bool (*make)(struct osrm_request *request, size_t count);
    bool (*take_entry)(struct osrm_text *text, struct osrm_request *request,
                       size_t i);
    const char *(*read_entry)(const json_t *json, struct osrm_request *request,
                              size_t i);
};

/* With what they fill. */
extern const struct osrm_option_kind osrm_kind_flag;   /* bool */
extern const struct osrm_option_kind osrm_kind_word;   /* enum: which word */
extern const struct osrm_option_kind osrm_kind_second; /* bool: the 2nd word */
extern const struct osrm_option_kind osrm_kind_format; /* so, in bodies alone */
extern const struct osrm_option_kind osrm_kind_number; /* double */
extern const struct osrm_option_kind osrm_kind_count;  /* unsigned; no bodies */
extern const struct osrm_option_kind osrm_kind_alternatives; /* unsigned */
extern const struct osrm_option_kind osrm_kind_straight;     /* osrm_straight */
extern const struct osrm_option_kind osrm_kind_set; /* unsigned: words' bits */
extern const struct osrm_option_kind osrm_kind_table_set; /* table options */

extern const struct osrm_option_kind osrm_kind_indices; /* osrm_indices */
extern const struct osrm_option_kind osrm_kind_ends;    /* or "all" */

/* The request. */
extern const struct osrm_option_kind osrm_kind_bearings;
extern const struct osrm_option_kind osrm_kind_radiuses;
extern const struct osrm_option_kind osrm_kind_hints;
extern const struct osrm_option_kind osrm_kind_approaches;
extern const struct osrm_option_kind osrm_kind_exclude;

/* "NAME WORDS"; returns -EINVAL. */
int osrm_option_refuse(const struct osrm_option *option, const char *words,
                       struct osrm_problem *problem);

/* Of a string: which of the words it is. */
bool osrm_find_word(const json_t *json, const char *const *words,
                    unsigned *ret_index);

#endif
