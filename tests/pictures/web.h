/* web: a world served by HTTP, on a port and a thread of its own. */
#ifndef RELAXD_TESTS_PICTURES_WEB_H
#define RELAXD_TESTS_PICTURES_WEB_H

#include "core/base/error.h"
#include "core/service/service.h"

struct web;

/* The service outlives it. */
int web_open(struct service *service, struct web **ret_web,
             struct error *error);
void web_close(struct web *web); /* NULL is fine */

/* Asks for a target, by POST where there is a body; aborts where nothing
 * answers. The text is the caller's to free. Returns HTTP's status. */
long web_ask(struct web *web, const char *target, const char *body,
             char **ret_text);

#endif
