/* reload: reads settings and maps again while relaxd serves.
 *
 * SIGHUP requests everything, a replaced map file only its map. One thread runs
 * the reloads in turn, and frees replaced maps when no query uses them. */
#ifndef RELAXD_DAEMON_RELOAD_H
#define RELAXD_DAEMON_RELOAD_H

#include <stdbool.h>
#include <uv.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/wiring.h"

struct reload;
struct status_line;

struct reload_source {
    int argc; /* the program's; they and the settings outlive it */
    char **argv;
    const struct settings *settings; /* from the start */
    struct status_line *status_line; /* outlives it */
};

/* Starts the thread and watches maps. All functions except reload_end() belong
 * to the first loop's thread. */
int reload_start(const struct reload_source *source, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error);

/* Requests a full reload. Reports its start and end to systemd. */
void reload_ask(struct reload *reload);

/* Closes its handles; it takes no more requests. */
void reload_close(struct reload *reload);

/* Frees it after the loop has ended. NULL is fine. False: the thread is still
 * busy, perhaps with a long import; nothing is freed, and the process must
 * exit. */
bool reload_end(struct reload *reload);

#endif
