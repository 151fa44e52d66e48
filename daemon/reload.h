/* reload: reads settings and maps again while relaxd serves.
 *
 * SIGHUP asks for all of it, a replaced map file for that map. A thread of its
 * own does one reload after the other, and frees what was replaced once no
 * query uses it. */
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
    int argc; /* of the program; they and the settings outlive it */
    char **argv;
    const struct settings *settings; /* of the start */
    struct status_line *status_line; /* outlives it */
};

/* Starts the thread and watches maps. This and all but reload_end() belong to
 * the first loop's thread. */
int reload_start(const struct reload_source *source, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error);

/* Asks for a full reload. Reports its begin and end to systemd. */
void reload_ask(struct reload *reload);

/* Closes its handles; it takes no more requests. */
void reload_close(struct reload *reload);

/* Frees it, once the loop has run out. NULL is fine. False: the thread is still
 * busy, perhaps with a long import; nothing is freed, and the process has to
 * end. */
bool reload_end(struct reload *reload);

#endif
