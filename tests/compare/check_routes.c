/* check_routes: the shortest ways of both routers between random nodes.
 *
 * Where one is shorter, the other router is led along it, step by step: each
 * step that it does not allow has to be explained by a rule. If it allows all
 * of them, it has missed the shortest way, which nothing explains. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/random.h"
#include "tests/compare/fail.h"
#include "tests/compare/tally.h"

struct pair {
    const struct twin *from;
    const struct twin *to;
    struct ours_route ours;
    struct routino_route theirs; /* by its data */
    struct routino_route answer; /* by itself */
};

/* A way as both call its nodes; TWIN_NONE or 0 where that is unclear. */
struct two_names {
    uint32_t *theirs; /* [count] */
    int64_t *ours;
    uint32_t count;
};

static struct two_names two_names(uint32_t count)
{
    struct two_names names = {malloc((count + 1) * sizeof(*names.theirs)),
                              malloc((count + 1) * sizeof(*names.ours)), count};

    if (!names.theirs || !names.ours)
        fail("out of memory");
    return names;
}

static struct two_names names_of_ours(const struct comparison *comparison,
                                      const struct ours_route *route)
{
    struct two_names names = two_names(route->count);

    for (uint32_t i = 0; i < names.count; i++) {
        names.ours[i] = route->node[i];
        names.theirs[i] = twins_find(comparison->twins, route->node[i])->theirs;
    }
    return names;
}

static struct two_names names_of_theirs(const struct comparison *comparison,
                                        const struct routino_route *route)
{
    struct two_names names = two_names(route->count);

    for (uint32_t i = 0; i < names.count; i++) {
        names.theirs[i] = route->node[i];
        names.ours[i] = comparison->twins->id[route->node[i]];
    }
    return names;
}

/* ---- Leading a router along ---------------------------------------------- */

/* Whether a router goes from node `first` to node `end - 1`; else up to which
 * node. */
static bool goes(const struct comparison *comparison,
                 const struct two_names *names, bool relaxd, uint32_t first,
                 uint32_t end, uint32_t *ret_node)
{
    uint32_t step = 0, count = end - first;
    uint64_t length_m;
    bool all = relaxd ? ours_walk(comparison->ours, names->ours + first, count,
                                  &length_m, &step)
                      : routino_walk(comparison->routino, comparison->traveller,
                                     names->theirs + first, count, &length_m,
                                     &step) == REASON_NONE;

    *ret_node = first + step;
    return all;
}

/* Why it does not go on from node i to the next; it has come from `first`. */
static enum rule explain_step(const struct comparison *comparison,
                              const struct two_names *names, bool relaxd,
                              uint32_t first, uint32_t i)
{
    const int64_t *id = names->ours;
    uint32_t node;

    if (!goes(comparison, names, relaxd, i, i + 2, &node))
        return rule_of_road(comparison, id[i], id[i + 1], relaxd);
    if (i > first && !goes(comparison, names, relaxd, i - 1, i + 2, &node))
        return rule_of_turn(comparison, id[i - 1], id[i], id[i + 1], relaxd);
    return i > first && relaxd ? rule_of_past(comparison, id + first, i - first)
                               : RULE_NONE;
}

/* Leads a router along a part of a way. The last rule that explains a step, or
 * RULE_NONE as soon as one is not explained; `RULES`: it goes all the way. */
static enum rule lead(const struct comparison *comparison,
                      const struct two_names *names, bool relaxd,
                      uint32_t first, uint32_t end)
{
    enum rule rule = RULES;
    uint32_t node;

    while (first + 1 < end &&
           !goes(comparison, names, relaxd, first, end, &node)) {
        uint32_t past;

        rule = explain_step(comparison, names, relaxd, first, node);
        if (rule == RULE_NONE)
            break;
        first = goes(comparison, names, relaxd, node, node + 2, &past)
                    ? node
                    : node + 1;
    }
    return rule;
}

static bool is_clear(const struct two_names *names, uint32_t i)
{
    return names->ours[i] && names->theirs[i] != TWIN_NONE;
}

/* Why a router did not find a way that is `shorter_m` shorter. Nodes of which
 * it is unclear which they are part the way; a metre is lost for each of their
 * segments. */
static enum rule explain_way(const struct comparison *comparison,
                             const struct two_names *names, bool relaxd,
                             uint64_t shorter_m)
{
    enum rule found = RULES;
    uint32_t first = 0, unclear = 0;

    for (uint32_t i = 0; i <= names->count; i++) {
        enum rule rule;

        if (i < names->count && is_clear(names, i))
            continue;
        unclear += i < names->count;
        rule = lead(comparison, names, relaxd, first, i);
        first = i + 1;
        if (rule == RULE_NONE)
            return RULE_NONE;
        found = rule == RULES ? found : rule;
    }
    if (found == RULES)
        found = shorter_m <= 2 * unclear ? RULE_PLACE : RULE_NONE;
    return found;
}

