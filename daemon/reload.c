/* reload: one reload; the thread that runs it; the loop that requests it.
 *
 * Nothing is published before everything is ready, and then nothing can fail. A
 * replaced map stays until no query uses it, so old and new are in memory
 * together for a while, and no answer mixes two maps. Only the reload thread
 * frees replaced maps. */
#include "daemon/reload.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/tile/tile_store.h"
#include "config/command_line.h"
#include "config/setting.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "daemon/imported.h"
#include "daemon/map_set.h"
#include "daemon/map_watch.h"
#include "daemon/server.h"
#include "daemon/status_line.h"

/* ---- One reload --------------------------------------------------------- */

struct reloader {
    struct wiring *wiring;
    const struct server_start *start; /* settings of the start, and arguments to
                                         read again */
    struct settings *current;         /* owned; NULL: those of the start */
    struct retired_maps retired;
};

static void settings_destroy(struct settings *settings)
{
    if (settings)
        settings_finish(settings);
    free(settings);
}

static void reloader_finish(struct reloader *reloader)
{
    retired_maps_finish(&reloader->retired);
    settings_destroy(reloader->current);
}

static const struct settings *current(const struct reloader *reloader)
{
    return reloader->current ? reloader->current : reloader->start->settings;
}

/* ---- The change ---------------------------------------------------------- */

/* The whole change, ready to take effect. */
struct change {
    struct settings *settings;      /* NULL: unchanged */
    struct limits_snapshot *limits; /* from the settings */
    struct engine_change *engine;   /* NULL: unchanged */
    char token[TOKEN_SIZE];         /* "": unchanged */
    struct map_set maps;
    struct published_map **list; /* [list_count] of all profiles */
    size_t list_count;
};

static void change_drop(struct change *change)
{
    settings_destroy(change->settings);
    free(change->limits);
    engine_change_drop(change->engine);
    map_set_finish(&change->maps);
    free(change->list);
}

/* Reserves memory for commit(), which must not fail. */
static int reserve(struct reloader *reloader, struct change *change,
                   struct error *error)
{
    change->list = map_set_list(&change->maps, &change->list_count);
    if (!change->list ||
        retired_maps_reserve(&reloader->retired, reloader->wiring->maps.count))
        return error_no_memory(error);
    return 0;
}

static void learn_map(const struct wiring *wiring,
                      struct published_map *published)
{
    struct map_entry *entry = published_map_current(published);

    wiring_learn(wiring, entry);
    map_entry_release(entry);
}

static void learn_new(const struct wiring *wiring, const struct map_set *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        const struct served_map *served = maps->maps[i];

        if (map_set_has(&wiring->maps, served))
            continue;
        for (uint32_t j = 0; j < served->count; j++)
            learn_map(wiring, served->maps[j]);
    }
}

/* Makes the maps and serves them, last: nothing after it can fail. */
static int make_maps(struct reloader *reloader, const struct settings *settings,
                     size_t only, struct change *change, struct error *error)
{
    int r =
        map_set_make(settings, only, reloader->wiring, &change->maps, error);

    if (!r)
        r = reserve(reloader, change, error);
    if (!r) {
        learn_new(reloader->wiring, &change->maps);
        r = living_serve(reloader->wiring->living, change->list,
                         change->list_count, error);
    }
    if (!r)
        change->list = NULL; /* the registry's */
    return r;
}

/* How many maps of `set` are missing from the other. */
static size_t count_others(const struct map_set *set,
                           const struct map_set *other)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++)
        count += !map_set_has(other, set->maps[i]);
    return count;
}

static void log_counts(const struct map_set *before, const struct map_set *now,
                       uint64_t started_us)
{
    size_t opened = count_others(now, before);

    log_info("reloaded in %ju ms: %zu %s opened, %zu kept, %zu retired",
             (uintmax_t)((clock_now_us() - started_us) / 1000), opened,
             plural(opened, "map", "maps"), now->count - opened,
             count_others(before, now));
}

