/* living_entries: entries that come from a feed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/living_feed.h"
#include "core/engine/living_private.h"

/* ---- The copy on disk ---------------------------------------------------- */

void living_copy_entries(const struct group *group)
{
    struct living_map *map = group->map;
    struct journal_entry entries[GROUP_MAX];
    struct error error;

    if (map->copy_late || !group->count)
        return;
    for (size_t m = 0; m < group->count; m++) {
        const struct member *member = &group->member[m];

        entries[m] = (struct journal_entry){
            member->entry, member->result.outcome != CHANGED_OK};
    }
    if (!journal_append_entries(map->journal, entries, group->count,
                                group->ledger->epoch, group->ledger->beginning,
                                &error))
        return;
    map->copy_late = true;
    map->copy_again_us = 0;
    living_tell(group->living,
                "map %s: %s; the copy of the stream is written anew as soon as "
                "that works",
                map->name, error.text);
}

/* ---- Entries ------------------------------------------------------------- */

/* What the feed's thread hands over, and waits for. */
struct delivery {
    const char *map;
    struct entry *entries; /* [count]; NULL: a new state */
    size_t count;
    size_t taken;
    struct ledger *ledger;
    struct key_book *keys;
    struct error *error;
    int code;
    bool done;
};

/* Who waits for the entry here. */
static void find_request(struct group *group, struct member *member)
{
    struct change_request *request =
        *member->change->key
            ? living_take_offer(group->living, group->map, member->entry)
            : NULL;

    member->request = request;
    if (!request || (request->change.operation != CHANGE_DELETE &&
                     request->change.operation != CHANGE_CLEAR))
        return;
    change_request_finish(request);
    if (group_count_present(group, request))
        change_request_finish(request); /* the answer lists none */
}

/* At once: the next entry of the group may have the same key, or one that this
 * makes forgotten. */
static void add_key(struct group *group, struct member *member)
{
    struct key_book *keys = &group->map->keys;
    const struct known_key *before = key_book_next(keys);

    if (member->result.outcome == CHANGED_BEFORE)
        member->key_before = *key_book_find(keys, member->change->key);
    if (member->result.outcome != CHANGED_OK || !*member->change->key)
        return;
    member->is_known = true;
    member->replaces_key = before != NULL;
    if (before)
        member->key_before = *before;
    key_book_remember(keys, member->change, member->epoch);
}

static void take_keys_back(struct group *group)
{
    for (size_t m = group->count; m-- > 0;) {
        const struct member *member = &group->member[m];

        if (member->is_known)
            key_book_take_back(&group->map->keys, member->replaces_key
                                                      ? &member->key_before
                                                      : NULL);
    }
}

static int take_entry(struct group *group, struct entry *entry)
{
    struct member member = {.change = &entry->change, .entry = entry};
    int r = entry_apply(entry, group->ledger, &group->map->keys,
                        &member.touches, &member.result);

    if (r) {
        ledger_touches_finish(&member.touches);
        return r;
    }
    find_request(group, &member);
    ledger_release(group->ledger);
    group->ledger = member.result.next;
    member.epoch = group->ledger->epoch;
    add_key(group, &member);
    group->member[group->count++] = member;
    return 0;
}

/* Entries that come into force together. -ENOMEM: there is not one. */
static int take_some(struct group *group, const struct delivery *delivery)
{
    struct entry *entry = delivery->entries + delivery->taken;
    size_t left = delivery->count - delivery->taken;
    int r = 0;

    while (!r && group->count < GROUP_MAX && group->count < left)
        r = take_entry(group, &entry[group->count]);
    return group->count ? 0 : r;
}

/* Adds to the answer of a change that was made what is known now. */
static void complete_key(const struct group *group, const struct member *member)
{
    struct known_key *known =
        member->is_known ? key_book_find(&group->map->keys, member->change->key)
                         : NULL;

    if (!known)
        return;
    known->changed_arcs = group->changed_arcs;
    known->in_force_us = member->request ? member->request->in_force_us : 0;
}

/* The first answer; later entries of the group may have made it forgotten. */
static const struct known_key *first_answer(const struct group *group,
                                            const struct member *member)
{
    const struct known_key *known =
        key_book_find(&group->map->keys, member->change->key);

    return known && known->epoch == member->key_before.epoch
               ? known
               : &member->key_before;
}

