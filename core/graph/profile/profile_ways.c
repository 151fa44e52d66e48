/* profile_ways: a profile's rules for a way: access, speed, names, then all. */
#include "core/graph/profile/profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/graph/profile/conditional.h"
#include "core/graph/profile/profile_data.h"
#include "core/graph/profile/tags.h"
#include "core/graph/roads/roads.h"

/* ---- Access -------------------------------------------------------------- */

static enum access_outcome code_of(const struct profile *profile,
                                   const char *text, size_t length)
{
    uint32_t word = words_find(&profile->values, SPACE_ACCESS, text, length);

    return word == WORD_NONE ? ACCESS_UNSAID
                             : (enum access_outcome)profile->rules[word]
                                   .cell[TABLE_CODE]
                                   .number[0];
}

/* Every group in a list may pass. */
enum access_outcome profile_outcome(const struct profile *profile,
                                    const char *text)
{
    enum access_outcome best;
    const char *part;
    size_t length;

    if (!text)
        return ACCESS_UNSAID;
    best = code_of(profile, text, strlen(text));
    if (best != ACCESS_UNSAID)
        return best;
    while ((part = list_part(&text, &length))) {
        enum access_outcome one = code_of(profile, part, length);

        if (one != ACCESS_UNSAID && (best == ACCESS_UNSAID || one < best))
            best = one;
    }
    return best;
}

/* The outcome of key number i of the list; its variant for a direction comes
 * first. */
static enum access_outcome key_outcome(const struct profile *profile,
                                       const struct seen *seen,
                                       const struct key_list *keys, uint32_t i,
                                       int direction)
{
    enum access_outcome outcome = ACCESS_UNSAID;

    if (direction < DIRECTIONS)
        outcome =
            profile_outcome(profile, seen->text[keys->variant[direction][i]]);
    if (outcome == ACCESS_UNSAID)
        outcome = profile_outcome(profile, seen->text[keys->key[i]]);
    return outcome;
}

struct access profile_access(const struct profile *profile,
                             const struct seen *seen,
                             const struct key_list *keys, int direction)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        enum access_outcome outcome =
            key_outcome(profile, seen, keys, i, direction);

        if (outcome != ACCESS_UNSAID)
            return (struct access){
                outcome, key_list_has(&profile->access.specific, keys->key[i])};
    }
    return (struct access){ACCESS_UNSAID, false};
}

/* ---- Sizes --------------------------------------------------------------- */

/* In a metre or tonne. */
static double limit_units(enum road_limit limit)
{
    return limit < LIMIT_WEIGHT ? 1000 : 100;
}

/* The first key with a number, its variant for a direction first; 0 for none:
 * "default", "none", "no-sign". */
static uint16_t find_size_limit(const struct profile *profile,
                                const struct seen *seen, enum road_limit limit,
                                int direction)
{
    const struct key_list *keys = &profile->vehicle.limits[limit];
    bool (*read)(const char *text, double *ret_amount) =
        limit < LIMIT_WEIGHT ? osm_length : osm_mass;
    double amount;

    for (uint32_t i = 0; i < keys->count; i++) {
        const char *directed = direction < DIRECTIONS
                                   ? seen->text[keys->variant[direction][i]]
                                   : NULL;
        const char *both = seen->text[keys->key[i]];

        if ((directed && read(directed, &amount)) ||
            (both && read(both, &amount)))
            return (uint16_t)fmin(fmax(round(amount * limit_units(limit)), 1),
                                  UINT16_MAX);
    }
    return 0;
}

void profile_limits(const struct profile *profile, const struct seen *seen,
                    int direction, uint16_t ret_limit[ROAD_LIMIT_COUNT])
{
    for (int i = 0; i < ROAD_LIMIT_COUNT; i++)
        ret_limit[i] =
            find_size_limit(profile, seen, (enum road_limit)i, direction);
}

/* A limit is rounded to the nearest unit; 1.901 m do not fit where 1.9 m do. */
bool profile_fits(const struct profile *profile,
                  const uint16_t limit[ROAD_LIMIT_COUNT])
{
    static const double dust = 1e-6; /* of products like 2.3 * 1000 */

    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        double own = profile->vehicle.size[i] * limit_units((enum road_limit)i);

        if (own > 0 && limit[i] && ceil(own - dust) > limit[i])
            return false;
    }
    return true;
}

/* ---- Speed --------------------------------------------------------------- */

