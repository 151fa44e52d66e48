/* map_watch: notices files of maps that are replaced.
 *
 * Folders are watched (inotify), not files: a file that is renamed over another
 * is one the kernel has not seen under that name. Whatever happens to a name
 * there that is a map's, or to what a link of that name leads to, is told once
 * it was quiet for a second. What happens on other machines to a network's file
 * system nobody is told. The loop's thread. */
#ifndef RELAXD_DAEMON_MAP_WATCH_H
#define RELAXD_DAEMON_MAP_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "daemon/map_places.h"

enum { MAP_WATCH_QUIET_MS = 1000 };

struct watched_folder;

struct map_watch {
    uv_loop_t *loop;
    uv_timer_t quiet;
    uv_fs_event_t first; /* has libuv make ready, then rests */
    struct watched_folder *folders;
    char **names; /* [name_count] of files in them */
    size_t name_count;
    size_t name_capacity;
    void (*changed)(void *context); /* perhaps: look what it is */
    void *context;
};

/* It must not move until the loop has closed its handles. Nothing is watched
 * yet. */
void map_watch_init(struct map_watch *watch, uv_loop_t *loop,
                    void (*changed)(void *context), void *context);

/* Watches these files and no others, in folders as they are now. A folder that
 * cannot be watched is a warning in the log, once until it can. */
void map_watch_set(struct map_watch *watch, const struct map_places *places);

/* Calls changed() in a second, if anything is watched: for what happened
 * before. */
void map_watch_look(struct map_watch *watch);

void map_watch_close(struct map_watch *watch);

#endif
