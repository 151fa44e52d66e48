/* profile_parse: sections, then items, then the lists made of them. */
#include "core/graph/profile/profile_parse.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

/* ---- Sections and keys --------------------------------------------------- */

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const sides[] = {"right", "left", "by-place", NULL};
static const char *const weights[] = {"duration", "distance", NULL};
static const char *const forms[] = {"as-tagged", "as-signs", NULL};
static const char *const limit_uses[] = {"set", "cap", "ignore", NULL};
static const char *const u_turns[] = {"anywhere", "dead-ends", "nowhere", NULL};
static const char *const oneways[] = {"forward", "backward", "both",
                                      "reversible", NULL};
static const char *const penalty_sides[] = {"forward", "backward", "both",
                                            "nearing", NULL};
/* enum access_outcome */
static const char *const accesses[] = {"", "yes", "restricted", "", "no", NULL};
/* enum travel_mode */
static const char *const modes[] = {
    "",           "driving",      "cycling",  "walking",    "ferry",
    "train",      "pushing-bike", "steps-up", "steps-down", "river-up",
    "river-down", "route",        "transfer", NULL};
/* enum road_class */
static const char *const road_classes[] = {
    "motorway", "trunk", "primary", "secondary", "local", "rail", NULL};

#define RULE(name, form, member, ...)                                          \
    {                                                                          \
        .key = name, .kind = form, .offset = offsetof(struct profile, member), \
        __VA_ARGS__                                                            \
    }
#define NAME(name, member)          RULE(name, SETTING_NAME, member, )
#define KEYS(name, member)          RULE(name, SETTING_KEYS, member, )
#define DIRECTED_KEYS(name, member) RULE(name, SETTING_DIRECTED_KEYS, member, )
#define CONDITIONAL_KEYS(name, member)                                         \
    RULE(name, SETTING_CONDITIONAL_KEYS, member, )
#define CONDITIONS(name, member) RULE(name, SETTING_CONDITIONS, member, )
#define CHOICE(name, member, list)                                             \
    RULE(name, SETTING_CHOICE, member, .choices = list)
#define NUMBER(name, member, low, high)                                        \
    RULE(name, SETTING_NUMBER, member, .minimum = low, .maximum = high)
#define VALUES(name, number_space, number)                                     \
    RULE(name, SETTING_VALUES, values, .space = number_space, .code = number)

static const struct setting_rule profile_settings[] = {
    NAME("name", general.name),
    CHOICE("mode", mode, modes),
    CHOICE("weight", by_distance, weights),
    NAME("weight-name", general.weight_name),
    CHOICE("driving-side", drives, sides),
    CHOICE("continue-straight", continue_straight, no_yes),
    NUMBER("grid", grid_deg, 1e-7, 1e-4),
    NUMBER("step", step_s, 0.001, 1),
    NUMBER("max-speed-for-matching", general.max_speed_kmh, 1, 1000),
};
static const struct setting_rule way_settings[] = {
    CONDITIONS("ignored", ways.ignored),
    CONDITIONS("construction", ways.construction),
    CONDITIONS("area", ways.area),
    CONDITIONS("rail", ways.rail),
};
static const struct setting_rule maxspeed_settings[] = {
    DIRECTED_KEYS("keys", maxspeed.keys),
    DIRECTED_KEYS("advisory", maxspeed.advisory),
    NUMBER("factor", maxspeed.factor, 0.01, 2),
    CHOICE("both-ways", maxspeed.both_ways, limit_uses),
    CHOICE("one-way", maxspeed.one_way, limit_uses),
    NUMBER("highest", maxspeed.highest_kmh, 1, 1000),
};
static const struct setting_rule access_settings[] = {
    DIRECTED_KEYS("keys", access.keys),
    KEYS("specific", access.specific),
    CONDITIONS("exempt", access.exempt),
    VALUES("yes", SPACE_ACCESS, ACCESS_YES),
    VALUES("restricted", SPACE_ACCESS, ACCESS_RESTRICTED),
    VALUES("fallback", SPACE_ACCESS, ACCESS_FALLBACK),
    VALUES("no", SPACE_ACCESS, ACCESS_NO),
};
/* A limit of a road has 16 bits for mm, or for 10 kg. */
#define VEHICLE_NUMBER(name, which, most)                                      \
    NUMBER(name, vehicle.size[which], 0, most),                                \
        DIRECTED_KEYS(name "-limits", vehicle.limits[which])
