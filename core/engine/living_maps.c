/* living_maps: what the disk has of maps, and maps that follow it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/living_feed.h"
#include "core/engine/living_private.h"
#include "core/weighting/weighting_edit.h"

/* ---- Maps ---------------------------------------------------------------- */

struct living_map *living_find_map(const struct living *living,
                                   const char *name)
{
    struct living_map *map = living->maps;

    while (map && strcmp(map->name, name) != 0)
        map = map->next;
    return map;
}

static void drop_followers(struct living_map *map)
{
    for (size_t i = 0; i < map->count; i++) {
        row_effect_destroy(map->follower[i].effect);
        published_map_release(map->follower[i].published);
    }
    free(map->follower);
    map->follower = NULL;
    map->count = 0;
}

void living_map_destroy(struct living_map *map)
{
    drop_followers(map);
    journal_close(map->journal);
    key_book_finish(&map->keys);
    ledger_release(map->ledger);
    free(map);
}

void living_map_measure(struct living_map *map)
{
    if (map->journal)
        atomic_store(&map->journal_bytes, journal_bytes(map->journal));
}

static int start_journal(const struct living *living, const char *path,
                         struct living_map *map, struct error *error)
{
    struct journal_opening opening = {
        .directory = path,
        .writes = living->settings.changes,
        .read_text = living->settings.read_text,
        .keys = &map->keys,
    };
    int r = journal_open(&opening, &map->journal, error);

    if (r)
        return r;
    map->ledger = opening.ledger;
    if (*opening.cut.text)
        living_tell(living, "%s", opening.cut.text);
    return 0;
}

/* Moves a folder that cannot be read out of the way. */
static int put_aside(const struct living *living, const char *path)
{
    char aside[4096 + 32];

    snprintf(aside, sizeof(aside), "%s.damaged-%ju", path,
             (uintmax_t)living_now_s());
    if (rename(path, aside))
        return -errno;
    living_tell(living, "'%s' is what could not be read", aside);
    return 0;
}

/* Reads what the disk has of the map. */
static int open_journal(const struct living *living, const char *path,
                        struct living_map *map, struct error *error)
{
    if (living->directory)
        return start_journal(living, path, map, error);
    map->ledger = ledger_create();
    return map->ledger ? 0 : error_no_memory(error);
}

/* Brings what the disk has to the end of the stream. */
static int begin_feed(const struct living *living, struct living_map *map,
                      bool needs_entries, struct error *error)
{
    const struct living_feed *feed = living->settings.feed;

    return feed->begin(feed->context, map->name, needs_entries, &map->ledger,
                       &map->keys, &map->copy_late, error);
}

/* A new copy in the place of a damaged one; where none can be written there is
 * none. */
static void begin_copy(const struct living *living, const char *path,
                       struct living_map *map)
{
    struct key_book keys = {0};
    struct journal_opening opening = {
        .directory = path,
        .writes = living->settings.changes,
        .read_text = living->settings.read_text,
        .keys = &keys,
    };
    struct error error;

    if (put_aside(living, path) || key_book_init(&keys))
        return;
    if (!journal_open(&opening, &map->journal, &error))
        ledger_release(opening.ledger);
    key_book_finish(&keys);
}

/* A stream with entries has all that a copy of it has, so relaxd can do without
 * that. Where it has none, what cannot be read may be changes that are nowhere
 * else. */
static int begin_without_copy(const struct living *living, const char *path,
                              struct living_map *map, int code,
                              struct error *error)
{
    struct error why = *error;
    int r;

    key_book_finish(&map->keys);
    map->ledger = ledger_create();
    if (!map->ledger || key_book_init(&map->keys))
        return error_no_memory(error);
    r = begin_feed(living, map, true, error);
    if (r == -ENODATA) {
        *error = why;
        return code;
    }
    if (r) {
        living_tell(living, "map %s: its copy of the stream is of no use: %s",
                    map->name, why.text);
        return r;
    }
    if (code == -EINVAL)
        begin_copy(living, path, map);
    living_tell(living, "map %s: %s: %s", map->name,
                map->journal ? "its copy of the stream is made anew"
                             : "there is no copy of its stream, without which "
                               "relaxd cannot start while Redis is lost",
                why.text);
    return 0;
}

