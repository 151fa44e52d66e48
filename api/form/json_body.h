/* json_body: parses a request's JSON and reads fields from its objects. */
#ifndef RELAXD_API_FORM_JSON_BODY_H
#define RELAXD_API_FORM_JSON_BODY_H

#include <jansson.h>

#include "api/form/fields.h"

/* Parses an object. Refuses duplicate keys, floats as ids and text after the
 * end; refuses nesting deeper than `depth_max` before it parses anything.
 * Problems name line and column. The caller releases *ret_object with
 * json_decref(). */
int json_body_parse(const char *text, size_t length, size_t depth_max,
                    json_t **ret_object, struct problem *problem);

/* Reads an object into `target`. 0, or -EINVAL with the problem. */
typedef int json_body_read(const json_t *object, void *target,
                           struct problem *problem);

/* Fills the struct at `target` from an object. `label` is the object's
 * position, "" or "queries[3]."; the function skips members named in `others`
 * (a NULL-terminated list, or NULL), which the caller reads. */
int json_body_fields(const json_t *object, const char *label,
                     const struct field *fields, const char *const *others,
                     void *target, struct problem *problem);

/* ---- jansson's memory ---------------------------------------------------- */

/* Without this jansson's parser reports a failed allocation as a syntax error:
 * "string or '}' expected near '"targets"'", or not at all. */

/* Call it once, before any thread starts and before any other jansson call. */
void json_memory_watch(void);

#endif
