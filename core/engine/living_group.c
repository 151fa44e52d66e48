/* living_group: changes that come into force together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/living_private.h"
#include "core/weighting/weight_match.h"

enum { GROUP_MAX = 256 }; /* changes */

/* ---- Answers ------------------------------------------------------------- */

void change_request_finish(struct change_request *request)
{
    free(request->unmatched_rows);
    request->unmatched_rows = NULL;
    request->unmatched_told = 0;
}

void change_request_refuse(struct change_request *request,
                           enum change_outcome outcome,
                           const struct error *words)
{
    request->error = *words;
    request->outcome = outcome;
    request->in_force_us = clock_now_us() - request->submitted_us;
    request->done(request);
}

/* Before done(): who asks then finds it counted. */
static void count(struct living_map *map, const struct change_request *request,
                  enum change_outcome outcome)
{
    if (request->dry_run)
        return;
    atomic_fetch_add(&map->changes[outcome], 1);
    if (outcome == CHANGED_OK)
        histogram_note(&map->in_force_us, request->in_force_us);
}

static void refuse(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome, const struct error *words)
{
    count(map, request, outcome);
    change_request_refuse(request, outcome, words);
}

static void answer(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome)
{
    count(map, request, outcome);
    request->outcome = outcome;
    request->done(request);
}

/* A limit on file sizes counts as a full disk. */
static enum change_outcome failure(int code)
{
    return code == -ENOSPC || code == -EDQUOT || code == -EFBIG
               ? CHANGED_NO_SPACE
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
    struct ledger *before; /* that was in force; pinned until the answers are
                              on their way: to free its pages takes a while */
    struct member *member; /* [count], owned */
    size_t count;
    struct weighting_edits *edits; /* [map->count], owned */
    struct next_entry **next;      /* [map->count], owned */
    size_t changed_arcs;
};

static struct follower *find_follower(const struct living_map *map,
                                      const char *profile)
{
    for (size_t i = 0; i < map->count; i++) {
        if (!strcmp(published_map_profile(map->follower[i].published), profile))
            return &map->follower[i];
    }
    return NULL;
}

static bool puts_rows(const struct weight_change *change)
{
    return change->operation == CHANGE_PATCH || change->operation == CHANGE_PUT;
}

static bool names_collection(const struct weight_change *change)
{
    return puts_rows(change) || change->operation == CHANGE_DELETE ||
           change->operation == CHANGE_CLEAR;
}

/* A row that is not there to be removed, if it is one of the first. */
static int tell_absent(struct change_request *request, size_t at)
{
    struct unmatched_row *row;

    if (request->unmatched_told == UNMATCHED_TOLD)
        return 0;
    if (!request->unmatched_rows)
        request->unmatched_rows =
            array_alloc(UNMATCHED_TOLD, sizeof(*request->unmatched_rows));
    if (!request->unmatched_rows)
        return -ENOMEM;
    row = &request->unmatched_rows[request->unmatched_told++];
    *row = (struct unmatched_row){.index = at,
                                  .key = request->change.rows.row[at].key};
    error_set(&row->reason, 0, "no such row was written");
    return 0;
}

/* Counts the rows that are there to be removed. 0 or -ENOMEM. */
static int count_present(const struct group *group,
                         struct change_request *request)
{
    const struct weight_change *change = &request->change;
    const struct layer *layer = ledger_layer(group->ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, change->profile, change->kind) : NULL;

    request->matched = 0;
    for (size_t i = 0; i < change->rows.count; i++) {
        const struct weight_key *key = &change->rows.row[i].key;

        if (found && weight_rows_find(found->rows, key))
            request->matched++;
        else if (tell_absent(request, i))
            return -ENOMEM;
    }
    request->unmatched = change->rows.count - request->matched;
    if (change->operation == CHANGE_CLEAR && found)
        request->matched = weight_rows_count(found->rows);
    return 0;
}

/* Of one change: what a list of all rows needs several times over. */
static size_t most_items(const struct map *map)
{
    return (1 << 20) +
           16 * ((size_t)map->roads.segment_count + map->topology.arc_count);
}

/* False: it was answered. */
static bool match(struct group *group, struct change_request *request,
                  struct weight_matches *ret_matches)
{
    const struct weight_change *change = &request->change;
    const struct follower *follower =
        find_follower(group->map, change->profile);
    const struct map *map;
    struct error words;
    int r;

