/* server: the running process: loop, listener, signals. */
#ifndef RELAXD_DAEMON_SERVER_H
#define RELAXD_DAEMON_SERVER_H

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/wiring.h"

/* Listens, tells the service manager, and returns once SIGTERM or SIGINT came
 * and what was admitted is answered, or shutdown_ms are over. A second signal
 * ends the process at once, with exit code 1. */
int server_run(const struct settings *settings, struct wiring *wiring,
               const char *version, struct error *error);

#endif
