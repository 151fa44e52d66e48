/* living: the thread of changes, and what others read of it. */
#include "core/engine/living.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/engine/map_entry.h"
#include "core/weighting/journal.h"
#include "core/weighting/row_effect.h"
#include "core/weighting/weight_match.h"

enum { GROUP_MAX = 256 }; /* changes that are written and published together */

/* A published map that follows a ledger. */
struct follower {
    struct published_map *published; /* held */
    struct row_effect *effect;       /* owned */
};

/* All profiles of a name. */
struct living_map {
    char name[MAP_NAME_SIZE];
    struct ledger *ledger;     /* published; pinned; under `lock` */
    struct journal *journal;   /* NULL: nothing is kept on disk */
    struct key_book keys;      /* the thread's */
    struct follower *follower; /* [count], owned; under `serving` */
    size_t count;
    struct living_map *next;
};

struct compaction;

struct living {
    struct living_settings settings;
    char *directory; /* owned; NULL: none */
    struct registry *registry;
    pthread_t thread;

    /* Held by the thread while it makes and publishes a change, and by who
     * loads maps while they begin to follow. Taken before `lock`. */
    pthread_mutex_t serving;

    pthread_mutex_t lock; /* guards all below, the list of maps together with
                             `serving`; a ledger and the entries that
                             follow it change together under it */
    pthread_cond_t news;
    struct living_map *maps;             /* never removed */
    struct change_request *first, *last; /* wait, in order */
    struct epoch_wait *waits;
    bool stopping;

    struct compaction *compaction; /* the thread's; NULL: none */

    pthread_mutex_t scenarios; /* held while a scenario's weights are made */
};

/* ---- Maps ---------------------------------------------------------------- */

/* The caller holds the lock. */
static struct living_map *find_map(const struct living *living,
                                   const char *name)
{
    struct living_map *map = living->maps;

    while (map && strcmp(map->name, name) != 0)
        map = map->next;
    return map;
}

