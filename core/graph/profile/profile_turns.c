/* profile_turns: a profile's rules for nodes, turns and restrictions. */
#include "core/graph/profile/profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/graph/profile/conditional.h"
#include "core/graph/profile/profile_data.h"

/* ---- Nodes --------------------------------------------------------------- */

enum { SIDE_BOTH = DIRECTIONS, SIDE_NEARING };

/* The direction of passing traffic that a penalty concerns. */
static int find_side(const struct profile *profile, const struct seen *seen)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = profile_cells(profile, seen, TABLE_PENALTY_SIDE, cell);

    for (uint32_t i = 1; i < count; i++) {
        if (cell[i]->number[0] != cell[0]->number[0])
            return SIDE_BOTH;
    }
    return count ? (int)cell[0]->number[0] : SIDE_BOTH;
}

/* Uses the largest of all rows and parts of lists: a node stops traffic
 * once. */
static void add_penalties(const struct profile *profile,
                          const struct seen *seen, struct node_rules *rules)
{
    double duration = 0, weight = 0;
    int side = find_side(profile, seen);

    for (uint32_t i = 0; i < profile->rows[TABLE_PENALTY].count; i++) {
        const struct cell *cell[ROW_CELLS_MAX];
        uint32_t count =
            profile_row_cells(profile, seen, TABLE_PENALTY, i, cell);

        for (uint32_t k = 0; k < count; k++) {
            duration = fmax(duration, cell[k]->number[0]);
            weight = fmax(weight, cell[k]->number[1]);
        }
    }
    rules->nearing = side == SIDE_NEARING;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (side >= SIDE_BOTH || side == d) {
            rules->duration_s[d] += duration;
            rules->weight_s[d] += weight;
        }
    }
}

/* The outcome of a node's access tags or, without any, of its kind. */
static enum access_outcome node_access(const struct profile *profile,
                                       const struct seen *seen,
                                       const struct key_list *keys,
                                       enum access_outcome kind)
{
    struct access access = profile_access(profile, seen, keys, DIRECTIONS);

    if (access.outcome == ACCESS_UNSAID ||
        conditions_hold(&profile->access.exempt, seen, false))
        return kind;
    return access.outcome;
}

/* A gate may stand beside a kissing gate: the most permissive part of a list
 * counts. ACCESS_UNSAID: no barrier. */
static enum access_outcome find_kind(const struct profile *profile,
                                     const struct seen *seen)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = profile_cells(profile, seen, TABLE_BARRIER, cell);
    double kind = count ? cell[0]->number[0] : ACCESS_UNSAID;

    for (uint32_t i = 1; i < count; i++)
        kind = fmin(kind, cell[i]->number[0]);
    return (enum access_outcome)kind;
}

/* Access tags count without a barrier, too: a border, the gate of a yard. */
static void add_access(const struct profile *profile, const struct seen *seen,
                       struct node_rules *rules)
{
    enum access_outcome kind = find_kind(profile, seen);
    enum access_outcome outcome =
        node_access(profile, seen, &profile->access.keys, kind);
    uint16_t limit[ROAD_LIMIT_COUNT];

    profile_limits(profile, seen, DIRECTIONS, limit);
    if (outcome == ACCESS_NO && profile->fallback.keys.count)
        outcome = node_access(profile, seen, &profile->fallback.keys, kind);
    rules->blocked = outcome == ACCESS_NO || !profile_fits(profile, limit);
    rules->restricted =
        outcome == ACCESS_RESTRICTED && profile->restricted.barrier_s > 0;
}

bool profile_node(const struct profile *profile, const struct tags *tags,
                  struct node_rules *ret_rules)
{
    struct node_rules rules = {0};
    struct seen seen;
    bool says;

    profile_see(profile, tags, &seen);
    add_penalties(profile, &seen, &rules);
    add_access(profile, &seen, &rules);
    says = rules.blocked || rules.restricted;
    for (int d = 0; d < DIRECTIONS; d++)
        says = says || rules.duration_s[d] > 0 || rules.weight_s[d] > 0;
    if (!says)
        return false;
    *ret_rules = rules;
    return true;
}