/* For nonsensical tags, so that durations stay finite. */
static const double speed_least_kmh = 0.1;

/* The speed for "DE:urban" if only "*:urban" is defined. */
static double zone_of(const struct profile *profile, const char *text)
{
    const char *colon = strchr(text, ':');
    char zone[64];

    if (!colon)
        return NAN;
    snprintf(zone, sizeof(zone), "*%s", colon);
    return profile_code(profile, SPACE_ZONE, zone);
}

/* The speed of a zone, "walk", or a number; NAN if unknown. */
static double limit_of(const struct profile *profile, const char *text)
{
    double kmh = profile_code(profile, SPACE_ZONE, text);

    if (isnan(kmh))
        kmh = zone_of(profile, text);
    if (isnan(kmh))
        osm_speed(text, &kmh);
    return kmh;
}

/* The first key with a limit; `*ret_directed`: it concerns only this
 * direction. */
static double find_limit(const struct profile *profile, const struct seen *seen,
                         const struct key_list *keys, int direction,
                         bool *ret_directed)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        const char *directed = seen->text[keys->variant[direction][i]];
        const char *both = seen->text[keys->key[i]];
        double kmh = directed ? limit_of(profile, directed) : NAN;

        *ret_directed = !isnan(kmh);
        if (isnan(kmh) && both)
            kmh = limit_of(profile, both);
        if (!isnan(kmh))
            return kmh;
    }
    return NAN;
}

static double use_limit(const struct profile *profile, const struct seen *seen,
                        double class_kmh, int direction)
{
    bool directed = false;
    double kmh = find_limit(profile, seen, &profile->maxspeed.keys, direction,
                            &directed) *
                 profile->maxspeed.factor;
    uint32_t use =
        directed ? profile->maxspeed.one_way : profile->maxspeed.both_ways;

    if (isnan(kmh) || use == LIMIT_IGNORED)
        return class_kmh;
    return use == LIMIT_SETS ? kmh : fmin(class_kmh, kmh);
}

/* Applies limits and surfaces to a speed. */
static double profile_speed(const struct profile *profile,
                            const struct seen *seen, double class_kmh,
                            int direction)
{
    double kmh = use_limit(profile, seen, class_kmh, direction);
    bool directed;

    /* fmin() ignores NAN. */
    kmh = fmin(kmh, find_limit(profile, seen, &profile->maxspeed.advisory,
                               direction, &directed));
    for (uint32_t i = 0; i < profile->rows[TABLE_SPEED_CAP].count; i++) {
        const struct cell *cap = profile_row(profile, seen, TABLE_SPEED_CAP, i);

        if (cap)
            kmh = fmin(kmh, cap->number[direction]);
    }
    return fmax(fmin(kmh, profile->maxspeed.highest_kmh), speed_least_kmh);
}

/* ---- Names and flags ----------------------------------------------------- */

/* A sign's text for one direction; an undirected tag of a way applies to its
 * only open direction. An empty tag says nothing. */
static const char *find_directed(const struct key_list *keys,
                                 const struct seen *seen, int direction,
                                 bool one_way)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        const char *text = seen->text[keys->variant[direction][i]];

        if ((!text || !*text) && one_way)
            text = seen->text[keys->key[i]];
        if (text && *text)
            return text;
    }
    return NULL;
}

/* Signs show the destinations of a one-way road; without `as_signs` the tags
 * are copied. A cyclist who pushes against a one-way reads no signs. */
static void fill_destinations(const struct profile *profile,
                              const struct seen *seen,
                              const bool second_best[DIRECTIONS],
                              struct way_rules *rules)
{
    const struct key_list *keys = &profile->names.destinations;
    bool forward = rules->open[FORWARD] && !second_best[FORWARD];
    bool backward = rules->open[BACKWARD] && !second_best[BACKWARD];
    int open = backward ? BACKWARD : FORWARD;

    if (forward == backward) {
        if (!rules->as_signs)
            rules->destinations = seen_first(seen, keys);
        return;
    }
    rules->destinations = find_directed(keys, seen, open, true);
    if (rules->as_signs)
        rules->destination_refs =
            find_directed(&profile->names.destination_refs, seen, open, true);
}

static bool drives_left(const struct profile *profile, const struct seen *seen)
{
    if (conditions_hold(&profile->flags.drives_left, seen, false))
        return true;
    if (conditions_hold(&profile->flags.drives_right, seen, false))
        return false;
    return profile->drives == DRIVES_LEFT ||
           (profile->drives == DRIVES_BY_PLACE && seen->at &&
            traffic_keeps_left(*seen->at));
}

