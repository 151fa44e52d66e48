/* reloader: what one reload does: settings and maps read anew, checked and
 * prepared aside, then changed at once, or not at all.
 *
 * Nothing is published before all is ready, and from then on nothing can fail.
 * What is replaced stays until nobody asks it any more: so old and new are in
 * memory together for a while, and no answer is made of two maps. What is
 * freed is freed by reloader_drain(), never by a loop that releases last.
 *
 * One thread, which may wait and calculate for long. */
#ifndef RELAXD_DAEMON_RELOADER_H
#define RELAXD_DAEMON_RELOADER_H

#include <stdbool.h>

#include "config/settings.h"
#include "daemon/gone_maps.h"
#include "daemon/map_places.h"
#include "daemon/wiring.h"

struct reloader {
    struct wiring *wiring;
    int argc; /* of the program, which are read anew */
    char **argv;
    const struct settings *started; /* what it was started with */
    struct settings *current;       /* owned; NULL: what it was started with */
    uint64_t epoch;                 /* of weights that came last */
    struct gone_maps gone;          /* served no more */
};

/* The command line, settings and wiring outlive it. */
void reloader_init(struct reloader *reloader, int argc, char **argv,
                   const struct settings *settings, struct wiring *wiring);
void reloader_finish(struct reloader *reloader);

/* Settings, and maps that changed. Logs what becomes of it and notes it for
 * /v1/status. */
void reloader_run(struct reloader *reloader);

/* Maps alone whose files changed, each by itself; a file that would not do is
 * tried again only when it is another, one that vanished is told once. */
void reloader_run_changed(struct reloader *reloader);

/* Frees what is served no more and asked no more; false: there is some left.
 */
bool reloader_drain(struct reloader *reloader);

/* Those of the maps that are to be watched: none where the setting says so.
 * -ENOMEM. */
int reloader_find_places(const struct reloader *reloader,
                         struct map_places *ret_places);

#endif