static void answer(struct group *group, const struct member *member)
{
    struct change_request *request = member->request;

    if (member->result.outcome == CHANGED_OK) {
        entry_id_write(member->entry->id, request->entry);
        request->epoch = member->epoch;
        request->changed_arcs = group->changed_arcs;
        living_answer(group->map, request, CHANGED_OK);
    } else if (member->result.outcome == CHANGED_BEFORE) {
        change_request_finish(request); /* what is listed is listed again */
        group_answer_again(group, request, first_answer(group, member));
    } else {
        living_refuse(group->map, request, member->result.outcome,
                      &member->result.words);
    }
}

static void end_member(struct group *group, struct member *member)
{
    struct change_request *request = member->request;

    atomic_fetch_add(&group->map->entries[member->result.outcome], 1);
    if (request)
        request->in_force_us = clock_now_us() - request->submitted_us;
    complete_key(group, member);
    if (request)
        answer(group, member);
}

/* The stream has the entries, so they come into force later. */
static void put_off(struct group *group, const struct error *error)
{
    struct error words;

    error_set(&words, 0, "the stream has it, but it is not in force here: %s",
              error->text);
    for (size_t m = 0; m < group->count; m++) {
        if (group->member[m].request)
            living_refuse(group->map, group->member[m].request, CHANGED_UNKNOWN,
                          &words);
    }
}

/* Rows of a profile that the map's file lacks name nothing on it, too. A
 * scenario's count once it is published. */
static uint64_t count_strange(const struct living_map *map,
                              const struct ledger_touches *touches)
{
    uint64_t rows = 0;

    for (size_t t = 0; t < touches->count; t++) {
        const struct ledger_touch *touch = &touches->touch[t];

        if (!*touch->scenario && !living_find_follower(map, touch->profile))
            rows += touch->put_count;
    }
    return rows;
}

static void note_strange(const struct group *group)
{
    struct living_map *map = group->map;

    for (size_t m = 0; m < group->count; m++)
        map->strange_rows += count_strange(map, &group->member[m].touches);
    living_count_unmatched(map);
}

static int take_entries(struct living *living, struct living_map *map,
                        struct delivery *delivery)
{
    struct group group;
    int r = group_init(&group, living, map);

    if (!r)
        r = take_some(&group, delivery);
    if (r) {
        error_no_memory(delivery->error);
    } else {
        r = group_into_force(&group, delivery->error);
        if (r) {
            take_keys_back(&group);
            put_off(&group, delivery->error);
        } else {
            note_strange(&group);
        }
        for (size_t m = 0; !r && m < group.count; m++)
            end_member(&group, &group.member[m]);
        delivery->taken += r ? 0 : group.count;
    }
    group_finish(&group);
    return r;
}

/* ---- A new state --------------------------------------------------------- */

static void drop_effects(struct row_effect **effects, size_t count)
{
    for (size_t f = 0; effects && f < count; f++)
        row_effect_destroy(effects[f]);
    free(effects);
}

static int find_all_edits(struct group *group, struct row_effect **effects,
                          struct error *error)
{
    const struct living *living = group->living;
    int r = 0;

    for (size_t f = 0; !r && f < group->map->count; f++) {
        struct published_map *published = group->map->follower[f].published;

        effects[f] = row_effect_create(published_map_map(published),
                                       living->settings.files);
        r = effects[f] ? living_find_edits(effects[f], published, group->ledger,
                                           &group->edits[f], error)
                       : error_no_memory(error);
    }
    return r;
}

static void put_state(struct living_map *map, struct row_effect **effects,
                      struct key_book *keys)
{
    for (size_t f = 0; f < map->count; f++) {
        struct row_effect *before = map->follower[f].effect;

        map->follower[f].effect = effects[f];
        effects[f] = before;
    }
    living_count_unmatched(map);
    key_book_finish(&map->keys);
    map->keys = *keys;
    map->copy_late = true;
    map->copy_again_us = 0;
}

/* Entries that the state has do not come any more. */
static void pass_over(struct living *living, struct living_map *map)
{
    struct error words;

    error_set(&words, 0,
              "the stream's snapshot, which may have it, is in "
              "force");
    living_feed_lost(living, map->name, &words);
}