static void fill_lanes(const struct profile *profile, const struct seen *seen,
                       int direction, struct way_rules *rules)
{
    bool one_way = !rules->open[!direction];
    const char *lanes =
        find_directed(&profile->names.lanes, seen, direction, one_way);

    if (!lanes)
        return;
    rules->lanes[direction] = lanes;
    rules->lanes_closed[direction] = profile_closed_lanes(
        profile, lanes,
        find_directed(&profile->names.lanes_access, seen, direction, one_way),
        find_directed(&profile->names.lanes_reserved, seen, direction, one_way),
        drives_left(profile, seen));
}

/* Fills texts. `second_best`: whether a direction is open only to the fallback
 * mode. */
static void fill_names(const struct profile *profile, const struct seen *seen,
                       const bool second_best[DIRECTIONS],
                       struct way_rules *rules)
{
    rules->name = seen_first(seen, &profile->names.name);
    if (!rules->name &&
        conditions_hold(&profile->names.beside_where, seen, false))
        rules->name = seen_first(seen, &profile->names.beside);
    rules->ref = seen_first(seen, &profile->names.ref);
    rules->exits = seen_first(seen, &profile->names.exits);
    rules->pronunciation = seen_first(seen, &profile->names.pronunciation);
    rules->as_signs = profile->names.as_signs;
    fill_destinations(profile, seen, second_best, rules);
    for (int d = 0; d < DIRECTIONS; d++) {
        if (rules->open[d])
            fill_lanes(profile, seen, d, rules);
    }
}

static uint8_t profile_flags(const struct profile *profile,
                             const struct seen *seen)
{
    unsigned bits = 0;

    if (conditions_hold(&profile->flags.roundabout, seen, false))
        bits |= ROAD_ROUNDABOUT;
    if (conditions_hold(&profile->flags.circular, seen, false))
        bits |= ROAD_CIRCULAR;
    if (conditions_hold(&profile->flags.link, seen, false))
        bits |= ROAD_LINK;
    if (conditions_hold(&profile->flags.low_priority, seen, false))
        bits |= ROAD_LOW_PRIORITY;
    if (drives_left(profile, seen))
        bits |= ROAD_DRIVES_LEFT;
    return (uint8_t)bits;
}

/* ---- Ways ---------------------------------------------------------------- */

/* The meaning of a way's tags.
 *
 * A direction is open if some row gives it a speed, access does not forbid it
 * and it is not against a one-way. If not, the profile's fallback mode, if it
 * has one, is tried: pushing a bicycle. */

/* A way under evaluation. */
struct evaluation {
    const struct profile *profile;
    struct seen seen;
    double total_s;               /* as in way_rules */
    double speed_kmh[DIRECTIONS]; /* of its class; NAN for none */
    uint16_t limit[DIRECTIONS][ROAD_LIMIT_COUNT];
    bool over_limit[DIRECTIONS]; /* open, but not to so large a vehicle */
    bool fallback[DIRECTIONS];   /* open only to the fallback mode */
    bool restricted[DIRECTIONS]; /* open only to destination traffic */
    bool against[DIRECTIONS];    /* a one-way */
    enum way_outcome closed;     /* why it has no usable one-way direction */
    bool known;                  /* some row gives a speed, whether access
                                    is allowed or not */
};

bool profile_wants_way(const struct profile *profile, const struct tags *tags)
{
    if (cell_is_said(&profile->any_way))
        return true;
    for (uint32_t i = 0; i < tags->count; i++) {
        const char *name = tags->text + tags->tag[i].key;
        const char *text = tags->text + tags->tag[i].value;
        uint32_t key = words_find(&profile->keys, 0, name, strlen(name));
        uint32_t value;

        if (key == WORD_NONE || !profile->has_values[key])
            continue;
        if (profile->wildcard[key] != WORD_NONE &&
            profile->rules[profile->wildcard[key]].wanted)
            return true;
        value = words_find(&profile->values, key, text, strcspn(text, ";"));
        if (value != WORD_NONE && profile->rules[value].wanted)
            return true;
        value = words_find(&profile->values, key, text, strlen(text));
        if (value != WORD_NONE && profile->rules[value].wanted)
            return true;
    }
    return false;
}

/* ---- One-ways ------------------------------------------------------------ */

