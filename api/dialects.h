/* dialects: the APIs that relaxd speaks. */
#ifndef RELAXD_API_DIALECTS_H
#define RELAXD_API_DIALECTS_H

#include "api/http/endpoint.h"

/* The listener asks them in this order whether they own a request. NULL after
 * the last. */
extern const struct dialect *const api_dialects[];

#endif
