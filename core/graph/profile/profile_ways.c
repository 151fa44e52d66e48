/* profile_ways: a profile's rules for a way: access, speed, names, then all. */
#include "core/graph/profile/profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* Every group in a list may pass: the most permissive part counts. */
static enum access_outcome outcome_of(const struct profile *profile,
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
        outcome = outcome_of(profile, seen->text[keys->variant[direction][i]]);
    if (outcome == ACCESS_UNSAID)
        outcome = outcome_of(profile, seen->text[keys->key[i]]);
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
 * only open direction. */
static const char *find_directed(const struct key_list *keys,
                                 const struct seen *seen, int direction,
                                 bool one_way)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        const char *text = seen->text[keys->variant[direction][i]];

        if (!text && one_way)
            text = seen->text[keys->key[i]];
        if (text)
            return text;
    }
    return NULL;
}

/* Signs show the destinations of a one-way road; FORM_AS_TAGGED copies the
 * tags. A cyclist who pushes against a one-way reads no signs. */
static void fill_destinations(const struct name_settings *names,
                              const struct seen *seen,
                              const bool second_best[DIRECTIONS],
                              struct way_rules *rules)
{
    bool forward = rules->open[FORWARD] && !second_best[FORWARD];
    bool backward = rules->open[BACKWARD] && !second_best[BACKWARD];
    int open = backward ? BACKWARD : FORWARD;

    if (forward == backward) {
        if (!rules->as_signs)
            rules->destinations = seen_first(seen, &names->destinations);
        return;
    }
    rules->destinations = find_directed(&names->destinations, seen, open, true);
    if (rules->as_signs)
        rules->destination_refs =
            find_directed(&names->destination_refs, seen, open, true);
}

/* Fills texts and flags except ROAD_RESTRICTED. `second_best`: whether a
 * direction is open only to the fallback mode. */
static void profile_names_fill(const struct profile *profile,
                               const struct seen *seen,
                               const bool second_best[DIRECTIONS],
                               struct way_rules *rules)
{
    const struct name_settings *names = &profile->names;

    rules->name = seen_first(seen, &names->name);
    rules->ref = seen_first(seen, &names->ref);
    rules->exits = seen_first(seen, &names->exits);
    rules->pronunciation = seen_first(seen, &names->pronunciation);
    rules->as_signs = names->written == FORM_AS_SIGNS;
    fill_destinations(names, seen, second_best, rules);
    for (int d = 0; d < DIRECTIONS; d++)
        rules->lanes[d] = rules->open[d] ? find_directed(&names->lanes, seen, d,
                                                         !rules->open[!d])
                                         : NULL;
}