static void retire(struct reloader *reloader, struct map_set *before)
{
    for (size_t i = 0; i < before->count; i++) {
        struct served_map *served = before->maps[i];

        if (map_set_has(&reloader->wiring->maps, served))
            served_map_release(served);
        else
            retired_maps_add(&reloader->retired, served);
    }
    free(before->maps);
}

static void put_settings(struct reloader *reloader, struct change *change)
{
    struct settings *before = reloader->current;
    struct settings *settings = change->settings;
    struct wiring *wiring = reloader->wiring;

    limits_publish(&wiring->limits, change->limits);
    if (*change->token)
        token_set(&wiring->token, change->token);
    log_set_level(settings->log_level);
    log_set_format(settings->log_format);
    registry_set_kept(wiring->registry, settings->masks_kept,
                      settings->masks_bytes);
    tile_store_set_bytes(wiring->tiles, settings->tile_cache_bytes);
    reloader->current = settings;
    settings_destroy(before);
}

/* Whether any map's refused file is still in place. */
static bool has_refused(const struct map_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        uint64_t refused = set->maps[i]->refused;

        if (refused && file_stamp(set->maps[i]->path) == refused)
            return true;
    }
    return false;
}

/* Makes the rest of the change take effect: its maps are served. */
static void commit(struct reloader *reloader, struct change *change,
                   uint64_t started_us)
{
    struct wiring *wiring = reloader->wiring;
    struct map_set before = wiring->maps;
    enum reload_cause cause = change->settings ? RELOAD_ASKED : RELOAD_FILE;

    if (change->engine)
        engine_change_apply(wiring->engine, change->engine);
    if (change->settings)
        put_settings(reloader, change);
    wiring->maps = change->maps;
    log_counts(&before, &wiring->maps, started_us);
    retire(reloader, &before);
    registry_trim(wiring->registry);
    reload_note_done(&wiring->reloads, cause, has_refused(&wiring->maps));
}

/* ---- Settings ------------------------------------------------------------ */

static int read_settings(const struct reloader *reloader,
                         struct settings **ret_settings, struct error *error)
{
    struct settings *settings = malloc(sizeof(*settings));
    int r;

    if (!settings)
        return error_no_memory(error);
    settings_init(settings);
    r = command_line_read(reloader->start->argc, reloader->start->argv,
                          settings, error);
    if (!r)
        r = imported_check_profiles(settings, error);
    if (r)
        settings_destroy(settings);
    else
        *ret_settings = settings;
    return r;
}

static bool same_solvers(const struct settings *a, const struct settings *b)
{
    if (strcmp(a->solver, b->solver) != 0 || a->option_count != b->option_count)
        return false;
    for (size_t i = 0; i < a->option_count; i++) {
        if (strcmp(a->options[i].name, b->options[i].name) != 0 ||
            strcmp(a->options[i].value, b->options[i].value) != 0)
            return false;
    }
    return true;
}

/* The file stays that of the start; what it contains may have changed. */
static int read_token(const struct reloader *reloader, struct change *change,
                      struct error *error)
{
    if (!*reloader->wiring->token.text)
        return 0;
    return token_read(reloader->start->settings->weights_token_file,
                      change->token, error);
}

static int prepare(struct reloader *reloader, struct change *change,
                   struct error *error)
{
    int r = read_settings(reloader, &change->settings, error);

    if (!r) {
        change->limits = limits_snapshot(&change->settings->limits);
        r = change->limits ? 0 : error_no_memory(error);
    }
    if (!r)
        r = read_token(reloader, change, error);
    if (!r && !same_solvers(change->settings, current(reloader)))
        r = wiring_read_change(change->settings, reloader->wiring,
                               &change->engine, error);
    return r ? r
             : make_maps(reloader, change->settings, SIZE_MAX, change, error);
}

static void log_later(const struct reloader *reloader)
{
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char before[SETTING_TEXT_SIZE] = "";
        char now[SETTING_TEXT_SIZE] = "";

        if (setting->live ||
            setting_is_equal(setting, reloader->start->settings,
                             reloader->current))
            continue;
        setting_format(setting, reloader->start->settings, before);
        setting_format(setting, reloader->current, now);
        log_warning("setting %s.%s takes effect at the next start: until then "
                    "it stays %.200s, not %.200s",
                    setting->section, setting->key, before, now);
    }
}