/* The rule of the first matching row; if parts of a list contradict each other,
 * ONEWAY_UNCLEAR. */
static enum oneway_rule find_oneway(const struct evaluation *evaluation)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = profile_cells(evaluation->profile, &evaluation->seen,
                                   TABLE_ONEWAY, cell);

    if (!count)
        return ONEWAY_BOTH;
    for (uint32_t i = 1; i < count; i++) {
        if (cell[i]->number[0] != cell[0]->number[0])
            return ONEWAY_UNCLEAR;
    }
    return (enum oneway_rule)cell[0]->number[0];
}

/* Whether some row opens the other direction of a one-way. */
static bool is_open_against(const struct evaluation *evaluation)
{
    return profile_cell(evaluation->profile, &evaluation->seen,
                        TABLE_ONEWAY_AGAINST) != NULL;
}

static void evaluate_oneway(struct evaluation *evaluation)
{
    enum oneway_rule rule = find_oneway(evaluation);

    if (rule == ONEWAY_BOTH)
        return;
    if (rule >= ONEWAY_REVERSIBLE)
        evaluation->closed =
            rule == ONEWAY_REVERSIBLE ? WAY_REVERSIBLE : WAY_UNCLEAR;
    if (evaluation->closed)
        evaluation->against[FORWARD] = evaluation->against[BACKWARD] = true;
    else if (!is_open_against(evaluation))
        evaluation->against[rule == ONEWAY_FORWARD ? BACKWARD : FORWARD] = true;
}

/* ---- What is open -------------------------------------------------------- */

static struct access access_of(const struct evaluation *evaluation,
                               const struct key_list *keys, int direction)
{
    if (conditions_hold(&evaluation->profile->access.exempt, &evaluation->seen,
                        false))
        return (struct access){ACCESS_UNSAID, false};
    return profile_access(evaluation->profile, &evaluation->seen, keys,
                          direction);
}

static double cell_number(const struct cell *cell, int direction)
{
    return cell ? cell->number[direction] : NAN;
}

/* Evaluates a direction: its speed, NAN if it is not open. */
static void evaluate_direction(struct evaluation *evaluation,
                               const struct cell *cell, int direction)
{
    const struct profile *profile = evaluation->profile;
    struct access access =
        access_of(evaluation, &profile->access.keys, direction);

    if (!cell && access.specific && access.outcome < ACCESS_FALLBACK)
        cell = profile_cell(profile, &evaluation->seen, TABLE_ALLOWED_SPEED);
    if (!cell && cell_is_said(&profile->any_way))
        cell = &profile->any_way;
    evaluation->known = evaluation->known || cell;
    if (access.outcome >= ACCESS_FALLBACK || evaluation->against[direction])
        return;
    evaluation->over_limit[direction] =
        !profile_fits(profile, evaluation->limit[direction]);
    evaluation->speed_kmh[direction] = cell_number(cell, direction);
    evaluation->restricted[direction] =
        access.outcome == ACCESS_RESTRICTED ||
        (access.outcome == ACCESS_UNSAID &&
         conditions_hold(&profile->restricted.where, &evaluation->seen, false));
}

static void evaluate_fallback(struct evaluation *evaluation,
                              const struct cell *cell, int direction)
{
    const struct profile *profile = evaluation->profile;
    struct access best =
        access_of(evaluation, &profile->access.keys, direction);
    struct access access =
        access_of(evaluation, &profile->fallback.keys, direction);

    if (!cell)
        return;
    evaluation->known = true;
    if (evaluation->against[direction] &&
        conditions_hold(&profile->fallback.bound, &evaluation->seen, false))
        return;
    if (access.outcome == ACCESS_NO && best.outcome != ACCESS_FALLBACK)
        return;
    evaluation->fallback[direction] = true;
    evaluation->over_limit[direction] = false;
    evaluation->speed_kmh[direction] = cell->number[direction];
    evaluation->restricted[direction] = access.outcome == ACCESS_RESTRICTED;
}

static void evaluate_directions(struct evaluation *evaluation)
{
    const struct profile *profile = evaluation->profile;
    const struct cell *speed =
        profile_cell(profile, &evaluation->seen, TABLE_SPEED);
    const struct cell *fallback =
        profile_cell(profile, &evaluation->seen, TABLE_FALLBACK_SPEED);

    for (int d = 0; d < DIRECTIONS; d++) {
        profile_limits(profile, &evaluation->seen, d, evaluation->limit[d]);
        evaluate_direction(evaluation, speed, d);
        if (isnan(evaluation->speed_kmh[d]) || evaluation->over_limit[d])
            evaluate_fallback(evaluation, fallback, d);
    }
}

