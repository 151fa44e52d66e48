/* living_request: a request on its way into a group of changes: what its rows
 * name, what refuses it, and its answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/engine/living_private.h"

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

void living_refuse(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome, const struct error *words)
{
    count(map, request, outcome);
    change_request_refuse(request, outcome, words);
}

void living_answer(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome)
{
    count(map, request, outcome);
    request->outcome = outcome;
    request->done(request);
}

/* A limit on file sizes counts as a full disk. */
enum change_outcome change_failure(int code)
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

struct follower *living_find_follower(const struct living_map *map,
                                      const char *profile)
{
    for (size_t i = 0; i < map->count; i++) {
        if (!strcmp(published_map_profile(map->follower[i].published), profile))
            return &map->follower[i];
    }
    return NULL;
}

static void refuse_profile(const struct living_map *map, const char *profile,
                           struct error *words)
{
    char names[ERROR_TEXT_SIZE / 2] = "";

    for (size_t i = 0; i < map->count; i++)
        text_list_add(names, sizeof(names),
                      published_map_profile(map->follower[i].published));
    if (*profile)
        error_set(words, 0, "map '%s' has no profile '%s'; there are: %s",
                  map->name, profile, names);
    else
        error_set(words, 0,
                  "map '%s' has roads: their weights are of a profile: %s",
                  map->name, names);
}

static bool names_collection(const struct weight_change *change)
{
    return change_puts_rows(change) || change->operation == CHANGE_DELETE ||
           change->operation == CHANGE_CLEAR;
}

/* Lists a row that cannot be removed as it does not exist, up to a limit. */
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
int group_count_present(const struct group *group,
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
        living_find_follower(group->map, change->profile);
    const struct map *map;
    struct error words;
    int r;

    if (!follower) {
        refuse_profile(group->map, change->profile, &words);
        living_refuse(group->map, request, CHANGED_UNKNOWN_MAP, &words);
        return false;
    }
    if (!change_puts_rows(change) && !group_count_present(group, request))
        return true;
    if (!change_puts_rows(change)) {
        error_no_memory(&words);
        living_refuse(group->map, request, CHANGED_FAILED, &words);
        return false;
    }
    map = published_map_map(follower->published);
    r = weight_match_some(map, change->kind, change->rows.row,
                          change->rows.count, most_items(map), ret_matches,
                          &words);
    if (!r && tell_unmatched(request, map, ret_matches))
        r = error_no_memory(&words);
    if (r)
        living_refuse(group->map, request,
                      r == -EINVAL  ? CHANGED_WRONG_MAP
                      : r == -E2BIG ? CHANGED_TOO_MANY
                                    : change_failure(r),
                      &words);
    return r == 0;
}

void group_answer_again(struct group *group, struct change_request *request,
                        const struct known_key *known)
{
    const struct weight_change *change = &request->change;

    /* The rows that match nothing are told again. */
    if (change_puts_rows(change) &&
        living_find_follower(group->map, change->profile)) {
        struct weight_matches matches = {0};

        if (!match(group, request, &matches))
            return;
        weight_matches_finish(&matches);
    }
    request->epoch = known->epoch;
    request->matched = known->matched;
    request->unmatched = known->rows - known->matched;
    request->changed_arcs = known->changed_arcs;
    request->in_force_us = known->in_force_us;
    living_answer(group->map, request, CHANGED_BEFORE);
}

/* False: it was answered. */
static bool judge(struct group *group, struct change_request *request)
{
    const struct known_key *known;
    struct error words;
    enum change_outcome outcome = change_judge(
        group->ledger, &group->map->keys, &request->change, &known, &words);

    if (outcome == CHANGED_OK)
        return true;
    if (outcome == CHANGED_BEFORE && request->dry_run) {
        error_set(
            &words, 0,
            "the Idempotency-Key '%s' was used for a change that was made",
            request->change.key);
        outcome = CHANGED_OTHER_REQUEST;
    }
    if (outcome == CHANGED_BEFORE)
        group_answer_again(group, request, known);
    else
        living_refuse(group->map, request, outcome, &words);
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
    living_refuse(group->map, request, CHANGED_NO_MATCH, &words);
    return false;
}

void member_finish(struct member *member)
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

int group_apply(struct group *group, struct member *member, struct error *error)
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

/* A dry run: applies the change to a copy of the ledger and drops that. */
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

void group_take(struct group *group, struct change_request *request)
{
    struct member member = {.request = request, .change = &request->change};
    struct error words;
    int r;

    if (request->change.ttl_s)
        request->change.ends_s = living_now_s() + request->change.ttl_s;
    if (!judge(group, request))
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
                         : group_apply(group, &member, &words);
    if (!r && !request->dry_run)
        return;
    member_finish(&member);
    if (r)
        living_refuse(group->map, request, change_refusal(&request->change, r),
                      &words);
    else
        living_answer(group->map, request, CHANGED_OK);
}

/* ---- For a feed ---------------------------------------------------------- */

/* False: it was answered. Whether its epoch is the right one, and whether there
 * are the rows, scenarios and models that it names, those who take its entry
 * know better: this relaxd may lag. */
static bool judge_key(struct group *group, struct change_request *request)
{
    const struct known_key *known;
    struct error words;
    enum change_outcome outcome = change_judge(
        group->ledger, &group->map->keys, &request->change, &known, &words);

    if (outcome == CHANGED_BEFORE)
        group_answer_again(group, request, known);
    else if (outcome == CHANGED_OTHER_REQUEST)
        living_refuse(group->map, request, outcome, &words);
    else
        return true;
    return false;
}

/* The limit of scenarios is this relaxd's. */
static bool has_room(struct group *group, struct change_request *request)
{
    struct error words;

    if (!ledger_check_room(group->ledger, request->change.scenario,
                           group->living->settings.scenarios_max, &words))
        return true;
    living_refuse(group->map, request, CHANGED_TOO_MANY, &words);
    return false;
}

/* What no entry can say, or Redis does not take. */
static bool fits_entry(struct group *group, struct change_request *request)
{
    const struct weight_change *change = &request->change;
    size_t bytes = change->text
                       ? change->text_bytes
                       : change->rows.count * sizeof(*change->rows.row);
    struct error words;

    if ((change->operation == CHANGE_PUBLISH ||
         change->operation == CHANGE_DROP) &&
        !*change->scenario) {
        ledger_refuse_scenario(group->ledger, "", &words);
        living_refuse(group->map, request, CHANGED_UNKNOWN_SCENARIO, &words);
        return false;
    }
    if (bytes <= ENTRY_BODY_MAX)
        return true;
    error_set(&words, 0, "an entry has at most %d bytes, and this change %zu",
              ENTRY_BODY_MAX, bytes);
    living_refuse(group->map, request, CHANGED_TOO_MANY, &words);
    return false;
}

bool group_check_offer(struct group *group, struct change_request *request)
{
    struct weight_matches matches = {0};
    bool is_fine = judge_key(group, request) && fits_entry(group, request);

    if (!is_fine)
        return false;
    count_published(group, request);
    if (names_collection(&request->change))
        is_fine = match(group, request, &matches);
    if (is_fine && change_puts_rows(&request->change))
        is_fine = check_matched(group, request) && has_room(group, request);
    weight_matches_finish(&matches);
    if (is_fine)
        request->change.matched = (uint32_t)request->matched;
    return is_fine;
}