    if (!follower) {
        error_set(&words, 0, "map '%s' has no profile '%s'", group->map->name,
                  change->profile);
        refuse(group->map, request, CHANGED_UNKNOWN_MAP, &words);
        return false;
    }
    if (!puts_rows(change) && !count_present(group, request))
        return true;
    if (!puts_rows(change)) {
        error_no_memory(&words);
        refuse(group->map, request, CHANGED_FAILED, &words);
        return false;
    }
    map = published_map_map(follower->published);
    r = weight_match_some(map, change->kind, change->rows.row,
                          change->rows.count, most_items(map), ret_matches,
                          &words);
    if (!r && tell_unmatched(request, map, ret_matches))
        r = error_no_memory(&words);
    if (r)
        refuse(group->map, request,
               r == -EINVAL  ? CHANGED_WRONG_MAP
               : r == -E2BIG ? CHANGED_TOO_MANY
                             : failure(r),
               &words);
    return r == 0;
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
        refuse(group->map, request, CHANGED_OTHER_REQUEST, &words);
        return false;
    }
    /* The rows that match nothing are told again. */
    if (puts_rows(change) && find_follower(group->map, change->profile)) {
        struct weight_matches matches = {0};

        if (!match(group, request, &matches))
            return false;
        weight_matches_finish(&matches);
    }
    request->epoch = known->epoch;
    request->matched = known->matched;
    request->unmatched = known->rows - known->matched;
    request->changed_arcs = known->changed_arcs;
    request->in_force_us = known->in_force_us;
    answer(group->map, request, CHANGED_BEFORE);
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
    refuse(group->map, request, CHANGED_OTHER_EPOCH, &words);
    return false;
}

/* False: it was answered. What removes rows of a scenario that is not there is
 * refused later, with a list of those there are. */
static bool check_matched(const struct group *group,
                          struct change_request *request)
{
    bool removes = request->change.operation == CHANGE_DELETE;
    size_t count = request->change.rows.count;
    struct error words;

    if (request->matched || request->change.operation == CHANGE_CLEAR ||
        (removes && !ledger_layer(group->ledger, request->change.scenario)))
        return true;
    if (count == 1)
        error_set(&words, 0,
                  removes ? "the row is not there"
                          : "the row names nothing on the map");
    else
        error_set(&words, 0,
                  removes ? "none of the %zu rows is there"
                          : "none of the %zu rows names anything on the map",
                  count);
    refuse(group->map, request, CHANGED_NO_MATCH, &words);
    return false;
}

static void member_finish(struct member *member)
{
    weight_matches_finish(&member->matches);
    ledger_touches_finish(&member->touches);
}

/* The group's ledger with the change. 0, or a code with words. */
static int fork_with(const struct group *group, struct member *member,
                     struct ledger **ret_fork, struct error *error)
{
    struct ledger *fork = ledger_fork(group->ledger);
    int r = fork ? ledger_apply(fork, member->change,
                                group->living->settings.scenarios_max,
                                &member->touches, error)
                 : error_no_memory(error);

    if (r)
        ledger_release(fork);
    else
        *ret_fork = fork;
    return r;
}

/* Takes the change into the group's ledger. 0, or a code with words: then
 * nothing has changed. */
static int apply(struct group *group, struct member *member,
                 struct error *error)
{
    struct ledger *fork;
    int r = fork_with(group, member, &fork, error);

    if (r)
        return r;
    ledger_release(group->ledger);
    group->ledger = fork;
    member->epoch = fork->epoch;
    group->member[group->count++] = *member;
    return 0;
}

/* The same for a dry run: whether it could be applied. */
static int try(const struct group *group, struct member *member,
               struct error *error)
{
    struct change_request *request = member->request;
    struct ledger *fork;
    int r = fork_with(group, member, &fork, error);

    if (r)
        return r;
    ledger_release(fork);
    request->epoch = group->ledger->epoch;
    request->in_force_us = clock_now_us() - request->submitted_us;
    return 0;
}

static enum change_outcome refusal(int code)
{
    return code == -ENOENT   ? CHANGED_UNKNOWN_SCENARIO
           : code == -ENOSPC ? CHANGED_TOO_MANY
                             : CHANGED_FAILED;
}