/* ---- Pairs --------------------------------------------------------------- */

static uint64_t length_of(uint32_t count, uint64_t length_m)
{
    return count ? length_m : UINT32_MAX;
}

static void note_pair(const struct comparison *comparison,
                      const struct pair *pair, const char *whose,
                      uint64_t first_m, uint64_t second_m, enum rule rule)
{
    if (comparison->verbose || rule == RULE_NONE)
        fprintf(stderr,
                "route %" PRId64 " %" PRId64 ": %s, %" PRIu64 " m and %" PRIu64
                " m: %s\n",
                pair->from->id, pair->to->id, whose, first_m, second_m,
                rule_name(rule));
}

static void judge_route(const struct comparison *comparison,
                        const struct pair *pair, struct tally *tally)
{
    uint64_t ours_m = length_of(pair->ours.count, pair->ours.length_m);
    uint64_t theirs_m = length_of(pair->theirs.count, pair->theirs.length_m);
    struct two_names names;
    enum rule rule;

    if (ours_m == theirs_m) {
        tally->alike++;
        return;
    }
    names = ours_m < theirs_m ? names_of_ours(comparison, &pair->ours)
                              : names_of_theirs(comparison, &pair->theirs);
    rule = explain_way(comparison, &names, theirs_m < ours_m,
                       (uint64_t)llabs((int64_t)(ours_m - theirs_m)));
    tally->other[rule]++;
    note_pair(comparison, pair, "relaxd and routino's data", ours_m, theirs_m,
              rule);
    free(names.ours);
    free(names.theirs);
}

/* Whether its data allow what routino-router says. */
static bool is_sound(const struct comparison *comparison,
                     const struct routino_route *answer)
{
    uint64_t length_m;
    uint32_t step;

    return routino_walk(comparison->routino, comparison->traveller,
                        answer->node, answer->count, &length_m,
                        &step) == REASON_NONE &&
           length_m == answer->length_m;
}

/* Why routino-router answers a longer way than its data have. */
static enum rule explain_answer(const struct comparison *comparison,
                                const struct pair *pair)
{
    const bool *super = comparison->routino->super;

    if (!pair->answer.count || pair->answer.length_m <= pair->theirs.length_m ||
        !is_sound(comparison, &pair->answer))
        return RULE_NONE;
    if (pair->answer.length_m - pair->theirs.length_m < pair->theirs.count)
        return RULE_GUESS;
    return !super[pair->from->theirs] || !super[pair->to->theirs] ? RULE_ENDS
                                                                  : RULE_NONE;
}

static void judge_answer(const struct comparison *comparison,
                         const struct pair *pair, struct tally *tally)
{
    uint64_t data_m = length_of(pair->theirs.count, pair->theirs.length_m);
    uint64_t answer_m = length_of(pair->answer.count, pair->answer.length_m);
    enum rule rule;

    if (answer_m == data_m) {
        tally->alike++;
        return;
    }
    rule = explain_answer(comparison, pair);
    tally->other[rule]++;
    note_pair(comparison, pair, "routino-router and its data", answer_m, data_m,
              rule);
}

/* A node that both have roads at. */
static const struct twin *draw_node(const struct comparison *comparison,
                                    struct random *random)
{
    const struct twins *twins = comparison->twins;

    for (int tries = 0; tries < 100000; tries++) {
        const struct twin *twin =
            &twins->list[random_below(random, twins->count)];
        uint32_t place;

        if (twin->theirs != TWIN_NONE &&
            roads_find_node(&comparison->ours->map->roads, twin->id, &place))
            return twin;
    }
    fail("no nodes that both have");
}

void check_routes(const struct comparison *comparison,
                  const struct route_counts *counts, struct tally *routes,
                  struct tally *answers)
{
    const struct routino *routino = comparison->routino;
    enum traveller traveller = comparison->traveller;
    uint32_t every =
        counts->sources * counts->targets / (counts->asked ? counts->asked : 1);
    struct pair pair = {0};
    struct random random;

    random_seed(&random, 1);
    for (uint32_t i = 0; i < counts->sources; i++) {
        struct routino_tree tree;

        pair.from = draw_node(comparison, &random);
        routino_tree_make(&tree, routino, traveller, pair.from->theirs);
        for (uint32_t k = 0; k < counts->targets; k++) {
            do
                pair.to = draw_node(comparison, &random);
            while (pair.to == pair.from);
            ours_ask(comparison->ours, pair.from->id, pair.to->id, &pair.ours);
            routino_tree_route(&tree, routino, pair.to->theirs, &pair.theirs);
            judge_route(comparison, &pair, routes);
            if (!counts->asked || (i * counts->targets + k) % every)
                continue;
            routino_ask(routino, traveller, pair.from->theirs, pair.to->theirs,
                        &pair.answer);
            judge_answer(comparison, &pair, answers);
        }
        routino_tree_finish(&tree);
    }
    free(pair.ours.node);
    free(pair.theirs.node);
    free(pair.answer.node);
}
