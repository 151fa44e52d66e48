/* map_watch: notices files of maps that are replaced.
 *
 * It watches folders (inotify), not files: the kernel has not seen a file under
 * its new name before it is renamed over another. A second after the last event
 * on a map's name there, or on the target of a link of that name, it calls
 * changed(). The kernel does not report what other machines do on a network
 * file system. The loop's thread, but for map_sources_find(). */
#ifndef RELAXD_DAEMON_MAP_WATCH_H
#define RELAXD_DAEMON_MAP_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "config/settings.h"

/* Where the files of maps lie: as the settings say, and where links lead. */
struct map_sources {
    char **path; /* [count); owned, some more than once */
    size_t count;
};

/* Waits for disks, and long for those of networks: not for a loop's thread.
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

/* Watches these files and no others, in folders as they are now. The log warns
 * once of each folder that cannot be watched. */
void map_watch_set(struct map_watch *watch, const struct map_sources *sources);

/* Calls changed() in a second if anything is watched: for changes before. */
void map_watch_poll(struct map_watch *watch);

void map_watch_close(struct map_watch *watch);

#endif