static const struct setting_rule vehicle_settings[] = {
    VEHICLE_NUMBER("height", LIMIT_HEIGHT, 65),
    VEHICLE_NUMBER("width", LIMIT_WIDTH, 65),
    VEHICLE_NUMBER("length", LIMIT_LENGTH, 65),
    VEHICLE_NUMBER("weight", LIMIT_WEIGHT, 650),
    VEHICLE_NUMBER("axle-load", LIMIT_AXLE_LOAD, 650),
};
static const struct setting_rule fallback_settings[] = {
    DIRECTED_KEYS("keys", fallback.keys),
    CHOICE("mode", fallback.mode, modes),
    CONDITIONS("bound", fallback.bound),
    NUMBER("factor", fallback.factor, 0, 1000),
};
static const struct setting_rule duration_settings[] = {
    KEYS("keys", duration.keys),
    CONDITIONS("where", duration.where),
    CHOICE("mode", duration.mode, modes),
};
static const struct setting_rule restricted_settings[] = {
    CONDITIONS("where", restricted.where),
    NUMBER("enter", restricted.enter_s, 0, 100000),
    NUMBER("barrier", restricted.barrier_s, 0, 100000),
    NUMBER("factor", restricted.factor, 0, 1000),
};
static const struct setting_rule exclude_settings[] = {
    {.key = "allowed", .kind = SETTING_EXCLUDES},
};
static const struct setting_rule flag_settings[] = {
    CONDITIONS("roundabout", flags.roundabout),
    CONDITIONS("circular", flags.circular),
    CONDITIONS("link", flags.link),
    CONDITIONS("low-priority", flags.low_priority),
    CONDITIONS("drives-left", flags.drives_left),
    CONDITIONS("drives-right", flags.drives_right),
};
static const struct setting_rule name_settings[] = {
    KEYS("name", names.name),
    KEYS("beside", names.beside),
    CONDITIONS("beside-where", names.beside_where),
    KEYS("ref", names.ref),
    DIRECTED_KEYS("destinations", names.destinations),
    DIRECTED_KEYS("destination-refs", names.destination_refs),
    KEYS("exits", names.exits),
    KEYS("pronunciation", names.pronunciation),
    DIRECTED_KEYS("lanes", names.lanes),
    DIRECTED_KEYS("lanes-access", names.lanes_access),
    DIRECTED_KEYS("lanes-reserved", names.lanes_reserved),
    CHOICE("written", names.as_signs, forms),
};

#define TURN_SETTINGS(layer)                                                   \
    NUMBER("near", turns[layer].near_s, 0, 3600),                              \
        NUMBER("across", turns[layer].across_s, 0, 3600),                      \
        NUMBER("u-turn", turns[layer].u_turn_s, 0, 3600),                      \
        CHOICE("u-turn-at", turns[layer].u_turn_at, u_turns),                  \
        NUMBER("rank-step", turns[layer].rank_step_s, 0, 3600),                \
        NUMBER("rank-max", turns[layer].rank_max_s, 0, 3600),                  \
        NUMBER("sharpest", turns[layer].sharpest_deg, 0, 180)
static const struct setting_rule turn_settings[] = {
    TURN_SETTINGS(LAYER_ROAD),
    NUMBER("one-stop", one_stop_m, 0, 1000),
};
static const struct setting_rule rail_settings[] = {
    TURN_SETTINGS(LAYER_RAIL),
};

static const struct setting_rule restriction_settings[] = {
    CONDITIONAL_KEYS("keys", restrictions.keys),
    KEYS("timed", restrictions.timed),
    CHOICE("conditional", restrictions.conditional, no_yes),
    VALUES("except", SPACE_EXCEPT, 1),
    VALUES("no", SPACE_RESTRICTION, RESTRICTION_NO),
    VALUES("only", SPACE_RESTRICTION, RESTRICTION_ONLY),
    VALUES("ignored", SPACE_RESTRICTION, RESTRICTION_IGNORED),
};
static const struct setting_rule transfer_settings[] = {
    CONDITIONS("stations", transfers.stations),
    NUMBER("radius", transfers.rules.radius_m, 0, 10000),
    NUMBER("rail-radius", transfers.rules.rail_radius_m, 0, 10000),
    NUMBER("duration", transfers.rules.duration_s, 0, 86400),
    NUMBER("walking-speed", transfers.rules.walk_kmh, 0.1, 50),
    NUMBER("roads", transfers.links_max, 1, 100),
};