bool profile_wants_node(const struct profile *profile, const struct tags *tags)
{
    struct seen seen;

    if (!profile->transfers.stations.count)
        return false;
    profile_see(profile, tags, &seen);
    return conditions_hold(&profile->transfers.stations, &seen, false);
}

const struct transfer_rules *profile_transfers(const struct profile *profile)
{
    return &profile->transfers.rules;
}

/* ---- Turns --------------------------------------------------------------- */

/* 0 straight on, half at a right angle, 1 for a U-turn; smooth. */
static double share_of_turn(double angle_deg)
{
    double half = sin(angle_deg * (M_PI / 360));

    return half * half;
}

/* With only two roads, one continues the other around a bend. */
static double angle_seconds(const struct turn_settings *settings,
                            const struct turn *turn)
{
    bool left = turn->from->flags & ROAD_DRIVES_LEFT;
    bool across = left ? turn->angle_deg > 0 : turn->angle_deg < 0;

    if (turn->roads <= 2)
        return 0;
    return share_of_turn(turn->angle_deg) *
           (across ? settings->across_s : settings->near_s);
}

/* The penalty for giving way to a more important road. */
static double rank_seconds(const struct turn_settings *settings,
                           const struct turn *turn)
{
    int steps = turn->from->priority - turn->to->priority;

    if (steps <= 0 || turn->roads <= 2)
        return 0;
    return fmin(steps * settings->rank_step_s, settings->rank_max_s);
}

static bool may_turn_back(const struct turn_settings *settings,
                          const struct turn *turn)
{
    bool dead_end = turn->dead_end || (turn->has_node && turn->node.blocked);

    return settings->u_turn_at == U_TURN_ANYWHERE ||
           (settings->u_turn_at == U_TURN_DEAD_ENDS && dead_end);
}

static bool may_turn(const struct turn_settings *settings,
                     const struct turn *turn)
{
    if (turn->turns_back)
        return may_turn_back(settings, turn);
    return fabs(turn->angle_deg) <= settings->sharpest_deg &&
           !(turn->has_node && turn->node.blocked);
}

bool profile_turn(const struct profile *profile, const struct turn *turn,
                  struct turn_rules *ret_rules)
{
    const struct turn_settings *settings = &profile->turns[turn->layer];
    double seconds;

    if (!may_turn(settings, turn))
        return false;
    seconds = turn->turns_back ? settings->u_turn_s
                               : angle_seconds(settings, turn) +
                                     rank_seconds(settings, turn);
    ret_rules->duration_s = seconds;
    ret_rules->weight_s = seconds;
    if (turn->has_node) {
        ret_rules->duration_s += turn->node.duration_s[0];
        ret_rules->weight_s += turn->node.weight_s[0];
        if (turn->node.restricted)
            ret_rules->weight_s += profile->restricted.barrier_s;
    }
    if (~turn->from->flags & turn->to->flags & ROAD_RESTRICTED)
        ret_rules->weight_s += profile->restricted.enter_s;
    return true;
}

double profile_one_stop_m(const struct profile *profile)
{
    return profile->one_stop_m;
}

bool profile_asks_for_dead_ends(const struct profile *profile)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if (profile->turns[layer].u_turn_at == U_TURN_DEAD_ENDS)
            return true;
    }
    return false;
}

bool profile_turns_are_free(const struct profile *profile,
                            enum road_layer layer)
{
    const struct turn_settings *turns = &profile->turns[layer];

    return turns->near_s <= 0 && turns->across_s <= 0 && turns->u_turn_s <= 0 &&
           turns->u_turn_at == U_TURN_ANYWHERE &&
           turns->rank_step_s * turns->rank_max_s <= 0 &&
           turns->sharpest_deg >= 180 && profile->restricted.enter_s <= 0;
}

/* ---- Restrictions -------------------------------------------------------- */

/* except=psv;bicycle. */
static bool is_excepted(const struct profile *profile, const char *list)
{
    while (list) {
        const char *word = list + strspn(list, " ");
        size_t length = strcspn(word, "; ");

        if (words_find(&profile->values, SPACE_EXCEPT, word, length) !=
            WORD_NONE)
            return true;
        list = strchr(word, ';');
        if (list)
            list++;
    }
    return false;
}

