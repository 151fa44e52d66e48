/* reload: reads settings and maps again while relaxd serves.
 *
 * SIGHUP requests everything, a replaced map file only its map. One thread runs
 * the reloads in turn, and frees replaced maps when no query uses them. SIGHUP
 * ends an import that is under way unless it would import the same, a change of
 * a file the import of that file. */
#ifndef RELAXD_DAEMON_RELOAD_H
#define RELAXD_DAEMON_RELOAD_H

#include <stdbool.h>
#include <uv.h>

#include "core/base/error.h"
#include "daemon/wiring.h"

struct reload;
struct server_start;
struct status_line;

/* Starts the thread and watches maps. `start`, with all that it points to, and
 * the status line outlive it. All functions except reload_end() belong to the
 * first loop's thread. */
int reload_start(const struct server_start *start,
                 struct status_line *status_line, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error);

/* Requests a full reload. Reports its start and end to systemd. */
void reload_ask(struct reload *reload);

/* Closes its handles; it takes no more requests. */
void reload_close(struct reload *reload);

/* Frees it after the loop has ended. NULL is fine. False: the thread is still
 * busy, perhaps with preparing a large map; nothing is freed, and the process
 * must exit. */
bool reload_end(struct reload *reload);

#endif
