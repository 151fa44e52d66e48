/* reloader: what one reload does. */
#include "daemon/reloader.h"

#include <stdlib.h>
#include <string.h>

#include "config/command_line.h"
#include "config/setting.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/plural.h"
#include "daemon/live.h"

void reloader_init(struct reloader *reloader, int argc, char **argv,
                   const struct settings *settings, struct wiring *wiring)
{
    *reloader = (struct reloader){
        .wiring = wiring,
        .argc = argc,
        .argv = argv,
        .started = settings,
        .epoch = 1,
    };
}

static void settings_destroy(struct settings *settings)
{
    if (settings)
        settings_finish(settings);
    free(settings);
}

void reloader_finish(struct reloader *reloader)
{
    gone_maps_finish(&reloader->gone);
    settings_destroy(reloader->current);
}

static const struct settings *current(const struct reloader *reloader)
{
    return reloader->current ? reloader->current : reloader->started;
}

/* ---- Changing all at once ------------------------------------------------ */

/* What is ready to take the place of what there is. */
struct change {
    struct settings *settings;    /* NULL: they stay */
    struct engine_change *engine; /* NULL: it stays */
    struct map_set maps;
    struct map_entry **entries; /* [entry_count] of the maps */
    size_t entry_count;
};

static void change_drop(struct change *change)
{
    settings_destroy(change->settings);
    engine_change_drop(change->engine);
    map_set_finish(&change->maps);
    free(change->entries);
}

/* For what may not fail later. */
static int reserve(struct reloader *reloader, struct change *change,
                   struct error *error)
{
    change->entries = map_set_entries(&change->maps, &change->entry_count);
    if (!change->entries ||
        gone_maps_reserve(&reloader->gone, reloader->wiring->maps.count))
        return error_no_memory(error);
    return 0;
}

static void learn_new(const struct wiring *wiring, const struct map_set *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        const struct served_map *served = maps->maps[i];

        if (map_set_has(&wiring->maps, served))
            continue;
        for (uint32_t j = 0; j < served->count; j++)
            wiring_learn(wiring, served->entries[j]);
    }
}

static int make_maps(struct reloader *reloader, const struct settings *settings,
                     size_t only, struct change *change, struct error *error)
{
    const struct map_wish wish = {
        .settings = settings,
        .before = &reloader->wiring->maps,
        .only = only,
        .epoch = reloader->epoch + 1,
    };
    int r = map_set_make(&wish, reloader->wiring, &change->maps, error);

    if (!r)
        r = reserve(reloader, change, error);
    if (!r)
        learn_new(reloader->wiring, &change->maps);
    return r;
}

/* How many of `set` the other has not. */
static size_t count_others(const struct map_set *set,
                           const struct map_set *other)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++)
        count += !map_set_has(other, set->maps[i]);
    return count;
}

static void tell(const struct map_set *before, const struct map_set *now,
                 uint64_t started_us)
{
    size_t opened = count_others(now, before);

    log_info("reloaded in %ju ms: %zu %s opened, %zu kept, %zu let go",
             (uintmax_t)((clock_now_us() - started_us) / 1000), opened,
             plural(opened, "map", "maps"), now->count - opened,
             count_others(before, now));
}

static void let_go(struct reloader *reloader, struct map_set *before)
{
    for (size_t i = 0; i < before->count; i++) {
        struct served_map *served = before->maps[i];

        if (map_set_has(&reloader->wiring->maps, served))
            served_map_release(served);
        else
            gone_maps_add(&reloader->gone, served);
    }
    free(before->maps);
}

static void take_settings(struct reloader *reloader, struct settings *settings)
{
    struct settings *before = reloader->current;

    live_apply(settings, reloader->wiring);
    reloader->current = settings;
    settings_destroy(before);
}

/* Whether the file of one is still what was refused. */
static bool has_refused(const struct map_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct file_stamp now;

        if (file_stamp_read(set->maps[i]->path, &now) &&
            file_stamp_equal(&now, &set->maps[i]->refused))
            return true;
    }
    return false;
}