/* Returns whether something newer broke it off, and logs that. */
static bool is_superseded(int result, const struct error *error)
{
    if (result == -ECANCELED)
        log_info("a reload ended early: %s", error->text);
    return result == -ECANCELED;
}

/* Whether it is to run again: data that it imported has changed, or something
 * newer was asked for, which does the same. */
static bool reloader_run(struct reloader *reloader)
{
    uint64_t started_us = clock_now_us();
    struct change change = {.settings = NULL};
    struct error error;
    int r = prepare(reloader, &change, &error);

    if (r) {
        change_drop(&change);
        if (is_superseded(r, &error))
            return true;
        log_error("reload: nothing was changed: %s", error.text);
        reload_note_failed(&reloader->wiring->reloads, RELOAD_ASKED, &error);
        return false;
    }
    commit(reloader, &change, started_us);
    log_later(reloader);
    return false;
}

/* ---- Changed files ------------------------------------------------------- */

static void log_vanished(struct served_map *served)
{
    if (!served->vanished)
        log_warning("map %s: its file '%s' is gone; relaxd still serves the "
                    "map, but the next start or SIGHUP needs the file",
                    served->name, served->path);
    served->vanished = true;
}

/* Whether the file changed, and is not the one refused before. */
static bool is_changed(struct served_map *served)
{
    uint64_t now = file_stamp(served->path);

    if (!now) {
        log_vanished(served);
        return false;
    }
    served->vanished = false;
    return now != served->stamp && now != served->refused;
}

/* Whether it is to run again, unless a reload of everything does the same. */
static bool run_map(struct reloader *reloader, size_t only,
                    struct served_map *served)
{
    uint64_t started_us = clock_now_us();
    struct change change = {.settings = NULL};
    uint64_t tried = file_stamp(served->path);
    struct error error;
    int r;

    log_info("map %s: '%s' has changed", served->name, served->path);
    r = make_maps(reloader, current(reloader), only, &change, &error);
    if (!r) {
        commit(reloader, &change, started_us);
        return false;
    }
    change_drop(&change);
    if (is_superseded(r, &error))
        return true;
    served->refused = tried; /* also if it lacks room beside other maps */
    log_error("the new file is refused; the old map stays: %s", error.text);
    reload_note_failed(&reloader->wiring->reloads, RELOAD_FILE, &error);
    return false;
}

/* Whether to run again. */
static bool reloader_run_changed(struct reloader *reloader)
{
    const struct settings *settings = current(reloader);
    bool again = false;

    for (size_t i = 0; i < settings->map_count; i++) {
        struct served_map *served =
            map_set_find(&reloader->wiring->maps, settings->maps[i].name);

        if (served && is_changed(served))
            again |= run_map(reloader, i, served);
    }
    return again;
}

static int reloader_find_sources(const struct reloader *reloader,
                                 struct map_sources *ret_sources)
{
    const struct settings *settings = current(reloader);

    return map_sources_find(settings->maps,
                            settings->watch_maps ? settings->map_count : 0,
                            ret_sources);
}

static bool reloader_drain(struct reloader *reloader)
{
    return retired_maps_drain(&reloader->retired, &reloader->wiring->maps,
                              reloader->wiring->tiles);
}

enum {
    DRAIN_MS = 50, /* between two tries to free retired maps */
    END_MS = 2000, /* how long reload_end() waits for a reload */
};

/* Requests of the loop, in the order in which the thread serves them. The loop
 * watches folders before the thread looks at files, so that no change is missed
 * in between. */
enum {
    ASKED_ALL = 1,
    ASKED_SOURCES = 2,
    ASKED_CHANGED = 4,
};

