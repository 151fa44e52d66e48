/* server: the running process: loop, listener, signals. */
#ifndef RELAXD_DAEMON_SERVER_H
#define RELAXD_DAEMON_SERVER_H

#include <stdbool.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/wiring.h"

/* How the program was called. */
struct server_start {
    const struct settings *settings;
    int argc; /* read anew by SIGHUP */
    char **argv;
    bool has_terminal; /* process_hold_hangup() */
    const char *version;
};

/* Listens, tells the service manager, and returns once SIGTERM or SIGINT came
 * and what was admitted is answered, or shutdown_ms are over. A second signal
 * ends the process at once, with exit code 1. SIGHUP has settings and maps read
 * anew (reload.h), or where a terminal went with it is as SIGTERM. */
int server_run(const struct server_start *start, struct wiring *wiring,
               struct error *error);

#endif