static int replace(struct living *living, struct living_map *map,
                   struct delivery *delivery)
{
    struct row_effect **effects = array_zero(map->count, sizeof(*effects));
    struct group group;
    int r = group_init(&group, living, map);

    if (r || !effects)
        r = error_no_memory(delivery->error);
    if (!r) {
        ledger_release(group.ledger);
        group.ledger = ledger_acquire(delivery->ledger);
        group.replaces = true;
        r = find_all_edits(&group, effects, delivery->error);
    }
    if (!r)
        r = group_into_force(&group, delivery->error);
    if (!r) {
        put_state(map, effects, delivery->keys);
        pass_over(living, map);
    }
    drop_effects(effects, map->count);
    group_finish(&group);
    return r;
}

/* ---- Handing over -------------------------------------------------------- */

static int take(struct living *living, struct delivery *delivery)
{
    struct living_map *map;
    int r = 0;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, delivery->map);
    pthread_mutex_unlock(&living->lock);
    if (!map)
        return error_set(delivery->error, -EAGAIN, "map %s is not served yet",
                         delivery->map);
    if (!delivery->entries)
        return replace(living, map, delivery);
    while (!r && delivery->taken < delivery->count)
        r = take_entries(living, map, delivery);
    return r;
}

void living_take_delivery(struct living *living)
{
    struct delivery *delivery;

    pthread_mutex_lock(&living->lock);
    delivery = living->delivery;
    pthread_mutex_unlock(&living->lock);
    delivery->code = take(living, delivery);
    pthread_mutex_lock(&living->lock);
    living->delivery = NULL;
    delivery->done = true;
    pthread_cond_broadcast(&living->delivered);
    pthread_mutex_unlock(&living->lock);
}

static int deliver(struct living *living, struct delivery *delivery)
{
    pthread_mutex_lock(&living->lock);
    living->delivery = delivery;
    pthread_cond_signal(&living->news);
    while (!delivery->done)
        pthread_cond_wait(&living->delivered, &living->lock);
    pthread_mutex_unlock(&living->lock);
    return delivery->code;
}

int living_take_entries(struct living *living, const char *map,
                        struct entry *entries, size_t count, size_t *ret_taken,
                        struct error *error)
{
    struct delivery delivery = {
        .map = map, .entries = entries, .count = count, .error = error};
    int r = deliver(living, &delivery);

    *ret_taken = delivery.taken;
    return r;
}

int living_replace(struct living *living, const char *map,
                   struct ledger *ledger, struct key_book *keys,
                   struct error *error)
{
    struct delivery delivery = {
        .map = map, .ledger = ledger, .keys = keys, .error = error};

    return deliver(living, &delivery);
}

void living_note_feed(struct living *living, const char *name,
                      const struct feed_note *note)
{
    struct living_map *map;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, name);
    if (map)
        map->feed = *note;
    pthread_mutex_unlock(&living->lock);
}

uint64_t living_lag_us(struct living *living)
{
    uint64_t lag_us = 0;
    uint64_t now_us;

    pthread_mutex_lock(&living->lock);
    now_us = clock_now_us(); /* later than what was noted */
    for (const struct living_map *map = living->maps; map; map = map->next) {
        const struct feed_note *feed = &map->feed;

        if (feed->state != FEED_LOST && feed->lags_since_us &&
            now_us - feed->lags_since_us > lag_us)
            lag_us = now_us - feed->lags_since_us;
    }
    pthread_mutex_unlock(&living->lock);
    return lag_us;
}

int living_copy_state(struct living *living, const char *name,
                      struct ledger **ret_ledger, struct known_key **ret_keys,
                      size_t *ret_key_count)
{
    struct living_map *map;
    int r = -ENOENT;

    pthread_mutex_lock(&living->serving);
    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, name);
    pthread_mutex_unlock(&living->lock);
    if (map) {
        *ret_ledger = ledger_acquire(map->ledger);
        r = key_book_copy(&map->keys, ret_keys, ret_key_count);
        if (r)
            ledger_release(*ret_ledger);
    }
    pthread_mutex_unlock(&living->serving);
    return r;
}
