/* osrm_body_values: members of a body of OSRM's API.
 *
 * Readers return 0, -ENOMEM, or -EINVAL with the problem; where the member is
 * not there, what they read into stays as it is. */
#ifndef RELAXD_API_OSRM_OSRM_BODY_VALUES_H
#define RELAXD_API_OSRM_OSRM_BODY_VALUES_H

#include <jansson.h>
#include <stdbool.h>

#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"

/* What the members are read from and into. */
struct body {
    const json_t *object;
    struct osrm_request *request;
    struct osrm_problem *problem;
};

int body_refuse(const struct body *body, const char *words);
int body_refuse_named(const struct body *body, const char *name,
                      const char *words);

/* NULL: it is not there. */
const json_t *body_member(const struct body *body, const char *name);

int body_read_bool(const struct body *body, const char *name, bool *value);
int body_read_number(const struct body *body, const char *name, double *value);
int body_read_word(const struct body *body, const char *name,
                   const char *const *words, unsigned *index);
int body_read_indices(const struct body *body, const char *name,
                      struct osrm_indices *indices);

/* Of a string: which of the words it is, NULL after the last. */
bool body_find_word(const json_t *json, const char *const *words,
                    unsigned *ret_index);

/* make()s room for the entries and read()s those that are not null. */
int body_read_list(const struct body *body, const char *name,
                   bool (*make)(struct osrm_request *request, size_t count),
                   int (*read)(const struct body *body, const json_t *json,
                               size_t i));

/* What services have of their own: osrm_body_options.c. */
int body_read_route(const struct body *body);
int body_read_table(const struct body *body);

#endif