/* "no_*" stands for the kinds that begin so and are not listed. */
static enum restriction_rule rule_of_kind(const struct profile *profile,
                                          const char *kind)
{
    double code = profile_code(profile, SPACE_RESTRICTION, kind);
    int length = (int)strcspn(kind, "_");
    char family[16];

    if (isnan(code) && kind[length] && length < 8) {
        snprintf(family, sizeof(family), "%.*s_*", length, kind);
        code = profile_code(profile, SPACE_RESTRICTION, family);
    }
    return isnan(code) ? RESTRICTION_UNKNOWN : (enum restriction_rule)code;
}

/* The kind that a key gives. Older data names the affected vehicle in the type,
 * restriction:hgv, and the kind in plain `restriction`. */
static const char *kind_by_key(const struct tags *tags, const char *key,
                               const char *type)
{
    const char *kind = tags_get(tags, key);

    if (!strcmp(key, type))
        return kind ? kind : tags_get(tags, "restriction");
    return strcmp(key, "restriction") ? kind : NULL;
}

static const char *find_restriction_kind(const struct profile *profile,
                                         const struct tags *tags,
                                         const char *type)
{
    const struct key_list *keys = &profile->restrictions.keys;
    const char *kind = NULL;

    for (uint32_t i = 0; !kind && i < keys->count; i++)
        kind = kind_by_key(tags, profile->keys.word[keys->key[i]].text, type);
    return kind;
}

/* What applies only at times; NULL: no part of it. */
static const char *find_conditional(const struct profile *profile,
                                    const struct seen *seen)
{
    const struct key_list *keys = &profile->restrictions.keys;
    const char *value = NULL;

    for (uint32_t i = 0; i < keys->count && !value; i++)
        value = seen->text[keys->variant[0][i]];
    return value;
}

/* The rule of "no_left_turn @ (Mo-Fr 07:00-09:00)". */
static enum restriction_rule rule_of_value(const struct profile *profile,
                                           const char *value,
                                           const char **ret_condition)
{
    static const struct tm any_time = {.tm_mday = 1};
    enum conditional conditional = conditional_at(value, &any_time);
    size_t length = strcspn(value, " @");
    char kind[64];

    if (!profile->restrictions.conditional ||
        conditional == CONDITIONAL_UNCLEAR)
        return RESTRICTION_CONDITIONAL;
    if (length >= sizeof(kind))
        return RESTRICTION_UNKNOWN;
    snprintf(kind, sizeof(kind), "%.*s", (int)length, value);
    if (conditional != CONDITIONAL_PLAIN)
        *ret_condition = value;
    return rule_of_kind(profile, kind);
}

/* "restriction" of type=restriction, or all of type=restriction:hgv. */
static const char *type_of(const struct tags *tags)
{
    const char *type = tags_get(tags, "type");

    return type && !strncmp(type, "restriction:", 12) ? type : "restriction";
}

static bool names_a_kind(const struct tags *tags)
{
    for (uint32_t i = 0; i < tags->count; i++) {
        if (!strncmp(tags->text + tags->tag[i].key, "restriction", 11))
            return true;
    }
    return false;
}

enum restriction_rule profile_restriction(const struct profile *profile,
                                          const struct tags *tags,
                                          const char **ret_condition)
{
    const char *kind = find_restriction_kind(profile, tags, type_of(tags));
    const char *except = tags_get(tags, "except");
    const char *value = kind && strchr(kind, '@') ? kind : NULL;
    struct seen seen;

    *ret_condition = NULL;
    profile_see(profile, tags, &seen);
    if (!kind)
        value = find_conditional(profile, &seen);
    if (!kind && value && !profile->restrictions.conditional)
        return RESTRICTION_CONDITIONAL;
    if (!kind && !value)
        return names_a_kind(tags) ? RESTRICTION_IGNORED : RESTRICTION_UNKNOWN;
    if (is_excepted(profile, except))
        return RESTRICTION_EXCEPTED;
    if (seen_first(&seen, &profile->restrictions.timed))
        return RESTRICTION_CONDITIONAL;
    return value ? rule_of_value(profile, value, ret_condition)
                 : rule_of_kind(profile, kind);
}