/* The rows that a scenario moves to the live ones, or loses. */
static void count_published(const struct group *group,
                            struct change_request *request)
{
    const struct layer *layer =
        ledger_layer(group->ledger, request->change.scenario);

    if (!names_collection(&request->change))
        request->matched = 0;
    for (size_t i = 0; !names_collection(&request->change) && layer &&
                       *layer->scenario && i < layer->count;
         i++)
        request->matched += weight_rows_count(layer->collection[i].rows);
}

/* Takes a request into the group, or answers it. There is room. */
static void take(struct group *group, struct change_request *request)
{
    struct member member = {.request = request, .change = &request->change};
    struct error words;
    int r;

    if (!check_key(group, request) || !check_epoch(group, request))
        return;
    count_published(group, request);
    if (names_collection(&request->change) &&
        (!match(group, request, &member.matches) ||
         !check_matched(group, request))) {
        member_finish(&member);
        return;
    }
    request->change.matched = (uint32_t)request->matched;
    r = request->dry_run ? try(group, &member, &words)
                         : apply(group, &member, &words);
    if (!r && !request->dry_run)
        return;
    member_finish(&member);
    if (r)
        refuse(group->map, request, refusal(r), &words);
    else
        answer(group->map, request, CHANGED_OK);
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

static void end_scenario(const struct group *group, const char *scenario,
                         uint64_t epoch)
{
    for (size_t f = 0; *scenario && f < group->map->count; f++)
        published_map_end_scenario(group->map->follower[f].published, scenario,
                                   epoch - 1);
}

/* Entries of scenarios that the group has changed are good no longer. */
static void end_scenarios(const struct group *group)
{
    for (size_t m = 0; m < group->count; m++) {
        const struct member *member = &group->member[m];

        end_scenario(group, member->change->scenario, member->epoch);
        for (size_t t = 0; t < member->touches.count; t++)
            end_scenario(group, member->touches.touch[t].scenario,
                         member->epoch);
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
        if (group->next[f] && living->changing)
            living->changing(
                living->changing_context, map->follower[f].published,
                next_entry_delta(group->next[f]), group->ledger->epoch);
        if (group->next[f])
            published_map_put(map->follower[f].published, group->next[f]);
        group->next[f] = NULL;
        row_effect_keep(map->follower[f].effect);
    }
    for (size_t f = 0; f < map->count; f++)
        published_map_deal(map->follower[f].published, group->ledger->epoch);
    pthread_mutex_unlock(&living->lock);
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
        next_entry_drop(group->next[f]);
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
        living_tell(group->living,
                    "map %s: questions pin more than %zu older weights "
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
            refuse(group->map, request, failure(code), error);
            continue;
        }
        request->epoch = group->member[m].epoch;
        request->changed_arcs = group->changed_arcs;
        request->in_force_us = clock_now_us() - request->submitted_us;
        remember(group, &group->member[m]);
        answer(group->map, request, CHANGED_OK);
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
            refuse(failed->map, request, CHANGED_FAILED, &error);
        } else {
            take(&group, request);
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
    r = bring_into_force(group, &error);
    if (r && group->count > 1) {
        retry_each(group);
        return;
    }
    if (r)
        tell_failure(group, &error);
    else
        group->map->told_late = false;
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

/* Its answer tells of epochs, which must be on disk by then. */
static bool asks_for_epoch(const struct change_request *request)
{
    return request->dry_run || request->has_if_match;
}

/* The requests from the first on that may come into force together: of one map,
 * with different keys. Takes them out of the list. */
static void take_requests(struct group *group, struct change_request **list)
{
    while (*list && group->count < GROUP_MAX &&
           !strcmp((*list)->map, group->map->name) &&
           !has_key(group, (*list)->change.key) &&
           !(group->count && asks_for_epoch(*list))) {
        struct change_request *request = *list;

        *list = request->next;
        take(group, request);
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
    if (group_init(&group, living, map)) {
        *list = first->next;
        error_no_memory(&error);
        refuse(map, first, CHANGED_FAILED, &error);
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
    else
        member_finish(&member); /* it is tried again */
    group_finish(&group);
}

void living_expire(struct living *living)
{
    for (struct living_map *map = living->maps; map; map = map->next)
        expire(living, map);
}