#define SETTINGS(text, rules)                                                  \
    {                                                                          \
        .name = text, .kind = SECTION_SETTINGS, .settings = rules,             \
        .setting_count = COUNT_OF(rules)                                       \
    }
#define TABLE(text, number, form, list, low, high)                             \
    {                                                                          \
        .name = text, .kind = SECTION_TABLE, .table = number, .effect = form,  \
        .choices = list, .minimum = low, .maximum = high                       \
    }

const struct section profile_sections[] = {
    SETTINGS("profile", profile_settings),
    SETTINGS("ways", way_settings),
    TABLE("speed", TABLE_SPEED, EFFECT_DIRECTIONS, NULL, 0.1, 1000),
    TABLE("speed-where-allowed", TABLE_ALLOWED_SPEED, EFFECT_DIRECTIONS, NULL,
          0.1, 1000),
    TABLE("speed-cap", TABLE_SPEED_CAP, EFFECT_DIRECTIONS, NULL, 0.1, 1000),
    SETTINGS("maxspeed", maxspeed_settings),
    {.name = "maxspeed-values", .kind = SECTION_ZONES},
    SETTINGS("access", access_settings),
    SETTINGS("vehicle", vehicle_settings),
    SETTINGS("fallback", fallback_settings),
    TABLE("fallback-speed", TABLE_FALLBACK_SPEED, EFFECT_DIRECTIONS, NULL, 0.1,
          1000),
    TABLE("oneway", TABLE_ONEWAY, EFFECT_ONE, oneways, 0, 0),
    TABLE("oneway-against", TABLE_ONEWAY_AGAINST, EFFECT_NONE, NULL, 0, 0),
    TABLE("modes", TABLE_MODE, EFFECT_DIRECTIONS, modes, 0, 0),
    SETTINGS("duration", duration_settings),
    TABLE("weight-factor", TABLE_WEIGHT_FACTOR, EFFECT_DIRECTIONS, NULL, 0,
          1000),
    SETTINGS("restricted", restricted_settings),
    {.name = "classes", .kind = SECTION_CLASSES},
    SETTINGS("exclude", exclude_settings),
    TABLE("rank", TABLE_RANK, EFFECT_ONE, NULL, 0, RANK_UNSAID),
    TABLE("road-class", TABLE_ROAD_CLASS, EFFECT_ONE, road_classes, 0, 0),
    SETTINGS("flags", flag_settings),
    SETTINGS("names", name_settings),
    TABLE("barriers", TABLE_BARRIER, EFFECT_ONE, accesses, 0, 0),
    TABLE("penalties", TABLE_PENALTY, EFFECT_DURATION_WEIGHT, NULL, 0, 86400),
    TABLE("penalty-side", TABLE_PENALTY_SIDE, EFFECT_ONE, penalty_sides, 0, 0),
    SETTINGS("turns", turn_settings),
    SETTINGS("rail-turns", rail_settings),
    SETTINGS("restrictions", restriction_settings),
    SETTINGS("transfers", transfer_settings),
};
const size_t profile_section_count = COUNT_OF(profile_sections);

const struct section *section_find(const char *name)
{
    for (size_t i = 0; i < profile_section_count; i++) {
        if (!strcmp(profile_sections[i].name, name))
            return &profile_sections[i];
    }
    return NULL;
}

/* The name of a section's setting or, for NULL, of a section; NULL after the
 * last. */
static const char *name_at(const struct section *section, size_t i)
{
    if (section)
        return i < section->setting_count ? section->settings[i].key : NULL;
    return i < profile_section_count ? profile_sections[i].name : NULL;
}

void section_list_names(const struct section *section, char *list, size_t size)
{
    const char *name;

    list[0] = '\0';
    for (size_t i = 0; (name = name_at(section, i)); i++)
        text_list_add(list, size, name);
}

const char *section_near(const struct section *section, const char *wanted)
{
    const char *near = NULL;
    const char *name;

    for (size_t i = 0; (name = name_at(section, i)); i++)
        near = text_nearer(wanted, near, name);
    return near;
}

/* ---- Items of lists ------------------------------------------------------ */

