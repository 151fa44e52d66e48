/* living_group: changes that come into force together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/living_private.h"

/* ---- A group into force -------------------------------------------------- */

static int find_edits(struct group *group, struct error *error)
{
    int r = 0;

    for (size_t m = 0; m < group->count; m++) {
        const struct member *member = &group->member[m];

        for (size_t t = 0; t < member->touches.count; t++) {
            const struct ledger_touch *touch = &member->touches.touch[t];
            const struct weight_matches *matches =
                member->matches.first && touch->put == member->change->rows.row
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
    if (group->living->settings.feed) {
        living_copy_entries(group);
        return 0;
    }
    for (size_t m = 0; m < group->count; m++) {
        change[m] = group->member[m].change;
        epoch[m] = group->member[m].epoch;
    }
    return journal_append(group->map->journal, change, epoch, group->count,
                          error);
}

static void end_scenario(const struct group *group, const char *scenario,
                         uint64_t epoch)
{
    for (size_t f = 0; *scenario && f < group->map->count; f++)
        published_map_end_scenario(group->map->follower[f].published, scenario,
                                   epoch - 1);
}

/* All that there were, or are now. */
static void end_all_scenarios(const struct group *group)
{
    const struct ledger *ledgers[] = {group->before, group->ledger};

    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 1; i < ledgers[l]->count; i++)
            end_scenario(group, ledgers[l]->layer[i].scenario,
                         group->ledger->epoch);
    }
}

/* Entries of scenarios that the group has changed are good no longer. */
static void end_scenarios(const struct group *group)
{
    if (group->replaces)
        end_all_scenarios(group);
    for (size_t m = 0; m < group->count; m++) {
        const struct member *member = &group->member[m];

        if (member->result.outcome == CHANGED_OK)
            end_scenario(group, member->change->scenario, member->epoch);
        for (size_t t = 0; t < member->touches.count; t++)
            end_scenario(group, member->touches.touch[t].scenario,
                         member->epoch);
    }
}

/* Tells the listener what will differ. It may take milliseconds, so the caller
 * does not hold living->lock, which event loops take. */
static void tell_changing(const struct group *group)
{
    const struct living *living = group->living;

    for (size_t f = 0; living->changing && f < group->map->count; f++) {
        if (group->next[f])
            living->changing(
                living->changing_context, group->map->follower[f].published,
                next_entry_delta(group->next[f]), group->ledger->epoch);
    }
}

/* What cannot fail. */
static void publish(struct group *group)
{
    struct living *living = group->living;
    struct living_map *map = group->map;

    pthread_mutex_lock(&living->lock);
    group->before = map->ledger;
    map->ledger = ledger_acquire(group->ledger);
    living->spare_looks_left = SPARE_LOOKS;
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
}

/* Questions on old weights may not hold more of them than the setting. */
static void cut_readers(const struct group *group)
{
    for (size_t f = 0; f < group->map->count; f++) {
        struct published_map *published = group->map->follower[f].published;

        if (published_map_elders(published) <=
            group->living->settings.epochs_max)
            continue;
        living_tell(group->living,
                    "map %s: questions pin more than %zu older weights "
                    "(weights.epochs-max): the oldest are cut off",
                    group->map->name, group->living->settings.epochs_max);
        published_map_cut_oldest(published);
    }
}

void living_count_unmatched(struct living_map *map)
{
    uint64_t rows = map->strange_rows;

    for (size_t f = 0; f < map->count; f++)
        rows += row_effect_unmatched(map->follower[f].effect);
    atomic_store(&map->unmatched_rows, rows);
}

int group_into_force(struct group *group, struct error *error)
{
    int r = find_edits(group, error);

    if (!r)
        r = make_next(group, error);
    if (!r)
        r = write_down(group, error);
    if (!r) {
        tell_changing(group);
        publish(group);
        cut_readers(group);
        living_count_unmatched(group->map);
        return 0;
    }
    for (size_t f = 0; f < group->map->count; f++) {
        next_entry_drop(group->next[f]);
        group->next[f] = NULL;
        row_effect_undo(group->map->follower[f].effect);
    }
    return r;
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
        .in_force_us = request->in_force_us,
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
            living_refuse(group->map, request, change_failure(code), error);
            continue;
        }
        request->epoch = group->member[m].epoch;
        request->changed_arcs = group->changed_arcs;
        request->in_force_us = clock_now_us() - request->submitted_us;
        remember(group, &group->member[m]);
        living_answer(group->map, request, CHANGED_OK);
    }
}

/* ---- Groups -------------------------------------------------------------- */

