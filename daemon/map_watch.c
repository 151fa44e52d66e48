#include "daemon/map_watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/log.h"

/* ---- Paths of the files ------------------------------------------------- */

void map_sources_finish(struct map_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        free(sources->path[i]);
    free(sources->path);
    *sources = (struct map_sources){.path = NULL};
}

int map_sources_find(const struct map_setting *maps, size_t count,
                     struct map_sources *ret_sources)
{
    struct map_sources sources = {.path = NULL};

    sources.path = array_alloc(2 * count, sizeof(*sources.path));
    if (!sources.path)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        char *path = strdup(maps[i].path);
        char *target = realpath(maps[i].path, NULL);

        if (path)
            sources.path[sources.count++] = path;
        if (target) /* otherwise there is no file now */
            sources.path[sources.count++] = target;
        if (!path) {
            map_sources_finish(&sources);
            return -ENOMEM;
        }
    }
    *ret_sources = sources;
    return 0;
}

/* ---- Watching ----------------------------------------------------------- */

struct watched_folder {
    uv_fs_event_t handle;
    struct watched_folder *next;
    char *path;
    bool failed; /* it cannot be watched, and the log says so */
};

static void on_quiet(uv_timer_t *timer)
{
    struct map_watch *watch = timer->data;

    if (watch->folders)
        watch->changed(watch->context);
}

/* Each call restarts the second. */
void map_watch_poll(struct map_watch *watch)
{
    if (!uv_is_closing((uv_handle_t *)&watch->quiet))
        uv_timer_start(&watch->quiet, on_quiet, MAP_WATCH_QUIET_MS, 0);
}

static bool is_map(const struct map_watch *watch, const char *name)
{
    for (size_t i = 0; i < watch->name_count; i++) {
        if (!strcmp(watch->names[i], name))
            return true;
    }
    return false;
}

static void on_event(uv_fs_event_t *handle, const char *name, int events,
                     int status)
{
    struct map_watch *watch = handle->data;

    if (status || !name || is_map(watch, name))
        map_watch_poll(watch);
}

static void on_closed(uv_handle_t *handle)
{
    struct watched_folder *folder = (struct watched_folder *)handle;

    free(folder->path);
    free(folder);
}

static void close_folders(struct watched_folder *folders)
{
    while (folders) {
        struct watched_folder *folder = folders;

        folders = folder->next;
        uv_close((uv_handle_t *)&folder->handle, on_closed);
    }
}

static void forget_names(struct map_watch *watch)
{
    for (size_t i = 0; i < watch->name_count; i++)
        free(watch->names[i]);
    watch->name_count = 0;
}

static void warn(const char *folder, const char *words)
{
    log_warning("folder '%s' cannot be watched, so relaxd notices replaced "
                "maps only on SIGHUP: %s",
                folder, words);
}

static bool add_name(struct map_watch *watch, const char *name)
{
    if (is_map(watch, name))
        return true;
    if (array_reserve(&watch->names, &watch->name_capacity,
                      watch->name_count + 1, sizeof(*watch->names)))
        return false;
    watch->names[watch->name_count] = strdup(name);
    return watch->names[watch->name_count] && ++watch->name_count;
}

static const struct watched_folder *find(const struct watched_folder *folders,
                                         const char *path)
{
    while (folders && strcmp(folders->path, path))
        folders = folders->next;
    return folders;
}

/* libuv opens its descriptor with the first watch, and aborts if it lacks
 * memory for it. This makes that happen while relaxd starts, not while it
 * serves. */
static void make_ready(struct map_watch *watch)
{
    uv_fs_event_init(watch->loop, &watch->first);
    watch->first.data = watch;
    if (!uv_fs_event_start(&watch->first, on_event, "/", 0))
        uv_fs_event_stop(&watch->first);
}

void map_watch_init(struct map_watch *watch, uv_loop_t *loop,
                    void (*changed)(void *context), void *context)
{
    *watch = (struct map_watch){
        .loop = loop, .changed = changed, .context = context};
    uv_timer_init(loop, &watch->quiet);
    watch->quiet.data = watch;
    make_ready(watch);
}

/* `before`: the folders watched so far. */
static void start(struct watched_folder *folder,
                  const struct watched_folder *before)
{
    const struct watched_folder *same = find(before, folder->path);
    int r = uv_fs_event_start(&folder->handle, on_event, folder->path, 0);

    folder->failed = r;
    if (r && !(same && same->failed))
        warn(folder->path, uv_strerror(r));
}

/* Takes over the path. */
static void add_folder(struct map_watch *watch, char *path,
                       const struct watched_folder *before)
{
    struct watched_folder *folder;

    if (find(watch->folders, path)) {
        free(path);
        return;
    }
    folder = calloc(1, sizeof(*folder));
    if (!folder) {
        warn(path, "out of memory");
        free(path);
        return;
    }
    folder->path = path;
    uv_fs_event_init(watch->loop, &folder->handle);
    folder->handle.data = watch;
    folder->next = watch->folders;
    watch->folders = folder;
    start(folder, before);
}

/* Events about the folder itself carry its own name. */
static void add_path(struct map_watch *watch, const char *path,
                     const struct watched_folder *before)
{
    const char *slash = strrchr(path, '/');
    char *folder = file_name_folder(path);
    const char *above = folder ? strrchr(folder, '/') : NULL;

    if (!folder || !add_name(watch, slash ? slash + 1 : path) ||
        !add_name(watch, above ? above + 1 : folder)) {
        free(folder);
        warn(path, "out of memory");
        return;
    }
    add_folder(watch, folder, before);
}

void map_watch_set(struct map_watch *watch, const struct map_sources *sources)
{
    struct watched_folder *before = watch->folders;

    watch->folders = NULL;
    forget_names(watch);
    for (size_t i = 0; i < sources->count; i++)
        add_path(watch, sources->path[i], before);
    close_folders(before);
}

void map_watch_close(struct map_watch *watch)
{
    close_folders(watch->folders);
    watch->folders = NULL;
    forget_names(watch);
    free(watch->names);
    watch->names = NULL;
    uv_close((uv_handle_t *)&watch->quiet, NULL);
    uv_close((uv_handle_t *)&watch->first, NULL);
}