struct reload {
    struct import_watch imports; /* first: ends_import() casts it */
    struct reloader reloader;    /* the thread's */
    struct wiring *wiring;
    struct status_line *status_line; /* the loop's */
    struct map_watch watch;          /* the loop's */
    uv_async_t done;
    bool announced; /* the loop's: systemd knows that it reloads */
    bool changed;   /* the loop's: check the files once folders are watched */
    uint64_t reported; /* the loop's: reloads whose end was reported to
                          systemd */
    pthread_t thread;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t news;  /* signals requests to the thread, and its end */
    unsigned asked;
    bool busy;
    bool found; /* `sources` is new and not yet watched */
    struct map_sources sources;
    bool ending;
    bool ended;
};

/* ---- The thread ---------------------------------------------------------- */

/* Call it under the lock. Returns one of the requests; 0: time to free retired
 * maps, or to end. */
static unsigned await_request(struct reload *reload, bool drained)
{
    struct timespec until = clock_in_ms(DRAIN_MS);
    unsigned one;
    int r = 0;

    while (!reload->asked && !reload->ending && !r)
        r = drained ? pthread_cond_wait(&reload->news, &reload->lock)
                    : pthread_cond_clockwait(&reload->news, &reload->lock,
                                             CLOCK_MONOTONIC, &until);
    one = reload->asked & -reload->asked; /* its lowest bit */
    reload->asked &= ~one;
    reload->busy = one;
    return reload->ending ? 0 : one;
}

/* SIGHUP ends an import, unless it would import the same: otherwise an import
 * that takes longer than the time between two of them would never end. */
static bool ends_import(struct import_watch *imports,
                        const struct map_setting *map,
                        const struct imported *making)
{
    struct reload *reload = (struct reload *)imports;
    struct settings *settings;
    struct error error;
    bool ending;
    bool asked;
    bool wanted = false;

    pthread_mutex_lock(&reload->lock);
    ending = reload->ending;
    asked = reload->asked & ASKED_ALL;
    pthread_mutex_unlock(&reload->lock);
    if (ending || !asked)
        return ending;
    if (read_settings(&reload->reloader, &settings, &error))
        return false; /* that reload will change nothing */
    for (size_t i = 0; i < settings->map_count && !wanted; i++)
        wanted = !strcmp(settings->maps[i].name, map->name) &&
                 imported_is_current(settings, &settings->maps[i], making);
    settings_destroy(settings);
    return !wanted;
}

static void find_sources(struct reload *reload)
{
    struct map_sources sources;

    if (reloader_find_sources(&reload->reloader, &sources)) {
        log_warning("files of maps may have moved, but relaxd watches the old "
                    "paths: out of memory");
        return;
    }
    pthread_mutex_lock(&reload->lock);
    map_sources_finish(&reload->sources);
    reload->sources = sources;
    reload->found = true;
    pthread_mutex_unlock(&reload->lock);
}

/* Any thread. */
static void ask(struct reload *reload, unsigned what)
{
    pthread_mutex_lock(&reload->lock);
    reload->asked |= what;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
}

static void run_request(struct reload *reload, unsigned what)
{
    bool again = false;

    if (what == ASKED_ALL)
        again = reloader_run(&reload->reloader);
    else if (what == ASKED_CHANGED)
        again = reloader_run_changed(&reload->reloader);
    if (what == ASKED_ALL || what == ASKED_SOURCES)
        find_sources(reload);
    if (again)
        ask(reload, what);
}

static void *reload_main(void *argument)
{
    struct reload *reload = argument;
    bool drained = true;

    pthread_mutex_lock(&reload->lock);
    while (!reload->ending) {
        unsigned what = await_request(reload, drained);

        pthread_mutex_unlock(&reload->lock);
        run_request(reload, what);
        drained = reloader_drain(&reload->reloader);
        pthread_mutex_lock(&reload->lock);
        reload->busy = false;
        if (what && !reload->ending)
            uv_async_send(&reload->done);
    }
    reload->ended = true;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
    return NULL;
}

/* ---- The loop ------------------------------------------------------------ */

void reload_ask(struct reload *reload)
{
    status_line_reloading(reload->status_line);
    reload->announced = true;
    log_info("signal to reload: reading settings and maps again");
    ask(reload, ASKED_ALL);
}