static bool drives_left(const struct profile *profile, const struct seen *seen)
{
    if (conditions_hold(&profile->flags.drives_left, seen, false))
        return true;
    return profile->drives_left &&
           !conditions_hold(&profile->flags.drives_right, seen, false);
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
struct judged {
    const struct profile *profile;
    struct seen seen;
    double total_s;               /* as in way_rules */
    double speed_kmh[DIRECTIONS]; /* of its class; NAN for none */
    bool fallback[DIRECTIONS];    /* open only to the fallback mode */
    bool restricted[DIRECTIONS];  /* open only to destination traffic */
    bool against[DIRECTIONS];     /* a one-way */
    enum way_outcome closed;      /* why it has no usable one-way direction */
    bool known;                   /* some row gives a speed, whether access
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
static enum oneway_rule find_oneway(const struct judged *judged)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = 0;

    for (uint32_t i = 0;
         !count && i < judged->profile->rows[TABLE_ONEWAY].count; i++)
        count = profile_row_cells(judged->profile, &judged->seen, TABLE_ONEWAY,
                                  i, cell);
    if (!count)
        return ONEWAY_BOTH;
    for (uint32_t i = 1; i < count; i++) {
        if (cell[i]->number[0] != cell[0]->number[0])
            return ONEWAY_UNCLEAR;
    }
    return (enum oneway_rule)cell[0]->number[0];
}

/* Whether some row opens the other direction of a one-way. */
static bool is_open_against(const struct judged *judged)
{
    return profile_cell(judged->profile, &judged->seen, TABLE_ONEWAY_AGAINST) !=
           NULL;
}

static void judge_oneway(struct judged *judged)
{
    enum oneway_rule rule = find_oneway(judged);

    if (rule == ONEWAY_BOTH)
        return;
    if (rule >= ONEWAY_REVERSIBLE)
        judged->closed =
            rule == ONEWAY_REVERSIBLE ? WAY_REVERSIBLE : WAY_UNCLEAR;
    if (judged->closed)
        judged->against[FORWARD] = judged->against[BACKWARD] = true;
    else if (!is_open_against(judged))
        judged->against[rule == ONEWAY_FORWARD ? BACKWARD : FORWARD] = true;
}

/* ---- What is open -------------------------------------------------------- */

static struct access access_of(const struct judged *judged,
                               const struct key_list *keys, int direction)
{
    if (conditions_hold(&judged->profile->access.exempt, &judged->seen, false))
        return (struct access){ACCESS_UNSAID, false};
    return profile_access(judged->profile, &judged->seen, keys, direction);
}

static double cell_number(const struct cell *cell, int direction)
{
    return cell ? cell->number[direction] : NAN;
}

/* Evaluates a direction: its speed, NAN if it is not open. */
static void judge_direction(struct judged *judged, const struct cell *cell,
                            int direction)
{
    const struct profile *profile = judged->profile;
    struct access access = access_of(judged, &profile->access.keys, direction);

    if (!cell && access.specific && access.outcome < ACCESS_FALLBACK)
        cell = profile_cell(profile, &judged->seen, TABLE_ALLOWED_SPEED);
    if (!cell && cell_is_said(&profile->any_way))
        cell = &profile->any_way;
    judged->known = judged->known || cell;
    if (access.outcome >= ACCESS_FALLBACK || judged->against[direction])
        return;
    judged->speed_kmh[direction] = cell_number(cell, direction);
    judged->restricted[direction] = access.outcome == ACCESS_RESTRICTED;
}

static void judge_fallback(struct judged *judged, const struct cell *cell,
                           int direction)
{
    const struct profile *profile = judged->profile;
    struct access best = access_of(judged, &profile->access.keys, direction);
    struct access access =
        access_of(judged, &profile->fallback.keys, direction);

    if (!cell)
        return;
    judged->known = true;
    if (access.outcome == ACCESS_NO && best.outcome != ACCESS_FALLBACK)
        return;
    judged->fallback[direction] = true;
    judged->speed_kmh[direction] = cell->number[direction];
    judged->restricted[direction] = access.outcome == ACCESS_RESTRICTED;
}

static void judge_directions(struct judged *judged)
{
    const struct profile *profile = judged->profile;
    const struct cell *speed =
        profile_cell(profile, &judged->seen, TABLE_SPEED);
    const struct cell *fallback =
        profile_cell(profile, &judged->seen, TABLE_FALLBACK_SPEED);

    for (int d = 0; d < DIRECTIONS; d++) {
        judge_direction(judged, speed, d);
        if (isnan(judged->speed_kmh[d]))
            judge_fallback(judged, fallback, d);
    }
}

static enum way_outcome judge(struct judged *judged)
{
    const struct seen *seen = &judged->seen;

    if (conditions_hold(&judged->profile->ways.construction, seen, false))
        return WAY_CONSTRUCTION;
    if (conditions_hold(&judged->profile->ways.ignored, seen, false))
        return WAY_NO_ROAD;
    judge_oneway(judged);
    judge_directions(judged);
    if (!judged->known)
        return WAY_NO_ROAD;
    if (conditions_hold(&judged->profile->ways.area, seen, false))
        return WAY_AREA;
    if (isnan(judged->speed_kmh[FORWARD]) && isnan(judged->speed_kmh[BACKWARD]))
        return judged->closed ? judged->closed : WAY_NO_ACCESS;
    return WAY_USED;
}

/* ---- Rules --------------------------------------------------------------- */

static double find_total(const struct judged *judged)
{
    const char *text =
        seen_first(&judged->seen, &judged->profile->duration.keys);
    double total = 0;

    if (text &&
        conditions_hold(&judged->profile->duration.where, &judged->seen, false))
        osm_duration(text, &total);
    return total;
}

static double find_factor(const struct judged *judged, int direction)
{
    const struct profile *profile = judged->profile;
    double factor = 1;

    for (uint32_t i = 0; i < profile->rows[TABLE_WEIGHT_FACTOR].count; i++) {
        const struct cell *cell =
            profile_row(profile, &judged->seen, TABLE_WEIGHT_FACTOR, i);

        if (cell)
            factor *= cell->number[direction];
    }
    if (judged->fallback[direction])
        factor *= profile->fallback.factor;
    if (judged->restricted[direction])
        factor *= profile->restricted.factor;
    return factor;
}

static uint8_t find_mode(const struct judged *judged, int direction)
{
    const struct profile *profile = judged->profile;
    const struct cell *cell = profile_cell(profile, &judged->seen, TABLE_MODE);

    if (judged->total_s > 0 && profile->duration.mode)
        return (uint8_t)profile->duration.mode;
    if (judged->fallback[direction])
        return (uint8_t)profile->fallback.mode;
    return (uint8_t)(cell ? cell->number[direction] : profile->mode);
}

static void fill_direction(const struct judged *judged, int d,
                           struct way_rules *rules)
{
    double kmh = judged->speed_kmh[d];

    rules->open[d] = !isnan(kmh);
    if (!rules->open[d])
        return;
    rules->speed_kmh[d] =
        judged->fallback[d]
            ? kmh
            : profile_speed(judged->profile, &judged->seen, kmh, d);
    rules->factor[d] = find_factor(judged, d);
    rules->mode[d] = find_mode(judged, d);
    if (judged->restricted[d])
        rules->flags |= ROAD_RESTRICTED;
}

static uint16_t find_classes(const struct judged *judged, bool restricted)
{
    const struct profile *profile = judged->profile;
    unsigned bits = 0;

    for (uint32_t i = 0; i < profile->general.class_count; i++) {
        if (conditions_hold(&profile->class_rule[i], &judged->seen, restricted))
            bits |= 1u << i;
    }
    return (uint16_t)bits;
}

static void fill(const struct judged *judged, struct way_rules *rules)
{
    const struct profile *profile = judged->profile;
    const struct seen *seen = &judged->seen;
    const struct cell *rank = profile_cell(profile, seen, TABLE_RANK);
    const struct cell *class = profile_cell(profile, seen, TABLE_ROAD_CLASS);

    rules->total_s = judged->total_s;
    rules->by_distance = profile->weight == WEIGHT_DISTANCE;
    rules->layer = conditions_hold(&profile->ways.rail, seen, false)
                       ? LAYER_RAIL
                       : LAYER_ROAD;
    rules->flags = profile_flags(profile, seen);
    for (int d = 0; d < DIRECTIONS; d++)
        fill_direction(judged, d, rules);
    rules->class_bits = find_classes(judged, rules->flags & ROAD_RESTRICTED);
    rules->road_class = (uint8_t)(class ? class->number[0] : ROAD_LOCAL);
    rules->priority = (uint8_t)(rank ? rank->number[0] : RANK_UNSAID);
    profile_names_fill(profile, seen, judged->fallback, rules);
}

enum way_outcome profile_way(const struct profile *profile,
                             const struct tags *tags,
                             struct way_rules *ret_rules)
{
    struct judged judged;
    enum way_outcome outcome;

    /* Clears all but the tags, which are large and set next. */
    judged.profile = profile;
    profile_see(profile, tags, &judged.seen);
    memset(&judged.total_s, 0,
           sizeof(judged) - offsetof(struct judged, total_s));
    judged.speed_kmh[FORWARD] = judged.speed_kmh[BACKWARD] = NAN;
    outcome = judge(&judged);
    if (outcome != WAY_USED)
        return outcome;
    judged.total_s = find_total(&judged);
    *ret_rules = (struct way_rules){0};
    fill(&judged, ret_rules);
    return WAY_USED;
}
