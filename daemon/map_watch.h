/* map_watch: notices when the files of maps are replaced.
 *
 * It watches folders (inotify), not files: a file renamed over another one had
 * no watch before. A second after the last event on a map's file name in its
 * folder, or on the target of a link of that name, it calls changed(). The
 * kernel does not report changes that other machines make on a network file
 * system. The loop's thread, except for map_sources_find(). */
#ifndef RELAXD_DAEMON_MAP_WATCH_H
#define RELAXD_DAEMON_MAP_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "config/settings.h"

/* Paths of the maps' files: from the settings, and the targets of links. */
struct map_sources {
    char **path; /* [count); owned; may repeat */
    size_t count;
};

/* Reads disks, network disks too, which may take long: not for a loop's thread.
 * -ENOMEM. */
int map_sources_find(const struct map_setting *maps, size_t count,
                     struct map_sources *ret_sources);
void map_sources_finish(struct map_sources *sources);

enum { MAP_WATCH_QUIET_MS = 1000 };

struct watched_folder;

struct map_watch {
    uv_loop_t *loop;
    uv_timer_t quiet;
    uv_fs_event_t first; /* opened and closed at the start, for libuv */
    struct watched_folder *folders;
    char **names; /* [name_count] of files in them */
    size_t name_count;
    size_t name_capacity;
    void (*changed)(void *context); /* a file may have changed */
    void *context;
};

/* Watches nothing yet. It must not move until the loop has closed its handles.
 */
void map_watch_init(struct map_watch *watch, uv_loop_t *loop,
                    void (*changed)(void *context), void *context);

/* Watches these files and no others, in their current folders. Logs one warning
 * for each folder that cannot be watched. */
void map_watch_set(struct map_watch *watch, const struct map_sources *sources);

/* If anything is watched, calls changed() in a second, for earlier changes. */
void map_watch_poll(struct map_watch *watch);

void map_watch_close(struct map_watch *watch);

#endif
