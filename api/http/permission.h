/* permission: who may change weights, and whom a listener answers at all.
 *
 * A listener for this machine alone (listener_settings.local) answers any
 * process here, but a browser also sends what pages of other sites ask it to.
 * So such a listener refuses requests with a foreign Origin, and with a Host
 * that is not its own, which is how a site gets around that (DNS rebinding). */
#ifndef RELAXD_API_HTTP_PERMISSION_H
#define RELAXD_API_HTTP_PERMISSION_H

#include <stdbool.h>

#include "api/http/exchange.h"

/* Whether the endpoint may be used by this client. -EINVAL with the problem. */
int permission_check(const struct exchange *exchange, struct problem *problem);

/* Whether the listener answers such a request. -EINVAL with the problem. */
int permission_check_origin(const struct exchange *exchange,
                            struct problem *problem);

/* "127.0.0.1:5001", "localhost", "[::1]:80", "": the host is this machine. Any
 * port is: a tunnel changes it, and no site can have such a host. */
bool host_is_local(const char *text);

/* Whether a page of this origin came from the host that it now asks. */
bool origin_is_own(const char *origin, const char *host);

#endif