char *item_trim(char *text)
{
    size_t length;

    text += strspn(text, " \t");
    length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
    return text;
}

char *item_next(char **rest, char separator)
{
    while (*rest) {
        char *item = *rest;
        char *end = strchr(item, separator);

        *rest = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        item = item_trim(item);
        if (*item)
            return item;
    }
    return NULL;
}

int items_check(const char *text, char separator, struct error *error)
{
    const char *item = text + strspn(text, " \t");
    const char *side = "before";

    while (*item && *item != separator) {
        const char *end = strchr(item, separator);

        if (!end)
            return 0;
        item = end + 1 + strspn(end + 1, " \t");
        if (!*item && separator == ',')
            return 0;
        side = "after";
    }
    if (!*text)
        return 0;
    return error_set(error, -EINVAL, "'%s': expected a value %s '%c'", text,
                     side, separator);
}

int item_number(const char *text, double minimum, double maximum,
                double *ret_number, struct error *error)
{
    double number;

    if (!parse_double(text, &number) || number < minimum || number > maximum)
        return error_set(error, -EINVAL, "'%s' is not a number from %g to %g",
                         text, minimum, maximum);
    *ret_number = number;
    return 0;
}

int item_choice(const char *text, const char *const *choices,
                uint32_t *ret_place, struct error *error)
{
    char list[200] = "";

    for (uint32_t i = 0; choices[i]; i++) {
        if (!*choices[i])
            continue;
        if (!strcmp(choices[i], text)) {
            *ret_place = i;
            return 0;
        }
        text_list_add(list, sizeof(list), choices[i]);
    }
    return error_set(error, -EINVAL, "'%s' is not one of %s", text, list);
}

/* ---- Words -------------------------------------------------------------- */

/* Whether a text is allowed as `what`, a key or value of OpenStreetMap. */
static int item_check(const char *text, const char *what, struct error *error)
{
    if (*text && !text[strcspn(text, " \t,|+=!/")])
        return 0;
    return error_set(error, -EINVAL,
                     "'%s' is not a valid %s: write it without blanks and any "
                     "of , | + = ! /",
                     text, what);
}

/* The number of a key, added if it is new. */
static int profile_key(struct profile *profile, const char *text,
                       uint16_t *ret_key, struct error *error)
{
    uint32_t key;
    int r = item_check(text, "key", error);

    if (r)
        return r;
    if (words_find(&profile->keys, 0, text, strlen(text)) == WORD_NONE &&
        profile->keys.count == PROFILE_KEYS_MAX)
        return error_set(error, -EINVAL, "'%s' is one key too many; %d fit",
                         text, PROFILE_KEYS_MAX);
    if (words_add(&profile->keys, 0, text, strlen(text), &key))
        return error_no_memory(error);
    *ret_key = (uint16_t)key;
    return 0;
}

/* Makes room for the table entries of one more value. */
static int add_rule(struct profile *profile, uint32_t value,
                    struct error *error)
{
    struct value_rule *rule;

    if (array_reserve(&profile->rules, &profile->rules_capacity, value + 1,
                      sizeof(*profile->rules)))
        return error_no_memory(error);
    rule = &profile->rules[value];
    rule->wanted = false;
    for (int i = 0; i < TABLE_COUNT; i++)
        rule->cell[i] = (struct cell){{NAN, NAN}};
    return 0;
}

int profile_value(struct profile *profile, uint32_t space, const char *text,
                  uint16_t *ret_value, struct error *error)
{
    size_t before = profile->values.count;
    uint32_t value;
    int r;

    if (before == UINT16_MAX)
        return error_set(error, -EINVAL, "'%s' is one value too many; %d fit",
                         text, UINT16_MAX);
    /* Before the word, so that each word has a rule. */
    r = add_rule(profile, (uint32_t)before, error);
    if (r)
        return r;
    if (words_add(&profile->values, space, text, strlen(text), &value))
        return error_no_memory(error);
    if (space < PROFILE_KEYS_MAX) {
        profile->has_values[space] = true;
        if (!strcmp(text, "*"))
            profile->wildcard[space] = value;
    }
    *ret_value = (uint16_t)value;
    return 0;
}

/* ---- Lists --------------------------------------------------------------- */

static int add_variants(struct profile *profile, const char *key,
                        const char *const *suffixes, struct key_list *list,
                        struct error *error)
{
    int r = 0;

