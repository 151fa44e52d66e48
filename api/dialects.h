/* dialects: the APIs that relaxd speaks. */
#ifndef RELAXD_API_DIALECTS_H
#define RELAXD_API_DIALECTS_H

#include "api/http/endpoint.h"

/* In the order in which they are asked whether a request is theirs. NULL after
 * the last. */
extern const struct dialect *const api_dialects[];

#endif