static int begin_map(const struct living *living, struct living_map *map,
                     struct error *error)
{
    char path[4096];
    int r;

    if (snprintf(path, sizeof(path), "%s/%s",
                 living->directory ? living->directory : "",
                 map->name) >= (int)sizeof(path))
        return error_set(error, -ENAMETOOLONG,
                         "the path of '%.100s' is too long", living->directory);
    r = open_journal(living, path, map, error);
    if (!living->settings.feed)
        return r;
    if (!r)
        return begin_feed(living, map, false, error);
    if (r == -EBUSY || r == -ENOMEM)
        return r;
    return begin_without_copy(living, path, map, r, error);
}

static int create_map(struct living *living, const char *name,
                      struct living_map **ret_map, struct error *error)
{
    struct living_map *map = calloc(1, sizeof(*map));
    int r;

    if (!map || key_book_init(&map->keys)) {
        free(map);
        return error_no_memory(error);
    }
    snprintf(map->name, sizeof(map->name), "%s", name);
    histogram_init(&map->in_force_us, &histogram_times_us);
    r = begin_map(living, map, error);
    if (r) {
        living_map_destroy(map);
        return r;
    }
    living_map_measure(map);
    pthread_mutex_lock(&living->serving);
    pthread_mutex_lock(&living->lock);
    map->next = living->maps;
    living->maps = map;
    pthread_cond_signal(&living->news); /* rows may end */
    pthread_mutex_unlock(&living->lock);
    pthread_mutex_unlock(&living->serving);
    *ret_map = map;
    return 0;
}

/* By the thread that loads maps alone. */
static int get_map(struct living *living, const char *name,
                   struct living_map **ret_map, struct error *error)
{
    pthread_mutex_lock(&living->lock);
    *ret_map = living_find_map(living, name);
    pthread_mutex_unlock(&living->lock);
    return *ret_map ? 0 : create_map(living, name, ret_map, error);
}

/* ---- Maps that begin to follow ------------------------------------------- */

/* The weighting of a map under the rows of a ledger. */
static int make_weighting(struct row_effect *effect, const struct map *map,
                          const struct ledger *ledger,
                          struct weighting **ret_weighting, struct error *error)
{
    struct weighting *imported = weighting_of_map(map, ledger->epoch);
    struct weighting *weighting =
        imported ? weighting_copy(imported, map) : NULL;
    struct weighting_edits edits = {0};
    struct weighting_delta delta = {0};
    int r = weighting ? 0 : error_no_memory(error);

    weighting_release(imported);
    if (!r)
        r = row_effect_all(effect, ledger, &edits, error);
    if (!r)
        r = weighting_edit(weighting, map, &edits, &delta, error);
    weighting_edits_finish(&edits);
    weighting_delta_finish(&delta);
    if (r)
        weighting_release(weighting);
    else
        *ret_weighting = weighting;
    return r;
}

/* Whether the weights of maps are others than those of their import. */
static bool may_differ(const struct living *living, const struct ledger *ledger)
{
    bool differs = living->settings.changes || ledger->epoch;

    for (int kind = 0; kind < WEIGHT_KINDS; kind++)
        differs |= living->settings.files[kind] != NULL;
    return differs;
}

/* Rows that name nothing on the map's file. */
static void tell_unmatched(const struct living *living,
                           const struct row_effect *effect, const char *name,
                           const struct map *map)
{
    bool roads = map->roads.piece_count > 0;

    for (int i = 0; i < LAYERS * WEIGHT_KINDS; i++) {
        enum row_layer layer = (enum row_layer)(i / WEIGHT_KINDS);
        enum weight_kind kind = (enum weight_kind)(i % WEIGHT_KINDS);
        struct row_count count = row_effect_count(effect, layer, kind);

        if (count.matched < count.rows && roads == (kind != WEIGHT_ARCS))
            living_tell(living,
                        "map %s%s%s: %zu of %zu %srows of %s%s match nothing "
                        "on it",
                        name, roads ? " for " : "", map->roads.profile.name,
                        count.rows - count.matched, count.rows,
                        layer == LAYER_FILES ? "" : "live ",
                        weight_kind_names[kind],
                        layer == LAYER_FILES ? " in files" : "");
    }
}

