/* server: runs the process: loops, listeners, signals. */
#ifndef RELAXD_DAEMON_SERVER_H
#define RELAXD_DAEMON_SERVER_H

#include <stdbool.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/wiring.h"

/* The program's arguments and environment. */
struct server_start {
    const struct settings *settings;
    int argc; /* SIGHUP reads them again */
    char **argv;
    bool has_terminal; /* process_hold_hangup() */
    const char *version;
};

/* Listens and notifies the service manager. Returns after SIGTERM or SIGINT,
 * once everything admitted is answered or shutdown_ms have passed. A second
 * signal ends the process at once, with exit code 1. SIGHUP reloads settings
 * and maps (reload.h); if the terminal is gone, it acts as SIGTERM. */
int server_run(const struct server_start *start, struct wiring *wiring,
               struct error *error);

#endif
