/* json_body: a request's JSON, and fields from its objects. */
#ifndef RELAXD_API_FORM_JSON_BODY_H
#define RELAXD_API_FORM_JSON_BODY_H

#include <jansson.h>
#include <stdbool.h>

#include "api/form/fields.h"

/* Parses an object; duplicate keys, floats as ids and text after the end are
 * refused, nesting past `depth_max` before anything is parsed. Errors say line
 * and column. The caller owns *ret_object: json_decref(). */
int json_body_parse(const char *text, size_t length, size_t depth_max,
                    json_t **ret_object, struct problem *problem);

/* Reads what an object says into `target`. 0, or -EINVAL with the problem. */
typedef int json_body_read(const json_t *object, void *target,
                           struct problem *problem);

/* Fills the struct at `target` from an object. `label` is where the object
 * stands, "" or "queries[3]."; members named in `others` (a NULL-terminated
 * list, or NULL) are left to the caller. */
int json_body_fields(const json_t *object, const char *label,
                     const struct fields *fields, const char *const *others,
                     void *target, struct problem *problem);

/* An array of ids, malloc()ed; never NULL on success. */
int json_body_ids(const json_t *object, const char *key, uint64_t **ret_ids,
                  size_t *ret_count, struct problem *problem);

/* ---- jansson's memory ---------------------------------------------------- */

/* Its parser tells that as an error of the text: "string or '}' expected near
 * '"targets"'", or nothing at all. */

/* Once, before there are threads and before all else of jansson. */
void json_memory_watch(void);

#endif