int living_weighting(struct living *living, const char *name,
                     const struct map *map, struct weighting **ret_weighting,
                     struct error *error)
{
    struct living_map *lives;
    struct row_effect *effect;
    struct ledger *ledger;
    int r = get_map(living, name, &lives, error);

    if (r)
        return r;
    ledger = living_ledger(living, name);
    if (!may_differ(living, ledger)) {
        *ret_weighting = NULL; /* the map's own, which never change */
        ledger_release(ledger);
        return 0;
    }
    effect = row_effect_create(map, living->settings.files);
    r = effect ? make_weighting(effect, map, ledger, ret_weighting, error)
               : error_no_memory(error);
    if (!r)
        tell_unmatched(living, effect, name, map);
    row_effect_destroy(effect);
    ledger_release(ledger);
    return r;
}

int living_find_edits(struct row_effect *effect,
                      struct published_map *published,
                      const struct ledger *ledger,
                      struct weighting_edits *edits, struct error *error)
{
    struct map_entry *entry = published_map_current(published);
    struct weighting *wanted = NULL;
    int r = make_weighting(effect, published_map_map(published), ledger,
                           &wanted, error);

    if (!r && weighting_differ(wanted, map_entry_weighting(entry),
                               published_map_map(published), edits))
        r = error_no_memory(error);
    weighting_release(wanted);
    map_entry_release(entry);
    return r;
}

/* Brings a map, whose weighting was made from an earlier ledger of its name, to
 * this one. */
static int catch_up(struct row_effect *effect, struct published_map *published,
                    const struct ledger *ledger, struct error *error)
{
    struct weighting_edits edits = {0};
    struct next_entry *next;
    size_t changed;
    int r = living_find_edits(effect, published, ledger, &edits, error);

    if (!r && edits.items.count + edits.turns.count) {
        r = published_map_change(published, &edits, ledger->epoch, &next,
                                 &changed, error);
        if (!r)
            published_map_put(published, next);
    }
    if (!r)
        published_map_deal(published, ledger->epoch);
    weighting_edits_finish(&edits);
    return r;
}

/* An effect that already follows is taken over, but stays the old follower's
 * until all have been made. */
static int make_follower(const struct living *living,
                         const struct living_map *map,
                         struct published_map *published,
                         struct follower *ret_follower, struct error *error)
{
    int r;

    for (size_t i = 0; i < map->count; i++) {
        if (map->follower[i].published == published) {
            *ret_follower = map->follower[i];
            return 0;
        }
    }
    ret_follower->effect =
        row_effect_create(published_map_map(published), living->settings.files);
    if (!ret_follower->effect)
        return error_no_memory(error);
    r = catch_up(ret_follower->effect, published, map->ledger, error);
    if (r)
        row_effect_destroy(ret_follower->effect);
    ret_follower->published = published;
    return r;
}

static bool follows(const struct follower *follower, size_t count,
                    const struct row_effect *effect)
{
    for (size_t i = 0; i < count; i++) {
        if (follower[i].effect == effect)
            return true;
    }
    return false;
}

/* Drops the followers that are not among the others, too. */
static void drop_others(struct follower *follower, size_t count,
                        const struct follower *others, size_t other_count)
{
    for (size_t i = 0; i < count; i++) {
        if (follows(others, other_count, follower[i].effect))
            continue;
        row_effect_destroy(follower[i].effect);
        published_map_release(follower[i].published);
    }
    free(follower);
}

/* What follows a name from now on. */
struct following {
    struct follower *follower; /* [count], owned */
    size_t count;
};

