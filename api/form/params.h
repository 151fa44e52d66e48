/* params: fields from the query string of a URL. */
#ifndef RELAXD_API_FORM_PARAMS_H
#define RELAXD_API_FORM_PARAMS_H

#include "api/form/fields.h"

/* `query` is what follows the "?", as sent. Fills the struct at `target`.
 * -EINVAL with the problem; `target` may then be filled in part. Any thread. */
int params_parse(const char *query, const struct fields *fields, void *target,
                 struct problem *problem);

#endif