static enum way_outcome evaluate(struct evaluation *evaluation)
{
    const struct seen *seen = &evaluation->seen;

    if (conditions_hold(&evaluation->profile->ways.construction, seen, false))
        return WAY_CONSTRUCTION;
    if (conditions_hold(&evaluation->profile->ways.ignored, seen, false))
        return WAY_NO_ROAD;
    evaluate_oneway(evaluation);
    evaluate_directions(evaluation);
    if (!evaluation->known)
        return WAY_NO_ROAD;
    if (conditions_hold(&evaluation->profile->ways.area, seen, false))
        return WAY_AREA;
    if (isnan(evaluation->speed_kmh[FORWARD]) &&
        isnan(evaluation->speed_kmh[BACKWARD]))
        return evaluation->closed ? evaluation->closed : WAY_NO_ACCESS;
    return WAY_USED;
}

/* ---- Rules --------------------------------------------------------------- */

static double find_total(const struct evaluation *evaluation)
{
    const char *text =
        seen_first(&evaluation->seen, &evaluation->profile->duration.keys);
    double total = 0;

    if (text && conditions_hold(&evaluation->profile->duration.where,
                                &evaluation->seen, false))
        osm_duration(text, &total);
    return total;
}

static double find_factor(const struct evaluation *evaluation, int direction)
{
    const struct profile *profile = evaluation->profile;
    double factor = 1;

    for (uint32_t i = 0; i < profile->rows[TABLE_WEIGHT_FACTOR].count; i++) {
        const struct cell *cell =
            profile_row(profile, &evaluation->seen, TABLE_WEIGHT_FACTOR, i);

        if (cell)
            factor *= cell->number[direction];
    }
    if (evaluation->fallback[direction])
        factor *= profile->fallback.factor;
    if (evaluation->restricted[direction])
        factor *= profile->restricted.factor;
    return factor;
}

static uint8_t find_mode(const struct evaluation *evaluation, int direction)
{
    const struct profile *profile = evaluation->profile;
    const struct cell *cell =
        profile_cell(profile, &evaluation->seen, TABLE_MODE);

    if (evaluation->total_s > 0 && profile->duration.mode)
        return (uint8_t)profile->duration.mode;
    if (evaluation->fallback[direction])
        return (uint8_t)profile->fallback.mode;
    return (uint8_t)(cell ? cell->number[direction] : profile->mode);
}

static void fill_direction(const struct evaluation *evaluation, int d,
                           struct way_rules *rules)
{
    double kmh = evaluation->speed_kmh[d];

    rules->open[d] = !isnan(kmh);
    if (!rules->open[d])
        return;
    rules->speed_kmh[d] =
        evaluation->fallback[d]
            ? kmh
            : profile_speed(evaluation->profile, &evaluation->seen, kmh, d);
    rules->factor[d] = find_factor(evaluation, d);
    rules->mode[d] = find_mode(evaluation, d);
    if (evaluation->restricted[d])
        rules->flags |= ROAD_RESTRICTED;
    if (evaluation->over_limit[d])
        rules->flags |= d == FORWARD ? ROAD_CLOSED : ROAD_CLOSED_BACK;
}

static uint16_t find_classes(const struct evaluation *evaluation,
                             bool restricted)
{
    const struct profile *profile = evaluation->profile;
    unsigned bits = 0;

    for (uint32_t i = 0; i < profile->general.class_count; i++) {
        if (conditions_hold(&profile->class_rule[i], &evaluation->seen,
                            restricted))
            bits |= 1u << i;
    }
    return (uint16_t)bits;
}

static void fill(const struct evaluation *evaluation, struct way_rules *rules)
{
    const struct profile *profile = evaluation->profile;
    const struct seen *seen = &evaluation->seen;
    const struct cell *rank = profile_cell(profile, seen, TABLE_RANK);
    const struct cell *class = profile_cell(profile, seen, TABLE_ROAD_CLASS);

    rules->total_s = evaluation->total_s;
    memcpy(rules->limit, evaluation->limit, sizeof(rules->limit));
    rules->by_distance = profile->by_distance;
    rules->layer = conditions_hold(&profile->ways.rail, seen, false)
                       ? LAYER_RAIL
                       : LAYER_ROAD;
    rules->flags = profile_flags(profile, seen);
    for (int d = 0; d < DIRECTIONS; d++)
        fill_direction(evaluation, d, rules);
    rules->class_bits =
        find_classes(evaluation, rules->flags & ROAD_RESTRICTED);
    rules->road_class = (uint8_t)(class ? class->number[0] : ROAD_LOCAL);
    rules->priority = (uint8_t)(rank ? rank->number[0] : RANK_UNSAID);
    fill_names(profile, seen, evaluation->fallback, rules);
}

