/* reload: settings and maps read anew while relaxd serves: when, and on which
 * thread. What is done then says reloader.h.
 *
 * SIGHUP asks for all of it, a map's file that was replaced for that map. A
 * thread of its own does it, one reload after the other: what is asked for
 * while one runs is done after it. The same thread frees what was replaced,
 * once nobody asks it any more. */
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
    const struct settings *settings; /* what it was started with */
    struct status_line *status_line; /* what systemd is told; outlives it */
};

/* Starts the thread and watches maps. All but reload_end(): the loop's thread.
 */
int reload_start(const struct reload_source *source, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error);

/* Reads all anew, soon. Tells systemd, now and when it is done. */
void reload_ask(struct reload *reload);

/* Nothing is asked any more; closes its handles. */
void reload_close(struct reload *reload);

/* Once the loop has run out: frees it. False: it is still at work, on an import
 * perhaps, and nobody can say how long: nothing is freed, the process is to
 * end. */
bool reload_end(struct reload *reload); /* NULL is fine */

#endif