    for (int i = 0; i < DIRECTIONS && !r; i++) {
        char text[256];

        if (!suffixes[i])
            continue;
        snprintf(text, sizeof(text), "%s%s", key, suffixes[i]);
        r = profile_key(profile, text, &list->variant[i][list->count], error);
    }
    return r;
}

int items_keys(struct profile *profile, char *text, const char *const *suffixes,
               struct key_list *list, struct error *error)
{
    char *item;
    int r = items_check(text, ',', error);

    while (!r && (item = item_next(&text, ','))) {
        if (list->count == KEY_LIST_MAX)
            return error_set(error, -EINVAL, "'%s' is one key too many; %d fit",
                             item, KEY_LIST_MAX);
        r = profile_key(profile, item, &list->key[list->count], error);
        if (!r)
            r = add_variants(profile, item, suffixes, list, error);
        if (!r)
            list->count++;
    }
    return r;
}

/* Sets a cell that is not set yet, or may be set again. */
static int item_set_cell(struct cell *cell, const struct cell *said,
                         const char *value, bool replaces, struct error *error)
{
    if (!replaces && cell_is_said(cell))
        return error_set(error, -EINVAL, "'%s' is set twice", value);
    *cell = *said;
    return 0;
}

int items_values(struct profile *profile, char *text, uint32_t space,
                 double code, bool replaces, struct error *error)
{
    const struct cell said = {{code, code}};
    char *item;
    int r = items_check(text, ',', error);

    while (!r && (item = item_next(&text, ','))) {
        uint16_t value;

        r = item_check(item, "value", error);
        if (!r)
            r = profile_value(profile, space, item, &value, error);
        if (!r)
            r = item_set_cell(&profile->rules[value].cell[TABLE_CODE], &said,
                              item, replaces, error);
    }
    return r;
}

/* ---- Conditions on tags -------------------------------------------------- */

static int read_pattern_values(struct profile *profile, char *text,
                               struct pattern *pattern, struct error *error)
{
    char *item;
    int r;

    pattern->any = !strcmp(text, "*");
    if (pattern->any)
        return 0;
    r = items_check(text, '|', error);
    while (!r && (item = item_next(&text, '|'))) {
        r = item_check(item, "value", error);
        if (pattern->value_count == PATTERN_VALUES_MAX)
            return error_set(error, -EINVAL,
                             "'%s' is one value too many; %d fit", item,
                             PATTERN_VALUES_MAX);
        if (!r)
            r = profile_value(profile, pattern->key, item,
                              &pattern->value[pattern->value_count++], error);
    }
    return r;
}

/* "a=b|c", "a!=b", "*" or "restricted". */
static int read_pattern(struct profile *profile, char *text,
                        struct pattern *ret_pattern, struct error *error)
{
    struct pattern pattern = {.kind = PATTERN_TAG};
    char *equals = strchr(text, '=');
    int r;

    if (!equals) {
        pattern.kind = !strcmp(text, "*") ? PATTERN_ALWAYS : PATTERN_RESTRICTED;
        *ret_pattern = pattern;
        if (pattern.kind == PATTERN_ALWAYS || !strcmp(text, "restricted"))
            return 0;
        return error_set(
            error, -EINVAL,
            "'%s' is not a valid condition: write key=value|value, "
            "key!=value, key=*, restricted or *",
            text);
    }
    pattern.negated = equals > text && equals[-1] == '!';
    *(pattern.negated ? equals - 1 : equals) = '\0';
    r = profile_key(profile, item_trim(text), &pattern.key, error);
    if (!r)
        r = read_pattern_values(profile, item_trim(equals + 1), &pattern,
                                error);
    if (!r && !pattern.any && !pattern.value_count)
        r = error_set(error, -EINVAL, "'%s' has no value: write '%s=*' for any",
                      text, text);
    *ret_pattern = pattern;
    return r;
}

static int add_pattern(struct conditions *conditions,
                       const struct pattern *pattern, struct error *error)
{
    if (array_append(&conditions->pattern, &conditions->count,
                     &conditions->capacity, pattern, sizeof(*pattern)))
        return error_no_memory(error);
    return 0;
}

/* "a=b + c!=d" */
static int read_joined(struct profile *profile, char *text,
                       struct conditions *conditions, struct error *error)
{
    char *part;
    int r = items_check(text, '+', error);

