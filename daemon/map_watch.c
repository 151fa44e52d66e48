/* map_watch: notices files of maps that are replaced. */
#include "daemon/map_watch.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/log.h"

struct watched_folder {
    uv_fs_event_t handle;
    struct watched_folder *next;
    char *path;
};

static void on_quiet(uv_timer_t *timer)
{
    struct map_watch *watch = timer->data;

    if (watch->folders)
        watch->changed(watch);
}

/* Anew with each call: quiet is a second after the last. */
void map_watch_look(struct map_watch *watch)
{
    if (!uv_is_closing((uv_handle_t *)&watch->quiet))
        uv_timer_start(&watch->quiet, on_quiet, MAP_WATCH_QUIET_MS, 0);
}

void map_watch_init(struct map_watch *watch, uv_loop_t *loop,
                    void (*changed)(struct map_watch *watch))
{
    *watch = (struct map_watch){.loop = loop, .changed = changed};
    uv_timer_init(loop, &watch->quiet);
    watch->quiet.data = watch;
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
        map_watch_look(watch);
}

static void on_closed(uv_handle_t *handle)
{
    struct watched_folder *folder = (struct watched_folder *)handle;

    free(folder->path);
    free(folder);
}

static void forget(struct map_watch *watch)
{
    while (watch->folders) {
        struct watched_folder *folder = watch->folders;

        watch->folders = folder->next;
        uv_close((uv_handle_t *)&folder->handle, on_closed);
    }
    for (size_t i = 0; i < watch->name_count; i++)
        free(watch->names[i]);
    watch->name_count = 0;
}

static void warn(struct map_watch *watch, const char *folder, const char *words)
{
    if (!watch->told)
        log_warning("folder '%s' cannot be watched, so SIGHUP alone has "
                    "replaced maps read: %s",
                    folder, words);
    watch->told = true;
}

static bool add_name(struct map_watch *watch, const char *name)
{
    void *names = watch->names;

    if (is_map(watch, name))
        return true;
    if (array_reserve(&names, &watch->name_capacity, watch->name_count + 1,
                      sizeof(*watch->names)))
        return false;
    watch->names = names;
    watch->names[watch->name_count] = strdup(name);
    return watch->names[watch->name_count] && ++watch->name_count;
}

static bool is_watched(const struct map_watch *watch, const char *path)
{
    for (const struct watched_folder *at = watch->folders; at; at = at->next) {
        if (!strcmp(at->path, path))
            return true;
    }
    return false;
}

/* Takes the path. */
static void add_folder(struct map_watch *watch, char *path)
{
    struct watched_folder *folder;
    int r;

    if (is_watched(watch, path)) {
        free(path);
        return;
    }
    folder = calloc(1, sizeof(*folder));
    if (!folder) {
        warn(watch, path, "out of memory");
        free(path);
        return;
    }
    folder->path = path;
    uv_fs_event_init(watch->loop, &folder->handle);
    folder->handle.data = watch;
    folder->next = watch->folders;
    watch->folders = folder;
    r = uv_fs_event_start(&folder->handle, on_event, path, 0);
    if (r)
        warn(watch, path, uv_strerror(r));
}

/* "dir" of "dir/x.rlx", "." of "x.rlx"; the caller's. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* The folder itself has its name in what is told of it. */
static void add_path(struct map_watch *watch, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = folder_of(path);
    const char *above = folder ? strrchr(folder, '/') : NULL;

    if (!folder || !add_name(watch, slash ? slash + 1 : path) ||
        !add_name(watch, above ? above + 1 : folder)) {
        free(folder);
        warn(watch, path, "out of memory");
        return;
    }
    add_folder(watch, folder);
}

void map_watch_set(struct map_watch *watch, const struct map_setting *maps,
                   size_t count)
{
    forget(watch);
    for (size_t i = 0; i < count; i++) {
        char *target = realpath(maps[i].path, NULL);

        add_path(watch, maps[i].path);
        if (target)
            add_path(watch, target);
        free(target);
    }
}

void map_watch_close(struct map_watch *watch)
{
    forget(watch);
    free(watch->names);
    watch->names = NULL;
    uv_close((uv_handle_t *)&watch->quiet, NULL);
}