/* Takes all of it. */
static void commit(struct reloader *reloader, struct change *change,
                   uint64_t started_us)
{
    struct wiring *wiring = reloader->wiring;
    struct map_set before = wiring->maps;
    enum reload_cause cause = change->settings ? RELOAD_ASKED : RELOAD_FILE;

    reloader->epoch++;
    if (change->engine)
        engine_change_apply(wiring->engine, change->engine);
    if (change->settings)
        take_settings(reloader, change->settings);
    registry_serve(wiring->registry, change->entries, change->entry_count);
    wiring->maps = change->maps;
    tell(&before, &wiring->maps, started_us);
    let_go(reloader, &before);
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
    r = command_line_read(reloader->argc, reloader->argv, settings, error);
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

static int prepare(struct reloader *reloader, struct change *change,
                   struct error *error)
{
    int r = read_settings(reloader, &change->settings, error);

    if (!r && !same_solvers(change->settings, current(reloader)))
        r = wiring_read_change(change->settings, reloader->wiring,
                               &change->engine, error);
    return r ? r
             : make_maps(reloader, change->settings, SIZE_MAX, change, error);
}

static void tell_later(const struct reloader *reloader)
{
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char before[SETTING_TEXT_SIZE] = "";
        char now[SETTING_TEXT_SIZE] = "";

        if (setting->live ||
            setting_is_equal(setting, reloader->started, reloader->current))
            continue;
        setting_format(setting, reloader->started, before);
        setting_format(setting, reloader->current, now);
        log_warning("setting %s.%s takes effect at the next start: it stays "
                    "%.200s, and is %.200s then",
                    setting->section, setting->key, before, now);
    }
}

void reloader_run(struct reloader *reloader)
{
    uint64_t started_us = clock_now_us();
    struct change change = {.settings = NULL};
    struct error error;

    if (prepare(reloader, &change, &error)) {
        change_drop(&change);
        log_error("reload: nothing was changed: %s", error.text);
        reload_note_failed(&reloader->wiring->reloads, RELOAD_ASKED, &error);
        return;
    }
    commit(reloader, &change, started_us);
    tell_later(reloader);
}

/* ---- Changed files ------------------------------------------------------- */

static void tell_vanished(struct served_map *served)
{
    if (!served->vanished)
        log_warning("map %s: its file '%s' is gone; it is served on, but the "
                    "next start, or SIGHUP, needs the file",
                    served->name, served->path);
    served->vanished = true;
}

/* Whether there is another file, which was not refused already. */
static bool is_changed(struct served_map *served)
{
    struct file_stamp now;

    if (!file_stamp_read(served->path, &now)) {
        tell_vanished(served);
        return false;
    }
    served->vanished = false;
    return !file_stamp_equal(&now, &served->stamp) &&
           !file_stamp_equal(&now, &served->refused);
}

static void run_map(struct reloader *reloader, size_t only,
                    struct served_map *served)
{
    uint64_t started_us = clock_now_us();
    struct change change = {.settings = NULL};
    struct file_stamp tried;
    struct error error;

    log_info("map %s: '%s' has changed", served->name, served->path);
    file_stamp_read(served->path, &tried);
    if (!make_maps(reloader, current(reloader), only, &change, &error)) {
        commit(reloader, &change, started_us);
        return;
    }
    change_drop(&change);
    served->refused = tried; /* also where it is too much beside the others */
    log_error("the file that is new is not served, the map before it is: %s",
              error.text);
    reload_note_failed(&reloader->wiring->reloads, RELOAD_FILE, &error);
}

void reloader_run_changed(struct reloader *reloader)
{
    const struct settings *settings = current(reloader);

    for (size_t i = 0; i < settings->map_count; i++) {
        struct served_map *served =
            map_set_find(&reloader->wiring->maps, settings->maps[i].name);

        if (served && is_changed(served))
            run_map(reloader, i, served);
    }
}

int reloader_find_places(const struct reloader *reloader,
                         struct map_places *ret_places)
{
    const struct settings *settings = current(reloader);

    return map_places_find(settings->maps,
                           settings->watch_maps ? settings->map_count : 0,
                           ret_places);
}

bool reloader_drain(struct reloader *reloader)
{
    return gone_maps_drain(&reloader->gone, &reloader->wiring->maps,
                           reloader->wiring->tiles);
}