    while (!r && (part = item_next(&text, '+'))) {
        struct pattern pattern;

        r = read_pattern(profile, part, &pattern, error);
        pattern.joined = text != NULL;
        if (!r)
            r = add_pattern(conditions, &pattern, error);
    }
    return r;
}

int items_conditions(struct profile *profile, char *text,
                     struct conditions *conditions, struct error *error)
{
    char *item;
    int r = items_check(text, ',', error);

    while (!r && (item = item_next(&text, ',')))
        r = read_joined(profile, item, conditions, error);
    return r;
}

/* ---- Rows of tables ------------------------------------------------------ */

static int read_one(const struct section *section, const char *text,
                    double *ret_number, struct error *error)
{
    uint32_t place = 0;
    int r;

    if (!section->choices)
        return item_number(text, section->minimum, section->maximum, ret_number,
                           error);
    r = item_choice(text, section->choices, &place, error);
    if (!r)
        *ret_number = place;
    return r;
}

static int refuse_more(const char *text, struct error *error)
{
    return error_set(error, -EINVAL,
                     "'%s' is too much here; a comma is missing", text);
}

int item_effect(const struct section *section, char *text,
                struct cell *ret_cell, struct error *error)
{
    char *rest = text;
    char *first, *second;
    struct cell cell = {{1, 1}};
    int r = items_check(text, '/', error);

    if (r)
        return r;
    first = item_next(&rest, section->effect == EFFECT_DIRECTIONS ? '/' : ' ');
    if (!first)
        return error_set(error, -EINVAL, "has no value");
    second = section->effect != EFFECT_ONE ? item_next(&rest, ' ') : NULL;
    rest = rest ? item_trim(rest) : NULL;
    if (rest && *rest)
        return refuse_more(rest, error);
    if (!strcmp(first, "-")) {
        *ret_cell = (struct cell){{NAN, NAN}};
        return second ? refuse_more(second, error) : 0;
    }
    r = read_one(section, first, &cell.number[0], error);
    cell.number[1] = cell.number[0];
    if (!r && second)
        r = read_one(section, second, &cell.number[1], error);
    if (!r)
        *ret_cell = cell;
    return r;
}

static int refuse_bare(const struct section *section, const char *text,
                       struct error *error)
{
    const char *example = "1";

    if (section->choices)
        example = section->choices[!*section->choices[0]];
    return error_set(error, -EINVAL, "'%s' has no value: write '%s %s'", text,
                     text, example);
}

/* "a|b EFFECT" */
static int read_row_item(struct profile *profile, const struct section *section,
                         uint16_t key, char *text, bool replaces,
                         struct error *error)
{
    struct cell cell = {{1, 1}};
    char *values = text;
    char *effect = text + strcspn(text, " \t");
    char *item;
    int r = 0;

    if (*effect)
        *effect++ = '\0';
    effect = item_trim(effect);
    if (section->effect == EFFECT_NONE && *effect && strcmp(effect, "-"))
        return refuse_more(effect, error);
    if (section->effect != EFFECT_NONE && !*effect)
        return refuse_bare(section, text, error);
    if (*effect)
        r = item_effect(section, effect, &cell, error);
    if (!r)
        r = items_check(values, '|', error);
    while (!r && (item = item_next(&values, '|'))) {
        uint16_t value;

        r = item_check(item, "value", error);
        if (!r)
            r = profile_value(profile, key, item, &value, error);
        if (!r)
            r = item_set_cell(&profile->rules[value].cell[section->table],
                              &cell, item, replaces, error);
    }
    return r;
}

int items_row(struct profile *profile, const struct section *section,
              const char *key, char *text, bool replaces, struct error *error)
{
    struct key_list *rows = &profile->rows[section->table];
    uint16_t number = 0;
    char *item;
    int r = profile_key(profile, key, &number, error);

    if (!r && !key_list_has(rows, number)) {
        if (rows->count == KEY_LIST_MAX)
            return error_set(error, -EINVAL, "one row too many; %d fit",
                             KEY_LIST_MAX);
        rows->key[rows->count++] = number;
    }
    if (!r)
        r = items_check(text, ',', error);
    while (!r && (item = item_next(&text, ',')))
        r = read_row_item(profile, section, number, item, replaces, error);
    return r;
}