static int make_following(const struct living *living,
                          const struct living_map *map,
                          struct published_map *const *maps, size_t count,
                          struct following *ret, struct error *error)
{
    int r = 0;

    *ret = (struct following){array_alloc(count, sizeof(*ret->follower)), 0};
    if (!ret->follower)
        return error_no_memory(error);
    for (size_t i = 0; !r && i < count; i++) {
        struct follower *made = &ret->follower[ret->count];

        if (strcmp(published_map_name(maps[i]), map->name) != 0)
            continue;
        r = make_follower(living, map, maps[i], made, error);
        if (r)
            continue;
        if (!follows(map->follower, map->count, made->effect))
            published_map_acquire(made->published);
        ret->count++;
    }
    return r;
}

bool living_make_spares(const struct living_map *maps, bool may_copy)
{
    bool all = true;

    for (const struct living_map *map = maps; map; map = map->next) {
        for (size_t i = 0; i < map->count; i++)
            all &= published_map_spare(map->follower[i].published, may_copy,
                                       NULL) != -EBUSY;
    }
    return all;
}

/* Rows of profiles that the map's file lacks. */
static void tell_lost(const struct living *living, const struct living_map *map)
{
    const struct layer *live = ledger_layer(map->ledger, "");

    for (size_t i = 0; live && map->count && i < live->count; i++) {
        const struct collection *rows = &live->collection[i];

        if (weight_rows_count(rows->rows) &&
            !living_find_follower(map, rows->profile))
            living_tell(living,
                        "map %s: its file lacks profile '%s'; live rows of %s "
                        "for it, without effect: %zu",
                        map->name, rows->profile, weight_kind_names[rows->kind],
                        weight_rows_count(rows->rows));
    }
}

static size_t count_maps(const struct living *living)
{
    size_t count = 0;

    for (const struct living_map *map = living->maps; map; map = map->next)
        count++;
    return count;
}

/* After a failure all maps have the followers they had. The caller holds the
 * serving lock. */
static int follow_all(struct living *living, struct published_map *const *maps,
                      size_t count, struct error *error)
{
    struct following *next = array_zero(count_maps(living), sizeof(*next));
    struct living_map *map;
    size_t at = 0;
    int r = next ? 0 : error_no_memory(error);

    for (map = living->maps; !r && map; map = map->next)
        r = make_following(living, map, maps, count, &next[at++], error);
    at = 0;
    for (map = living->maps; next && map; map = map->next, at++) {
        if (r) {
            drop_others(next[at].follower, next[at].count, map->follower,
                        map->count);
            continue;
        }
        drop_others(map->follower, map->count, next[at].follower,
                    next[at].count);
        map->follower = next[at].follower;
        map->count = next[at].count;
        tell_lost(living, map);
    }
    free(next);
    return r;
}

/* ---- Serving ------------------------------------------------------------- */

/* Whether weights can change: by requests, or when rows of an earlier run end.
 */
static bool weights_change(const struct living *living)
{
    bool change = living->settings.changes;

    for (const struct living_map *map = living->maps; map && !change;
         map = map->next)
        change = map->ledger->epoch != 0;
    return change;
}

int living_serve(struct living *living, struct published_map **maps,
                 size_t count, struct error *error)
{
    bool follow;
    int r = 0;

    pthread_mutex_lock(&living->serving);
    follow = weights_change(living);
    living_expire(living); /* before the first answer */
    if (follow)
        r = follow_all(living, maps, count, error);
    for (size_t i = 0; !r && !follow && i < count; i++) {
        struct ledger *ledger =
            living_ledger(living, published_map_name(maps[i]));

        published_map_deal(maps[i], ledger ? ledger->epoch : 0);
        ledger_release(ledger);
    }
    if (!r)
        r = living_start_thread(living, error);
    if (!r)
        registry_serve(living->registry, maps, count);
    if (!r && follow)
        living_make_spares(living->maps, true);
    pthread_mutex_unlock(&living->serving);
    return r;
}