static struct follower *find_follower(const struct living_map *map,
                                      const char *profile)
{
    for (size_t i = 0; i < map->count; i++) {
        if (!strcmp(published_map_profile(map->follower[i].published), profile))
            return &map->follower[i];
    }
    return NULL;
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

static void map_destroy_living(struct living_map *map)
{
    drop_followers(map);
    journal_close(map->journal);
    key_book_finish(&map->keys);
    ledger_release(map->ledger);
    free(map);
}

/* Reads what the disk has of the map. */
static int open_journal(struct living *living, struct living_map *map,
                        struct error *error)
{
    char path[4096];
    struct journal_opening opening = {
        .directory = path,
        .writes = living->settings.changes,
        .read_text = living->settings.read_text,
        .keys = &map->keys,
    };
    int r;

    if (!living->directory) {
        map->ledger = ledger_create();
        return map->ledger ? 0 : error_no_memory(error);
    }
    if (snprintf(path, sizeof(path), "%s/%s", living->directory, map->name) >=
        (int)sizeof(path))
        return error_set(error, -ENAMETOOLONG,
                         "the path of '%.100s' is too "
                         "long",
                         living->directory);
    r = journal_open(&opening, &map->journal, error);
    if (r)
        return r;
    map->ledger = opening.ledger;
    if (*opening.cut.text)
        log_warning("%s", opening.cut.text);
    return 0;
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
    r = open_journal(living, map, error);
    if (r) {
        map_destroy_living(map);
        return r;
    }
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
    *ret_map = find_map(living, name);
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

struct ledger *living_ledger(struct living *living, const char *name)
{
    struct ledger *ledger = NULL;
    struct living_map *map;

    pthread_mutex_lock(&living->lock);
    map = find_map(living, name);
    if (map)
        ledger = ledger_acquire(map->ledger);
    pthread_mutex_unlock(&living->lock);
    return ledger;
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
    if (!living->settings.changes && !ledger->epoch) {
        *ret_weighting = NULL; /* the map's own, which never change */
        ledger_release(ledger);
        return 0;
    }
    effect = row_effect_create(map, NULL);
    r = effect ? make_weighting(effect, map, ledger, ret_weighting, error)
               : error_no_memory(error);
    row_effect_destroy(effect);
    ledger_release(ledger);
    return r;
}

/* Brings a map, whose weighting was made from an earlier ledger of its name, to
 * this one. */
static int catch_up(struct row_effect *effect, struct published_map *published,
                    const struct ledger *ledger, struct error *error)
{
    struct map_entry *entry = published_map_current(published);
    struct weighting_edits edits = {0};
    struct weighting *wanted = NULL;
    struct next_entry *next;
    size_t changed;
    int r = make_weighting(effect, published_map_map(published), ledger,
                           &wanted, error);

    if (!r && weighting_differ(wanted, map_entry_weighting(entry),
                               published_map_map(published), &edits))
        r = error_no_memory(error);
    if (!r && edits.items.count + edits.turns.count) {
        r = published_map_change(published, &edits, ledger->epoch, &next,
                                 &changed, error);
        if (!r)
            published_map_put(published, next);
    }
    if (!r)
        published_map_deal(published, ledger->epoch);
    weighting_edits_finish(&edits);
    weighting_release(wanted);
    map_entry_release(entry);
    return r;
}

/* An effect that already follows is taken over, but stays the old follower's
 * until all have been made. */
static int make_follower(const struct living_map *map,
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
        row_effect_create(published_map_map(published), NULL);
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

static int make_following(const struct living_map *map,
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
        r = make_follower(map, maps[i], made, error);
        if (r)
            continue;
        if (!follows(map->follower, map->count, made->effect))
            published_map_acquire(made->published);
        ret->count++;
    }
    if (r)
        drop_others(ret->follower, ret->count, map->follower, map->count);
    return r;
}

/* Copies for the next changes, while nobody waits. Without memory the next
 * change copies. */
static void make_spares(const struct living_map *maps)
{
    for (const struct living_map *map = maps; map; map = map->next) {
        for (size_t i = 0; i < map->count; i++)
            published_map_spare(map->follower[i].published, NULL);
    }
}

/* The caller holds the serving lock. */
static int follow_all(struct living *living, struct published_map *const *maps,
                      size_t count, struct error *error)
{
    int r = 0;

    for (struct living_map *map = living->maps; !r && map; map = map->next) {
        struct following next;

        r = make_following(map, maps, count, &next, error);
        if (r)
            continue;
        drop_others(map->follower, map->count, next.follower, next.count);
        map->follower = next.follower;
        map->count = next.count;
    }
    return r;
}

/* ---- Answers ------------------------------------------------------------- */

void change_request_finish(struct change_request *request)
{
    free(request->unmatched_rows);
    request->unmatched_rows = NULL;
    request->unmatched_told = 0;
}

static void answer(struct change_request *request, enum change_outcome outcome)
{
    request->outcome = outcome;
    request->in_force_us = clock_now_us() - request->submitted_us;
    request->done(request);
}

static void refuse(struct change_request *request, enum change_outcome outcome,
                   const struct error *words)
{
    request->error = *words;
    answer(request, outcome);
}

static enum change_outcome failure(int code)
{
    return code == -ENOSPC || code == -EDQUOT ? CHANGED_NO_SPACE
                                              : CHANGED_FAILED;
}

/* Notes the rows that name nothing, the first of them with words. */
static int tell_unmatched(struct change_request *request, const struct map *map,
                          const struct weight_matches *matches)
{
    const struct weight_change *change = &request->change;
    size_t told = size_min(matches->count - matches->matched, UNMATCHED_TOLD);

    request->matched = matches->matched;
    request->unmatched = matches->count - matches->matched;
    request->unmatched_rows =
        array_alloc(told, sizeof(*request->unmatched_rows));
    if (!request->unmatched_rows)
        return -ENOMEM;
    for (size_t i = 0; request->unmatched_told < told; i++) {
        struct unmatched_row *row =
            &request->unmatched_rows[request->unmatched_told];

        if (match_is_found(matches->outcome[i]))
            continue;
        *row =
            (struct unmatched_row){.index = i, .key = change->rows.row[i].key};
        weight_match_words(map, change->kind, &row->key, matches->outcome[i],
                           &row->reason);
        request->unmatched_told++;
    }
    return 0;
}

/* ---- A change on its way ------------------------------------------------- */

/* A request of a group, or rows that end (`request` NULL). */
struct member {
    struct change_request *request;
    struct weight_change *change;
    struct weight_matches matches; /* of rows put */
    struct ledger_touches touches;
    uint64_t epoch;
};

/* Changes of one map that come into force together. */
struct group {
    struct living *living;
    struct living_map *map;
    struct ledger *ledger; /* with all members so far; pinned */
    struct member *member; /* [count], owned */
    size_t count;
    struct weighting_edits *edits; /* [map->count], owned */
    struct next_entry **next;      /* [map->count], owned */
    size_t changed_arcs;
};

static bool puts_rows(const struct weight_change *change)
{
    return change->operation == CHANGE_PATCH || change->operation == CHANGE_PUT;
}

static bool names_collection(const struct weight_change *change)
{
    return puts_rows(change) || change->operation == CHANGE_DELETE ||
           change->operation == CHANGE_CLEAR;
}

/* False: it was answered. */
static bool check_key(struct group *group, struct change_request *request)
{
    const struct weight_change *change = &request->change;
    struct known_key *known =
        *change->key ? key_book_find(&group->map->keys, change->key) : NULL;
    struct error words;

    if (!known)
        return true;
    if (memcmp(known->digest, change->digest, sizeof(known->digest)) != 0) {
        error_set(&words, 0,
                  "the Idempotency-Key '%s' was used for another request",
                  change->key);
        refuse(request, CHANGED_OTHER_REQUEST, &words);
        return false;
    }
    request->epoch = known->epoch;
    request->matched = known->matched;
    request->unmatched = known->rows - known->matched;
    request->changed_arcs = known->changed_arcs;
    request->outcome = CHANGED_BEFORE;
    request->in_force_us = known->in_force_us;
    request->done(request);
    return false;
}

static uint64_t collection_epoch(const struct ledger *ledger,
                                 const struct weight_change *change)
{
    const struct layer *layer = ledger_layer(ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, change->profile, change->kind) : NULL;

    return found ? found->epoch : 0;
}

static bool check_epoch(struct group *group, struct change_request *request)
{
    uint64_t epoch = collection_epoch(group->ledger, &request->change);
    struct error words;

    if (!request->has_if_match || request->if_match == epoch)
        return true;
    error_set(&words, 0,
              "If-Match says epoch %ju, but the last change of these weights "
              "is epoch %ju",
              (uintmax_t)request->if_match, (uintmax_t)epoch);
    refuse(request, CHANGED_OTHER_EPOCH, &words);
    return false;
}

/* Counts the rows that are there to be removed. */
static void count_present(const struct group *group,
                          struct change_request *request)
{
    const struct weight_change *change = &request->change;
    const struct layer *layer = ledger_layer(group->ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, change->profile, change->kind) : NULL;

    request->matched = 0;
    for (size_t i = 0; found && i < change->rows.count; i++)
        request->matched +=
            weight_rows_find(found->rows, &change->rows.row[i].key) != NULL;
    request->unmatched = change->rows.count - request->matched;
    if (change->operation == CHANGE_CLEAR && found)
        request->matched = weight_rows_count(found->rows);
}

/* False: it was answered. */
static bool match(struct group *group, struct change_request *request,
                  struct weight_matches *ret_matches)
{
    const struct weight_change *change = &request->change;
    const struct follower *follower =
        find_follower(group->map, change->profile);
    struct error words;
    int r;

    if (!follower) {
        error_set(&words, 0, "map '%s' has no profile '%s'", group->map->name,
                  change->profile);
        refuse(request, CHANGED_UNKNOWN_MAP, &words);
        return false;
    }
    if (!puts_rows(change)) {
        count_present(group, request);
        return true;
    }
    r = weight_match(published_map_map(follower->published), change->kind,
                     change->rows.row, change->rows.count, ret_matches, &words);
    if (!r && tell_unmatched(request, published_map_map(follower->published),
                             ret_matches))
        r = error_no_memory(&words);
    if (r)
        refuse(request, r == -EINVAL ? CHANGED_WRONG_MAP : failure(r), &words);
    return r == 0;
}

static bool check_matched(struct change_request *request)
{
    bool removes = request->change.operation == CHANGE_DELETE;
    struct error words;

    if (request->matched || request->change.operation == CHANGE_CLEAR)
        return true;
    error_set(&words, 0,
              removes ? "none of the %zu rows is there"
                      : "none of the %zu rows names anything on the map",
              request->change.rows.count);
    refuse(request, CHANGED_NO_MATCH, &words);
    return false;
}

static void member_finish(struct member *member)
{
    weight_matches_finish(&member->matches);
    ledger_touches_finish(&member->touches);
}

/* Takes the change into the group's ledger. 0, or a code with words: then
 * nothing has changed. */
static int apply(struct group *group, struct member *member,
                 struct error *error)
{
    struct ledger *fork = ledger_fork(group->ledger);
    int r = fork ? ledger_apply(fork, member->change,
                                group->living->settings.scenarios_max,
                                &member->touches, error)
                 : error_no_memory(error);

    if (r) {
        ledger_release(fork);
        return r;
    }
    ledger_release(group->ledger);
    group->ledger = fork;
    member->epoch = fork->epoch;
    group->member[group->count++] = *member;
    return 0;
}

static enum change_outcome refusal(int code)
{
    return code == -ENOENT   ? CHANGED_UNKNOWN_MAP
           : code == -ENOSPC ? CHANGED_TOO_MANY
                             : CHANGED_FAILED;
}

/* Takes a request into the group, or answers it. There is room. */
static void take(struct group *group, struct change_request *request)
{
    struct member member = {.request = request, .change = &request->change};
    struct error words;
    int r;

    if (!check_key(group, request) || !check_epoch(group, request))
        return;
    if (names_collection(&request->change) &&
        (!match(group, request, &member.matches) || !check_matched(request))) {
        member_finish(&member);
        return;
    }
    if (request->dry_run) {
        member_finish(&member);
        request->epoch = group->ledger->epoch;
        answer(request, CHANGED_OK);
        return;
    }
    request->change.matched = (uint32_t)request->matched;
    r = apply(group, &member, &words);
    if (!r)
        return;
    member_finish(&member);
    refuse(request, refusal(r), &words);
}

/* ---- A group into force -------------------------------------------------- */

static int find_edits(struct group *group, struct error *error)
{
    int r = 0;

    for (size_t m = 0; m < group->count; m++) {
        const struct member *member = &group->member[m];

        for (size_t t = 0; t < member->touches.count; t++) {
            const struct ledger_touch *touch = &member->touches.touch[t];
            const struct weight_matches *matches =
                touch->put == member->change->rows.row && touch->put_count
                    ? &member->matches
                    : NULL;

            for (size_t f = 0; !r && f < group->map->count; f++)
                r = row_effect_touch(group->map->follower[f].effect,
                                     group->ledger, touch, matches,
                                     &group->edits[f], error);
        }
    }
    return r;
}

static int make_next(struct group *group, struct error *error)
{
    int r = 0;

    for (size_t f = 0; !r && f < group->map->count; f++) {
        const struct weighting_edits *edits = &group->edits[f];
        size_t changed;

        if (!edits->items.count && !edits->turns.count)
            continue;
        r = published_map_change(group->map->follower[f].published, edits,
                                 group->ledger->epoch, &group->next[f],
                                 &changed, error);
        if (!r)
            group->changed_arcs += changed;
    }
    return r;
}

static int write_down(const struct group *group, struct error *error)
{
    const struct weight_change *change[GROUP_MAX];
    uint64_t epoch[GROUP_MAX];

    if (!group->map->journal)
        return 0;
    for (size_t m = 0; m < group->count; m++) {
        change[m] = group->member[m].change;
        epoch[m] = group->member[m].epoch;
    }
    return journal_append(group->map->journal, change, epoch, group->count,
                          error);
}

/* Entries of scenarios that the group has changed are good no longer. */
static void end_scenarios(const struct group *group)
{
    for (size_t m = 0; m < group->count; m++) {
        const struct weight_change *change = group->member[m].change;

        for (size_t f = 0; *change->scenario && f < group->map->count; f++)
            published_map_end_scenario(group->map->follower[f].published,
                                       change->scenario,
                                       group->member[m].epoch - 1);
    }
}

/* What cannot fail. */
static void publish(struct group *group)
{
    struct living *living = group->living;
    struct living_map *map = group->map;
    struct ledger *before;

    pthread_mutex_lock(&living->lock);
    before = map->ledger;
    map->ledger = ledger_acquire(group->ledger);
    end_scenarios(group);
    for (size_t f = 0; f < map->count; f++) {
        if (group->next[f])
            published_map_put(map->follower[f].published, group->next[f]);
        group->next[f] = NULL;
        row_effect_keep(map->follower[f].effect);
    }
    for (size_t f = 0; f < map->count; f++)
        published_map_deal(map->follower[f].published, group->ledger->epoch);
    pthread_mutex_unlock(&living->lock);
    ledger_release(before);
}

static int bring_into_force(struct group *group, struct error *error)
{
    int r = find_edits(group, error);

    if (!r)
        r = make_next(group, error);
    if (!r)
        r = write_down(group, error);
    if (!r) {
        publish(group);
        return 0;
    }
    for (size_t f = 0; f < group->map->count; f++) {
        published_map_drop(group->map->follower[f].published, group->next[f]);
        group->next[f] = NULL;
        row_effect_undo(group->map->follower[f].effect);
    }
    return r;
}

/* Questions on old weights may not hold more of them than the setting. */
static void cut_readers(const struct group *group)
{
    for (size_t f = 0; f < group->map->count; f++) {
        struct published_map *published = group->map->follower[f].published;

        if (published_map_elders(published) <=
            group->living->settings.epochs_max)
            continue;
        log_warning("map %s: questions pin more than %zu older weights "
                    "(weights.epochs-max): the oldest are cut off",
                    group->map->name, group->living->settings.epochs_max);
        published_map_cut_oldest(published);
    }
}

static void remember(struct group *group, const struct member *member)
{
    const struct change_request *request = member->request;
    const struct weight_change *change = member->change;
    struct known_key known = {
        .digest = {change->digest[0], change->digest[1]},
        .epoch = member->epoch,
        .rows = request->matched + request->unmatched,
        .matched = request->matched,
        .changed_arcs = group->changed_arcs,
        .in_force_us = clock_now_us() - request->submitted_us,
    };

    if (!*change->key)
        return;
    strcpy(known.key, change->key);
    key_book_add(&group->map->keys, &known);
    if (group->map->journal)
        journal_note(group->map->journal, member->epoch, known.changed_arcs,
                     known.in_force_us);
}

static void answer_all(struct group *group, int code, const struct error *error)
{
    for (size_t m = 0; m < group->count; m++) {
        struct change_request *request = group->member[m].request;

        if (!request)
            continue;
        if (code) {
            refuse(request, failure(code), error);
            continue;
        }
        remember(group, &group->member[m]);
        request->epoch = group->member[m].epoch;
        request->changed_arcs = group->changed_arcs;
        answer(request, CHANGED_OK);
    }
}

/* ---- Groups -------------------------------------------------------------- */

static int group_init(struct group *group, struct living *living,
                      struct living_map *map)
{
    *group = (struct group){
        .living = living,
        .map = map,
        .ledger = ledger_acquire(map->ledger),
        .member = array_alloc(GROUP_MAX, sizeof(*group->member)),
        .edits = array_zero(map->count, sizeof(*group->edits)),
        .next = array_zero(map->count, sizeof(*group->next)),
    };
    return group->member && group->edits && group->next ? 0 : -ENOMEM;
}

static void group_finish(struct group *group)
{
    for (size_t m = 0; m < group->count; m++)
        member_finish(&group->member[m]);
    for (size_t f = 0; group->edits && f < group->map->count; f++)
        weighting_edits_finish(&group->edits[f]);
    free(group->member);
    free(group->edits);
    free(group->next);
    ledger_release(group->ledger);
}

static void end_group(struct group *group);

/* One by one, after a group failed: one of them may be the reason. */
static void retry_each(struct group *failed)
{
    for (size_t m = 0; m < failed->count; m++) {
        struct change_request *request = failed->member[m].request;
        struct group group;
        struct error error;

        if (!request)
            continue; /* rows that end do so a second later */
        change_request_finish(request);
        if (group_init(&group, failed->living, failed->map)) {
            error_no_memory(&error);
            refuse(request, CHANGED_FAILED, &error);
        } else {
            take(&group, request);
            end_group(&group);
        }
        group_finish(&group);
    }
}

static void end_group(struct group *group)
{
    struct error error;
    int r;

    if (!group->count)
        return;
    r = bring_into_force(group, &error);
    if (r && group->count > 1) {
        retry_each(group);
        return;
    }
    if (r)
        log_error("map %s: weights were not changed: %s", group->map->name,
                  error.text);
    answer_all(group, r, &error);
    if (!r)
        cut_readers(group);
}

static bool has_key(const struct group *group, const char *key)
{
    for (size_t m = 0; *key && m < group->count; m++) {
        if (!strcmp(group->member[m].change->key, key))
            return true;
    }
    return false;
}

/* The requests from the first on that may come into force together: of one map,
 * with different keys. Takes them out of the list. */
static void take_requests(struct group *group, struct change_request **list)
{
    while (*list && group->count < GROUP_MAX &&
           !strcmp((*list)->map, group->map->name) &&
           !has_key(group, (*list)->change.key)) {
        struct change_request *request = *list;

        *list = request->next;
        take(group, request);
    }
}

static void refuse_map(struct change_request *request)
{
    struct error words;

    error_set(&words, 0, "no map is called '%.80s'", request->map);
    refuse(request, CHANGED_UNKNOWN_MAP, &words);
}

/* Answers the first request of the list, with others. */
static void run_group(struct living *living, struct change_request **list)
{
    struct change_request *first = *list;
    struct living_map *map;
    struct group group;
    struct error error;

    pthread_mutex_lock(&living->lock);
    map = find_map(living, first->map);
    pthread_mutex_unlock(&living->lock);
    if (!map || !map->count) {
        *list = first->next;
        refuse_map(first);
        return;
    }
    if (group_init(&group, living, map)) {
        *list = first->next;
        error_no_memory(&error);
        refuse(first, CHANGED_FAILED, &error);
    } else {
        take_requests(&group, list);
        end_group(&group);
    }
    group_finish(&group);
}

/* ---- Rows that end ------------------------------------------------------- */

static uint32_t now_s(void)
{
    return (uint32_t)time(NULL);
}

static void expire(struct living *living, struct living_map *map)
{
    struct weight_change change = {.operation = CHANGE_EXPIRE,
                                   .ends_s = now_s()};
    struct member member = {.change = &change};
    struct group group;
    struct error error;

    if (ledger_first_end(map->ledger) > change.ends_s)
        return;
    if (!group_init(&group, living, map) && !apply(&group, &member, &error))
        end_group(&group);
    group_finish(&group);
}

static void expire_all(struct living *living)
{
    for (struct living_map *map = living->maps; map; map = map->next)
        expire(living, map);
}

/* ---- Waiting for epochs -------------------------------------------------- */

static bool is_due(const struct epoch_wait *wait, bool stopping)
{
    return stopping || published_map_retired(wait->published) ||
           published_map_dealt(wait->published) >= wait->epoch ||
           (wait->deadline_us && clock_now_us() >= wait->deadline_us);
}

/* Takes those that are due out of the list. The caller holds the lock. */
static struct epoch_wait *take_due(struct living *living)
{
    struct epoch_wait **at = &living->waits;
    struct epoch_wait *due = NULL;

    while (*at) {
        struct epoch_wait *wait = *at;

        if (!is_due(wait, living->stopping)) {
            at = &wait->next;
            continue;
        }
        *at = wait->next;
        wait->waits = false;
        wait->next = due;
        due = wait;
    }
    return due;
}

static void call_ready(struct epoch_wait *due)
{
    while (due) {
        struct epoch_wait *next = due->next;

        due->ready(due);
        due = next;
    }
}

static void wake_waiting(struct living *living)
{
    struct epoch_wait *due;

    pthread_mutex_lock(&living->lock);
    due = take_due(living);
    pthread_mutex_unlock(&living->lock);
    call_ready(due);
}

void living_await(struct living *living, struct epoch_wait *wait)
{
    bool due;

    pthread_mutex_lock(&living->lock);
    due = is_due(wait, living->stopping);
    if (!due) {
        wait->waits = true;
        wait->next = living->waits;
        living->waits = wait;
        pthread_cond_signal(&living->news);
    }
    pthread_mutex_unlock(&living->lock);
    if (due)
        wait->ready(wait);
}

void living_hurry(struct living *living, struct epoch_wait *wait)
{
    struct epoch_wait **at = &living->waits;
    bool waited;

    pthread_mutex_lock(&living->lock);
    waited = wait->waits;
    while (waited && *at != wait)
        at = &(*at)->next;
    if (waited)
        *at = wait->next;
    wait->waits = false;
    pthread_mutex_unlock(&living->lock);
    if (waited)
        wait->ready(wait);
}

/* ---- Snapshots ----------------------------------------------------------- */

/* All rows of a map on their way to the disk, on a thread of their own. */
struct compaction {
    struct living_map *map;
    struct ledger *ledger;  /* pinned */
    struct known_key *keys; /* [key_count], owned */
    size_t key_count;
    pthread_t thread;
    atomic_bool done;
    int code;
    struct error error;
};

static void *compact(void *argument)
{
    struct compaction *compaction = argument;

    compaction->code = journal_write_snapshot(
        compaction->map->journal, compaction->ledger, compaction->keys,
        compaction->key_count, &compaction->error);
    atomic_store(&compaction->done, true);
    return NULL;
}

static void compaction_destroy(struct compaction *compaction)
{
    ledger_release(compaction->ledger);
    free(compaction->keys);
    free(compaction);
}

/* Joins it, waiting if `wait`. True: there is none any more. */
static bool end_compaction(struct living *living, bool wait)
{
    struct compaction *compaction = living->compaction;

    if (!compaction)
        return true;
    if (!wait && !atomic_load(&compaction->done))
        return false;
    pthread_join(compaction->thread, NULL);
    if (compaction->code)
        log_warning("map %s: a snapshot of the weights was not written: %s",
                    compaction->map->name, compaction->error.text);
    else
        journal_drop_before(compaction->map->journal,
                            compaction->ledger->epoch);
    compaction_destroy(compaction);
    living->compaction = NULL;
    return true;
}

static int copy_keys(const struct key_book *book, struct compaction *compaction)
{
    compaction->keys = array_alloc(book->count, sizeof(*compaction->keys));
    if (!compaction->keys)
        return -ENOMEM;
    for (size_t i = 0; i < book->count; i++)
        compaction->keys[i] = *key_book_at(book, i);
    compaction->key_count = book->count;
    return 0;
}

static void begin_compaction(struct living *living, struct living_map *map)
{
    struct compaction *compaction = calloc(1, sizeof(*compaction));
    struct error error;
    int r = -ENOMEM;

    if (compaction && !copy_keys(&map->keys, compaction)) {
        compaction->map = map;
        compaction->ledger = ledger_acquire(map->ledger);
        r = journal_begin_next(map->journal, map->ledger->epoch, &error);
        if (r)
            log_warning("map %s: %s", map->name, error.text);
    }
    if (!r)
        r = thread_start(&compaction->thread, "snapshot", compact, compaction);
    if (!r)
        living->compaction = compaction;
    else if (compaction)
        compaction_destroy(compaction);
}

static void compact_long(struct living *living)
{
    for (struct living_map *map = living->maps; map; map = map->next) {
        if (map->journal && journal_is_long(map->journal) &&
            end_compaction(living, false))
            begin_compaction(living, map);
    }
    end_compaction(living, false);
}

/* ---- The thread ---------------------------------------------------------- */

enum { LOOK_MS = 200 }; /* at clocks, where something may be due */

/* Whether anything depends on the time. The caller holds the lock. */
static bool watches_time(const struct living *living)
{
    bool watches = living->waits || living->compaction;

    for (const struct living_map *map = living->maps; map && !watches;
         map = map->next)
        watches = ledger_first_end(map->ledger) != UINT32_MAX;
    return watches;
}

/* The caller holds the lock. */
static void wait_for_news(struct living *living)
{
    struct timespec until;

    if (living->first || living->stopping)
        return;
    if (!watches_time(living)) {
        pthread_cond_wait(&living->news, &living->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_cond_timedwait(&living->news, &living->lock, &until);
}

static struct change_request *next_requests(struct living *living,
                                            bool *ret_stopping)
{
    struct change_request *list;

    pthread_mutex_lock(&living->lock);
    wait_for_news(living);
    list = living->first;
    living->first = living->last = NULL;
    *ret_stopping = living->stopping;
    pthread_mutex_unlock(&living->lock);
    return list;
}

static bool is_idle(struct living *living)
{
    bool idle;

    pthread_mutex_lock(&living->lock);
    idle = !living->first;
    pthread_mutex_unlock(&living->lock);
    return idle;
}

static void *run(void *argument)
{
    struct living *living = argument;
    bool stopping = false;

    while (!stopping) {
        struct change_request *list = next_requests(living, &stopping);

        pthread_mutex_lock(&living->serving);
        expire_all(living);
        while (list)
            run_group(living, &list);
        pthread_mutex_unlock(&living->serving);
        wake_waiting(living);
        pthread_mutex_lock(&living->serving);
        if (is_idle(living))
            make_spares(living->maps);
        compact_long(living);
        pthread_mutex_unlock(&living->serving);
    }
    return NULL;
}

void living_submit(struct living *living, struct change_request *request)
{
    struct error words;
    bool stopping;

    request->next = NULL;
    request->submitted_us = clock_now_us();
    pthread_mutex_lock(&living->lock);
    stopping = living->stopping;
    if (!stopping) {
        if (living->last)
            living->last->next = request;
        else
            living->first = request;
        living->last = request;
        pthread_cond_signal(&living->news);
    }
    pthread_mutex_unlock(&living->lock);
    if (!stopping)
        return;
    error_set(&words, 0, "relaxd is shutting down");
    refuse(request, CHANGED_STOPPING, &words);
}

/* ---- Scenarios ----------------------------------------------------------- */

static int refuse_scenario(const struct ledger *ledger, const char *scenario,
                           struct error *error)
{
    char names[ERROR_TEXT_SIZE / 2] = "";

    for (size_t i = 1; ledger && i < ledger->count; i++)
        text_list_add(names, sizeof(names), ledger->layer[i].scenario);
    return error_set(error, -ENOENT, "no scenario is called '%.64s'; %s%s",
                     scenario, *names ? "there are: " : "there is none", names);
}

static int make_scenario(struct living *living, struct map_entry *entry,
                         const struct ledger *ledger, const struct layer *layer,
                         struct map_entry **ret_entry, struct error *error)
{
    const struct map *map = map_entry_map(entry);
    struct weighting *weighting =
        weighting_copy(map_entry_weighting(entry), map);
    struct weighting_edits edits = {0};
    struct weighting_delta delta = {0};
    int r = weighting ? row_effect_over(map, layer, &edits, error)
                      : error_no_memory(error);

    if (!r)
        r = weighting_edit(weighting, map, &edits, &delta, error);
    weighting_edits_finish(&edits);
    weighting_delta_finish(&delta);
    if (r) {
        weighting_release(weighting);
        return r;
    }
    weighting->arrays.arcs.epoch = ledger->epoch;
    return registry_add_scenario(living->registry, entry, layer->scenario,
                                 layer->epoch, weighting, ret_entry, error);
}

/* Each is made once, however many ask. */
static int get_scenario(struct living *living, struct map_entry *entry,
                        const struct ledger *ledger, const char *scenario,
                        struct map_entry **ret_entry, struct error *error)
{
    const struct layer *layer =
        ledger && *scenario ? ledger_layer(ledger, scenario) : NULL;
    int r = 0;

    if (!layer)
        return refuse_scenario(ledger, scenario, error);
    pthread_mutex_lock(&living->scenarios);
    *ret_entry = map_entry_find_scenario(entry, scenario, layer->epoch);
    if (!*ret_entry)
        r = make_scenario(living, entry, ledger, layer, ret_entry, error);
    pthread_mutex_unlock(&living->scenarios);
    return r;
}

int living_entry(struct living *living, struct map_entry *entry,
                 const char *scenario, struct map_entry **ret_entry,
                 struct error *error)
{
    struct ledger *ledger = NULL;
    struct map_entry *current;
    struct living_map *map;
    int r = 0;

    pthread_mutex_lock(&living->lock);
    map = find_map(living, map_entry_name(entry));
    if (map)
        ledger = ledger_acquire(map->ledger);
    current = published_map_current(map_entry_published(entry));
    pthread_mutex_unlock(&living->lock);
    if (!current) {
        r = error_set(error, -ESTALE, "map '%s' was replaced meanwhile",
                      map_entry_name(entry));
    } else if (!*scenario) {
        *ret_entry = current;
    } else {
        r = get_scenario(living, current, ledger, scenario, ret_entry, error);
        map_entry_release(current);
    }
    ledger_release(ledger);
    return r;
}

/* ---- Serving ------------------------------------------------------------- */

int living_serve(struct living *living, struct published_map **maps,
                 size_t count, struct error *error)
{
    int r = 0;

    pthread_mutex_lock(&living->serving);
    expire_all(living); /* before the first answer */
    if (living->settings.changes)
        r = follow_all(living, maps, count, error);
    for (size_t i = 0; !r && !living->settings.changes && i < count; i++) {
        struct ledger *ledger =
            living_ledger(living, published_map_name(maps[i]));

        published_map_deal(maps[i], ledger ? ledger->epoch : 0);
        ledger_release(ledger);
    }
    if (!r)
        registry_serve(living->registry, maps, count);
    if (!r && living->settings.changes)
        make_spares(living->maps);
    pthread_mutex_unlock(&living->serving);
    return r;
}

/* ---- Life ---------------------------------------------------------------- */

static struct living *create(const struct living_settings *settings,
                             struct registry *registry)
{
    struct living *living = calloc(1, sizeof(*living));

    if (!living)
        return NULL;
    living->settings = *settings;
    living->registry = registry;
    pthread_mutex_init(&living->serving, NULL);
    pthread_mutex_init(&living->lock, NULL);
    pthread_mutex_init(&living->scenarios, NULL);
    pthread_cond_init(&living->news, NULL);
    if (settings->directory) {
        living->directory = strdup(settings->directory);
        if (!living->directory) {
            free(living);
            return NULL;
        }
    }
    return living;
}

static void free_living(struct living *living)
{
    while (living->maps) {
        struct living_map *map = living->maps;

        living->maps = map->next;
        map_destroy_living(map);
    }
    pthread_mutex_destroy(&living->serving);
    pthread_mutex_destroy(&living->lock);
    pthread_mutex_destroy(&living->scenarios);
    pthread_cond_destroy(&living->news);
    free(living->directory);
    free(living);
}

int living_create(const struct living_settings *settings,
                  struct registry *registry, struct living **ret_living,
                  struct error *error)
{
    struct living *living = create(settings, registry);
    int r;

    if (!living)
        return error_no_memory(error);
    r = thread_start(&living->thread, "weights", run, living);
    if (r) {
        free_living(living);
        errno = -r;
        return error_errno(error, "start the thread of weights");
    }
    *ret_living = living;
    return 0;
}

void living_destroy(struct living *living)
{
    if (!living)
        return;
    pthread_mutex_lock(&living->lock);
    living->stopping = true;
    pthread_cond_signal(&living->news);
    pthread_mutex_unlock(&living->lock);
    pthread_join(living->thread, NULL);
    end_compaction(living, true);
    free_living(living);
}