/* The same names may now be in other folders. */
static void on_changed(void *context)
{
    struct reload *reload = context;

    reload->changed = true;
    ask(reload, ASKED_SOURCES);
}

/* No event reported changes before the folders were watched. */
static void watch_sources(struct reload *reload)
{
    struct map_sources sources;
    bool found;

    pthread_mutex_lock(&reload->lock);
    found = reload->found;
    sources = reload->sources;
    reload->found = false;
    reload->sources = (struct map_sources){.path = NULL};
    pthread_mutex_unlock(&reload->lock);
    if (found) {
        map_watch_set(&reload->watch, &sources);
        if (!reload->changed)
            map_watch_poll(&reload->watch);
    }
    map_sources_finish(&sources);
    if (reload->changed)
        ask(reload, ASKED_CHANGED);
    reload->changed = false;
}

static void report_end(struct reload *reload)
{
    struct reload_state state = reload_note_get(&reload->wiring->reloads);

    if (reload->announced)
        status_line_ready(reload->status_line);
    else if (reload->reported != state.done + state.failed)
        status_line_send(reload->status_line);
    reload->reported = state.done + state.failed;
}

static void on_done(uv_async_t *done)
{
    struct reload *reload = done->data;
    bool more;

    pthread_mutex_lock(&reload->lock);
    more = reload->busy || reload->asked;
    pthread_mutex_unlock(&reload->lock);
    if (more)
        return; /* the thread will send again */
    report_end(reload);
    reload->announced = false;
    watch_sources(reload);
}

/* ---- Start and end ------------------------------------------------------- */

static void reload_free(struct reload *reload)
{
    reload->wiring->import_watch = NULL;
    reloader_finish(&reload->reloader);
    map_sources_finish(&reload->sources);
    pthread_cond_destroy(&reload->news);
    pthread_mutex_destroy(&reload->lock);
    free(reload);
}

int reload_start(const struct server_start *start,
                 struct status_line *status_line, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error)
{
    struct reload *reload = calloc(1, sizeof(*reload));
    int r;

    if (!reload)
        return error_no_memory(error);
    reload->reloader = (struct reloader){.wiring = wiring, .start = start};
    reload->wiring = wiring;
    reload->imports.ends = ends_import;
    wiring->import_watch = &reload->imports;
    reload->status_line = status_line;
    pthread_mutex_init(&reload->lock, NULL);
    pthread_cond_init(&reload->news, NULL);
    r = uv_async_init(loop, &reload->done, on_done);
    if (r) {
        reload_free(reload);
        return error_set(error, r, "event loop: %s", uv_strerror(r));
    }
    reload->done.data = reload;
    r = thread_start(&reload->thread, "reload", reload_main, reload);
    if (r) {
        uv_close((uv_handle_t *)&reload->done, NULL);
        uv_run(loop, UV_RUN_NOWAIT);
        reload_free(reload);
        errno = -r;
        return error_errno(error, "start the thread for reloads");
    }
    map_watch_init(&reload->watch, loop, on_changed, reload);
    ask(reload, ASKED_SOURCES);
    *ret_reload = reload;
    return 0;
}

void reload_close(struct reload *reload)
{
    pthread_mutex_lock(&reload->lock);
    reload->ending = true;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
    map_watch_close(&reload->watch);
    uv_close((uv_handle_t *)&reload->done, NULL);
}

bool reload_end(struct reload *reload)
{
    struct timespec until = clock_in_ms(END_MS);
    bool ended;
    int r = 0;

    if (!reload)
        return true;
    pthread_mutex_lock(&reload->lock);
    while (!reload->ended && !r)
        r = pthread_cond_clockwait(&reload->news, &reload->lock,
                                   CLOCK_MONOTONIC, &until);
    ended = reload->ended;
    pthread_mutex_unlock(&reload->lock);
    if (!ended)
        return false;
    pthread_join(reload->thread, NULL);
    reload_free(reload);
    return true;
}