int group_init(struct group *group, struct living *living,
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

void group_finish(struct group *group)
{
    for (size_t m = 0; m < group->count; m++)
        member_finish(&group->member[m]);
    for (size_t f = 0; group->edits && f < group->map->count; f++)
        weighting_edits_finish(&group->edits[f]);
    free(group->member);
    free(group->edits);
    free(group->next);
    ledger_release(group->ledger);
    ledger_release(group->before);
}

static void end_group(struct group *group);

/* One by one, after a group failed: one of them may be the reason. */
static void retry_each(struct group *failed)
{
    for (size_t m = 0; m < failed->count; m++) {
        struct change_request *request = failed->member[m].request;
        struct group group;
        struct error error;

        change_request_finish(request);
        if (group_init(&group, failed->living, failed->map)) {
            error_no_memory(&error);
            living_refuse(failed->map, request, CHANGED_FAILED, &error);
        } else {
            group_take(&group, request);
            end_group(&group);
        }
        group_finish(&group);
    }
}

/* Rows that cannot be ended are tried again several times a second. */
static void tell_failure(const struct group *group, const struct error *error)
{
    bool late = !group->member[0].request;

    if (late && group->map->told_late)
        return;
    group->map->told_late |= late;
    living_tell(group->living, "map %s: %s: %s", group->map->name,
                late ? "rows that have ended are still in force"
                     : "weights were not changed",
                error->text);
}

static void end_group(struct group *group)
{
    struct error error;
    int r;

    if (!group->count)
        return;
    r = group_into_force(group, &error);
    if (r && group->count > 1) {
        retry_each(group);
        return;
    }
    if (r)
        tell_failure(group, &error);
    else
        group->map->told_late = false;
    answer_all(group, r, &error);
}

static bool has_key(const struct group *group, const char *key)
{
    for (size_t m = 0; *key && m < group->count; m++) {
        if (!strcmp(group->member[m].change->key, key))
            return true;
    }
    return false;
}

/* Whether the answer depends on the newest epoch. The changes before it must be
 * on disk by then, so it does not join their group. */
static bool asks_for_epoch(const struct change_request *request)
{
    return request->dry_run || request->change.has_if_match;
}

/* With a feed only dry runs need no entry. */
static bool may_join(const struct group *group,
                     const struct change_request *request)
{
    return group->count < GROUP_MAX &&
           !strcmp(request->map, group->map->name) &&
           !has_key(group, request->change.key) &&
           !(group->count && asks_for_epoch(request)) &&
           (request->dry_run || !group->living->settings.feed);
}

/* The requests from the first on that may come into force together: of one map,
 * with different keys. Takes them out of the list. */
static void take_requests(struct group *group, struct change_request **list)
{
    while (*list && may_join(group, *list)) {
        struct change_request *request = *list;

        *list = request->next;
        group_take(group, request);
    }
}

static void refuse_map(struct change_request *request)
{
    struct error words;

    error_set(&words, 0, "no map is called '%.80s'", request->map);
    change_request_refuse(request, CHANGED_UNKNOWN_MAP, &words);
}

void living_run_group(struct living *living, struct change_request **list)
{
    struct change_request *first = *list;
    struct living_map *map;
    struct group group;
    struct error error;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, first->map);
    pthread_mutex_unlock(&living->lock);
    if (!map || !map->count) {
        *list = first->next;
        refuse_map(first);
        return;
    }
    if (living->settings.feed && !first->dry_run) {
        *list = first->next;
        living_offer(living, map, first);
        return;
    }
    if (group_init(&group, living, map)) {
        *list = first->next;
        error_no_memory(&error);
        living_refuse(map, first, CHANGED_FAILED, &error);
    } else {
        take_requests(&group, list);
        end_group(&group);
    }
    group_finish(&group);
}

/* ---- Rows that end ------------------------------------------------------- */

uint32_t living_now_s(void)
{
    return (uint32_t)time(NULL);
}

static void expire(struct living *living, struct living_map *map)
{
    struct weight_change change = {.operation = CHANGE_EXPIRE,
                                   .ends_s = living_now_s()};
    struct member member = {.change = &change};
    struct group group;
    struct error error;

    if (ledger_first_end(map->ledger) > change.ends_s)
        return;
    if (living->settings.feed) {
        living_ask_end(living, map);
        return;
    }
    if (!group_init(&group, living, map) &&
        !group_apply(&group, &member, &error))
        end_group(&group);
    else
        member_finish(&member); /* it is tried again */
    group_finish(&group);
}

void living_expire(struct living *living)
{
    for (struct living_map *map = living->maps; map; map = map->next)
        expire(living, map);
}