/* ---- Access at times ----------------------------------------------------- */

/* Appends the parts of KEY:conditional, or KEY:forward:conditional, whose words
 * the profile knows and whose conditions can be read; none of a value that is
 * no list of parts to its end. */
static void add_condition(const struct profile *profile, const char *value,
                          char text[CONDITION_SIZE])
{
    static const struct tm any_time = {.tm_mday = 1};
    size_t before = strlen(text);
    size_t length = before;
    struct conditional_part part;

    for (; value && (value = conditional_part(value, &part)); value++) {
        enum access_outcome outcome =
            code_of(profile, part.value, part.value_length);

        if (outcome != ACCESS_UNSAID &&
            hours_at(part.condition, part.length, &any_time) != HOURS_INVALID)
            length += (size_t)snprintf(
                text + length, CONDITION_SIZE - length, "%s%s @ (%.*s)",
                length ? ";" : "",
                outcome >= ACCESS_FALLBACK ? CONDITIONAL_NO : CONDITIONAL_YES,
                (int)part.length, part.condition);
        if (length >= CONDITION_SIZE) {
            text[0] = '\0'; /* too much is none */
            return;
        }
        if (!*value)
            return;
    }
    text[before] = '\0';
}

/* From the least specific key on, as the last part that holds decides. A key
 * without a condition leaves nothing of those before it. */
static void find_condition(const struct evaluation *evaluation,
                           const struct tags *tags, int direction,
                           char text[CONDITION_SIZE])
{
    static const char *const ends[] = {"", ":forward", ":backward"};
    const struct profile *profile = evaluation->profile;
    const struct key_list *keys = &profile->access.keys;

    for (uint32_t i = keys->count; i-- > 0;) {
        if (key_outcome(profile, &evaluation->seen, keys, i, direction) !=
            ACCESS_UNSAID)
            text[0] = '\0';
        for (int end = 0; end <= 1 + direction; end += 1 + direction) {
            char key[100];

            snprintf(key, sizeof(key), "%s%s:conditional",
                     profile->keys.word[keys->key[i]].text, ends[end]);
            add_condition(profile, tags_get(tags, key), text);
        }
    }
    if (!strstr(text, CONDITIONAL_NO " @"))
        text[0] = '\0';
}

static bool has_conditions(const struct tags *tags)
{
    for (uint32_t i = 0; i < tags->count; i++) {
        if (strstr(tags->text + tags->tag[i].key, ":conditional"))
            return true;
    }
    return false;
}

static void fill_conditions(const struct evaluation *evaluation,
                            const struct tags *tags, struct way_rules *rules)
{
    const struct profile *profile = evaluation->profile;

    if (!profile->restrictions.conditional || !has_conditions(tags) ||
        conditions_hold(&profile->access.exempt, &evaluation->seen, false))
        return;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (rules->open[d] && !evaluation->fallback[d])
            find_condition(evaluation, tags, d, rules->condition[d]);
    }
}

enum way_outcome profile_way(const struct profile *profile,
                             const struct tags *tags,
                             struct way_rules *ret_rules)
{
    struct evaluation evaluation;
    enum way_outcome outcome;

    /* Clears all but the tags, which are large and set next. */
    evaluation.profile = profile;
    profile_see(profile, tags, &evaluation.seen);
    memset(&evaluation.total_s, 0,
           sizeof(evaluation) - offsetof(struct evaluation, total_s));
    evaluation.speed_kmh[FORWARD] = evaluation.speed_kmh[BACKWARD] = NAN;
    outcome = evaluate(&evaluation);
    if (outcome != WAY_USED)
        return outcome;
    evaluation.total_s = find_total(&evaluation);
    *ret_rules = (struct way_rules){0};
    fill(&evaluation, ret_rules);
    fill_conditions(&evaluation, tags, ret_rules);
    return WAY_USED;
}
