/* profile_file: reads a profile by lines, from files and from overrides. */
#include "core/graph/profile/profile.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/array.h"
#include "core/base/ini_text.h"
#include "core/base/text.h"
#include "core/graph/profile/profile_data.h"
#include "core/graph/profile/profile_parse.h"

struct draft {
    struct profile *profile;
    struct words said; /* keys of the file, in the space of a section */
    unsigned *line;    /* [said.count] the line of each */
    size_t line_capacity;
    bool replaces; /* overrides replace what the file says */
    uint64_t sum;  /* checksum of all lines */
};

enum { VALUE_SIZE = 512 };

/* ---- Refusals of unknown names ------------------------------------------- */

static int refuse_section(const char *name, struct error *error)
{
    const char *near = section_near(NULL, name);
    char list[400];

    section_list_names(NULL, list, sizeof(list));
    if (!*name)
        return error_set(error, -EINVAL,
                         "a setting before the first [section]; there are %s",
                         list);
    if (near)
        return error_set(error, -EINVAL, "no section [%s]; did you mean [%s]?",
                         name, near);
    return error_set(error, -EINVAL, "no section [%s]; there are %s", name,
                     list);
}

static int refuse_key(const struct section *section, const char *key,
                      struct error *error)
{
    const char *near = section_near(section, key);
    char list[300];

    if (near)
        return error_set(error, -EINVAL,
                         "section [%s] has no '%s'; did you mean '%s'?",
                         section->name, key, near);
    section_list_names(section, list, sizeof(list));
    return error_set(error, -EINVAL, "section [%s] has no '%s'; it has %s",
                     section->name, key, list);
}

/* ---- Settings ------------------------------------------------------------ */

static int set_name(const char *text, char *ret_name, struct error *error)
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr("_.-", text[i]))
            length = ROAD_NAME_SIZE;
    }
    if (!length || length >= ROAD_NAME_SIZE)
        return error_set(
            error, -EINVAL,
            "'%s' is not a valid name: write 1 to %d letters, digits, '_', '.' "
            "and '-'",
            text, ROAD_NAME_SIZE - 1);
    snprintf(ret_name, ROAD_NAME_SIZE, "%s", text);
    return 0;
}

static void forget_values(struct profile *profile, uint32_t space, double code)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        struct cell *cell = &profile->rules[i].cell[TABLE_CODE];

        if (profile->values.word[i].space == space && cell->number[0] == code)
            *cell = (struct cell){{NAN, NAN}};
    }
}

/* Empties a list that an override replaces. */
static void forget(struct profile *profile, const struct setting_rule *rule)
{
    void *place = (char *)profile + rule->offset;

    if (rule->kind == SETTING_KEYS || rule->kind == SETTING_DIRECTED_KEYS ||
        rule->kind == SETTING_CONDITIONAL_KEYS)
        ((struct key_list *)place)->count = 0;
    else if (rule->kind == SETTING_CONDITIONS)
        ((struct conditions *)place)->count = 0;
    else if (rule->kind == SETTING_VALUES)
        forget_values(profile, rule->space, rule->code);
    else if (rule->kind == SETTING_EXCLUDES)
        profile->general.exclude_count = 0;
}

static int refuse_class(const struct road_profile *general, const char *name,
                        struct error *error)
{
    char list[400] = "";

    for (uint32_t i = 0; i < general->class_count; i++)
        text_list_add(list, sizeof(list), general->class_name[i]);
    return error_set(error, -EINVAL,
                     "no class '%s' in [classes] before this; there are %s",
                     name, *list ? list : "none");
}

/* "motorway+toll" */
static int add_exclude(struct road_profile *general, char *text,
                       struct error *error)
{
    unsigned bits = 0;
    char *name;
    int r = items_check(text, '+', error);

    if (r)
        return r;
    while ((name = item_next(&text, '+'))) {
        uint16_t bit = road_profile_class(general, name, strlen(name));

        if (!bit)
            return refuse_class(general, name, error);
        bits |= bit;
    }
    if (general->exclude_count == ROAD_EXCLUDES_MAX)
        return error_set(error, -EINVAL, "more than %d combinations",
                         ROAD_EXCLUDES_MAX);
    general->exclude[general->exclude_count++] = (uint16_t)bits;
    return 0;
}

/* "motorway, toll, motorway+toll" */
static int set_excludes(struct road_profile *general, char *text,
                        struct error *error)
{
    char *item;
    int r = items_check(text, ',', error);

    while (!r && (item = item_next(&text, ',')))
        r = add_exclude(general, item, error);
    return r;
}

static int set_setting(struct draft *draft, const struct setting_rule *rule,
                       char *value, struct error *error)
{
    static const char *const none[] = {NULL, NULL};
    static const char *const directions[] = {":forward", ":backward"};
    static const char *const conditional[] = {":conditional", NULL};
    struct profile *profile = draft->profile;
    void *place = (char *)profile + rule->offset;

    switch (rule->kind) {
    case SETTING_NUMBER:
        return item_number(value, rule->minimum, rule->maximum, place, error);
    case SETTING_CHOICE:
        return item_choice(value, rule->choices, place, error);
    case SETTING_NAME:
        return set_name(value, place, error);
    case SETTING_KEYS:
        return items_keys(profile, value, none, place, error);
    case SETTING_DIRECTED_KEYS:
        return items_keys(profile, value, directions, place, error);
    case SETTING_CONDITIONAL_KEYS:
        return items_keys(profile, value, conditional, place, error);
    case SETTING_CONDITIONS:
        return items_conditions(profile, value, place, error);
    case SETTING_VALUES:
        return items_values(profile, value, rule->space, rule->code,
                            draft->replaces, error);
    case SETTING_EXCLUDES:
        return set_excludes(&profile->general, value, error);
    }
    return 0;
}

static bool setting_is_list(const struct setting_rule *rule)
{
    return rule->kind >= SETTING_KEYS;
}

static int take_setting(struct draft *draft, const struct section *section,
                        const char *key, char *value, bool continued,
                        struct error *error)
{
    for (size_t i = 0; i < section->setting_count; i++) {
        const struct setting_rule *rule = &section->settings[i];

        if (strcmp(rule->key, key))
            continue;
        if (continued && !setting_is_list(rule))
            return error_set(error, -EINVAL,
                             "takes a single value; an indented line continues "
                             "the setting above. Remove the indentation");
        if (draft->replaces)
            forget(draft->profile, rule);
        return set_setting(draft, rule, value, error);
    }
    return refuse_key(section, key, error);
}

/* ---- Other sections ------------------------------------------------------ */

static int take_class(struct draft *draft, const char *name, char *value,
                      bool continued, struct error *error)
{
    struct road_profile *general = &draft->profile->general;
    uint32_t i = 0;
    int r;

    while (i < general->class_count && strcmp(general->class_name[i], name))
        i++;
    if (i == ROAD_CLASSES_MAX)
        return error_set(error, -EINVAL, "more than %d classes",
                         ROAD_CLASSES_MAX);
    if (i == general->class_count) {
        r = set_name(name, general->class_name[i], error);
        if (r)
            return r;
        general->class_count++;
    } else if (!continued) {
        draft->profile->class_rule[i].count = 0;
    }
    return items_conditions(draft->profile, value,
                            &draft->profile->class_rule[i], error);
}

static int take_zone(struct draft *draft, const char *text, const char *value,
                     struct error *error)
{
    double kmh = 0;
    uint16_t number;
    int r = item_number(value, 1, 1000, &kmh, error);

    if (!r)
        r = profile_value(draft->profile, SPACE_ZONE, text, &number, error);
    if (!r)
        draft->profile->rules[number].cell[TABLE_CODE] =
            (struct cell){{kmh, kmh}};
    return r;
}

/* "* = 24" in [speed] applies to all ways. */
static int take_row(struct draft *draft, const struct section *section,
                    const char *key, char *value, struct error *error)
{
    if (section->table == TABLE_SPEED && !strcmp(key, "*"))
        return item_effect(section, value, &draft->profile->any_way, error);
    return items_row(draft->profile, section, key, value, draft->replaces,
                     error);
}

static int take_value(struct draft *draft, const struct section *section,
                      const char *key, char *value, bool continued,
                      struct error *error)
{
    switch (section->kind) {
    case SECTION_SETTINGS:
        return take_setting(draft, section, key, value, continued, error);
    case SECTION_TABLE:
        return take_row(draft, section, key, value, error);
    case SECTION_CLASSES:
        return take_class(draft, key, value, continued, error);
    case SECTION_ZONES:
        return take_zone(draft, key, value, error);
    }
    return 0;
}

/* ---- Lines --------------------------------------------------------------- */

static int note_line(struct draft *draft, const struct section *section,
                     const char *key, unsigned line, struct error *error)
{
    size_t before = draft->said.count;
    uint32_t number;

    if (array_reserve(&draft->line, &draft->line_capacity, before + 1,
                      sizeof(*draft->line)) ||
        words_add(&draft->said, (uint32_t)(section - profile_sections), key,
                  strlen(key), &number))
        return error_no_memory(error);
    if (number < before)
        return error_set(error, -EINVAL, "%s.%s is set twice, first in line %u",
                         section->name, key, draft->line[number]);
    draft->line[number] = line;
    return 0;
}

/* The zero bytes separate parts. */
static void add_to_sum(struct draft *draft, const char *text)
{
    draft->sum = XXH64(text, strlen(text) + 1, draft->sum);
}

/* Takes a line of a file or an override; `continued`: more of the same key. */
static int draft_take(struct draft *draft, const char *section_name,
                      const char *key, const char *value, bool continued,
                      unsigned line, struct error *error)
{
    const struct section *section = section_find(section_name);
    char text[VALUE_SIZE];
    int r = 0;

    if (!section)
        return refuse_section(section_name, error);
    if (!draft->replaces && !continued)
        r = note_line(draft, section, key, line, error);
    if (r)
        return r;
    if (strlen(value) >= sizeof(text))
        return error_set(error, -EINVAL, "longer than %zu characters",
                         sizeof(text) - 1);
    snprintf(text, sizeof(text), "%s", value);
    r = take_value(draft, section, key, text, continued, error);
    if (r) {
        error_prefix(error, "%s.%s", section_name, key);
        return r;
    }
    add_to_sum(draft, section_name);
    add_to_sum(draft, key);
    add_to_sum(draft, value);
    return 0;
}

/* ---- After all lines ----------------------------------------------------- */

static void want_values(struct profile *profile)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        struct value_rule *rule = &profile->rules[i];

        rule->wanted = cell_is_said(&rule->cell[TABLE_SPEED]) ||
                       cell_is_said(&rule->cell[TABLE_ALLOWED_SPEED]) ||
                       cell_is_said(&rule->cell[TABLE_FALLBACK_SPEED]);
    }
}

/* Ways under construction are counted, so they are wanted. */
static void want_pattern(struct profile *profile, const struct pattern *pattern)
{
    if (pattern->kind != PATTERN_TAG || pattern->negated)
        return;
    for (uint32_t i = 0; i < pattern->value_count; i++)
        profile->rules[pattern->value[i]].wanted = true;
}

static bool cells_are(const struct profile *profile, enum table table,
                      double number)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        const struct cell *cell = &profile->rules[i].cell[table];

        if (cell_is_said(cell) &&
            (cell->number[0] != number || cell->number[1] != number))
            return false;
    }
    return true;
}

static bool penalties_are_even(const struct profile *profile)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        const struct cell *cell = &profile->rules[i].cell[TABLE_PENALTY];

        if (cell_is_said(cell) && cell->number[0] != cell->number[1])
            return false;
    }
    return true;
}

static bool weight_is_duration(const struct profile *profile)
{
    return !profile->by_distance &&
           cells_are(profile, TABLE_WEIGHT_FACTOR, 1) &&
           penalties_are_even(profile) && profile->fallback.factor == 1 &&
           profile->restricted.factor == 1 &&
           profile->restricted.enter_s <= 0 &&
           profile->restricted.barrier_s <= 0;
}

static int check(const struct profile *profile, struct error *error)
{
    if (!*profile->general.name)
        return error_set(error, -EINVAL,
                         "the profile has no name: write name "
                         "= NAME in [profile]");
    if (!profile->rows[TABLE_SPEED].count && !cell_is_said(&profile->any_way))
        return error_set(error, -EINVAL,
                         "no way has a speed: write some in [speed]");
    if (profile->rows[TABLE_FALLBACK_SPEED].count && !profile->fallback.mode)
        return error_set(error, -EINVAL,
                         "[fallback-speed] needs a mode in [fallback]");
    if (profile->transfers.stations.count &&
        profile->transfers.rules.radius_m <= 0)
        return error_set(error, -EINVAL,
                         "[transfers] has stations, but no radius");
    return 0;
}

static void fill_general(struct profile *profile)
{
    struct road_profile *general = &profile->general;

    if (!*general->weight_name)
        snprintf(general->weight_name, sizeof(general->weight_name), "%s",
                 profile->by_distance ? "distance" : "duration");
    general->continue_straight = profile->continue_straight;
    general->drives_left = profile->drives == DRIVES_LEFT;
    general->weight_is_duration = weight_is_duration(profile);
    general->grid_e7 = (uint32_t)lround(profile->grid_deg * 1e7);
    general->step_ms = (uint32_t)lround(profile->step_s * 1000);
    general->weighs_distance = profile->by_distance;
    profile->transfers.rules.links_max = (uint32_t)profile->transfers.links_max;
}

/* Checks that everything required is set, and derives the rest. */
static int draft_complete(struct draft *draft, struct error *error)
{
    struct profile *profile = draft->profile;
    int r = check(profile, error);

    if (r)
        return r;
    want_values(profile);
    for (size_t i = 0; i < profile->ways.construction.count; i++)
        want_pattern(profile, &profile->ways.construction.pattern[i]);
    fill_general(profile);
    profile->checksum = draft->sum;
    return 0;
}

/* ---- Files --------------------------------------------------------------- */

/* Raise it when the same text gets another meaning. */
enum { PROFILE_MEANING = 3 };

enum { OVERRIDE_SIZE = 256 };

static struct profile *create(void)
{
    struct profile *profile = calloc(1, sizeof(*profile));

    if (!profile)
        return NULL;
    for (int i = 0; i < PROFILE_KEYS_MAX; i++)
        profile->wildcard[i] = WORD_NONE;
    profile->any_way = (struct cell){{NAN, NAN}};
    profile->mode = MODE_DRIVING;
    profile->general.max_speed_kmh = 140;
    profile->grid_deg = 1e-7;
    profile->step_s = 0.001;
    profile->maxspeed.factor = 1;
    profile->maxspeed.highest_kmh = 1000;
    profile->fallback.factor = 1;
    profile->restricted.factor = 1;
    profile->transfers.links_max = 1;
    profile->transfers.rules.walk_kmh = 5;
    for (int i = 0; i < LAYER_COUNT; i++)
        profile->turns[i].sharpest_deg = 180;
    return profile;
}

/* inih's callback for a line. */
static int take(void *context, const struct ini_line *line, struct error *error)
{
    return draft_take(context, line->section, line->key, line->value,
                      line->continued, line->number, error);
}

/* "section.key=value" */
static int take_override(struct draft *draft, const char *text,
                         struct error *error)
{
    char copy[OVERRIDE_SIZE];
    char *dot, *equals;
    int r;

    if (strlen(text) >= sizeof(copy))
        return error_set(error, -EINVAL,
                         "'%.40s...' has more than %d characters", text,
                         OVERRIDE_SIZE - 1);
    snprintf(copy, sizeof(copy), "%s", text);
    dot = strchr(copy, '.');
    equals = dot ? strchr(dot, '=') : NULL;
    if (!equals)
        return error_set(error, -EINVAL, "'%s' is not section.key=value", text);
    *dot = *equals = '\0';
    r = draft_take(draft, item_trim(copy), item_trim(dot + 1),
                   item_trim(equals + 1), false, 0, error);
    if (r)
        error_prefix(error, "'%s'", text);
    return r;
}

static int take_all(struct draft *draft, const char *name, const char *text,
                    size_t size, const char *const *set, size_t set_count,
                    struct error *error)
{
    int r = ini_text_read(name, text, size, INI_NAMES_WITH_COLONS, take, draft,
                          error);

    draft->replaces = true;
    for (size_t i = 0; i < set_count && !r; i++)
        r = take_override(draft, set[i], error);
    if (r)
        return r;
    r = draft_complete(draft, error);
    if (r)
        error_prefix(error, "%s", name);
    return r;
}

int profile_read(const char *name, const char *text, size_t size,
                 const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error)
{
    struct draft draft = {.profile = create(), .sum = PROFILE_MEANING};
    int r;

    if (!draft.profile)
        return error_no_memory(error);
    r = take_all(&draft, name, text, size, set, set_count, error);
    words_finish(&draft.said);
    free(draft.line);
    if (r) {
        profile_destroy(draft.profile);
        return r;
    }
    *ret_profile = draft.profile;
    return 0;
}

int profile_open(const char *path, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error)
{
    char *text;
    size_t size;
    int r = ini_file_load(path, &text, &size, error);

    if (r)
        return r;
    r = profile_read(path, text, size, set, set_count, ret_profile, error);
    free(text);
    return r;
}

int profile_find(const char *name, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error)
{
    const char *text = profile_text(name);
    char list[200] = "";

    if (text)
        return profile_read(name, text, strlen(text), set, set_count,
                            ret_profile, error);
    for (const char *const *known = profile_names(); *known; known++)
        text_list_add(list, sizeof(list), *known);
    return error_set(error, -ENOENT,
                     "no profile '%s' is built in; there are %s", name, list);
}

const char *profile_text(const char *name)
{
    for (size_t i = 0; profile_names()[i]; i++) {
        if (!strcmp(profile_names()[i], name))
            return profile_builtin_text(i);
    }
    return NULL;
}

static void finish_conditions(struct profile *profile)
{
    const struct section *section = profile_sections;

    for (; section < profile_sections + profile_section_count; section++) {
        for (size_t i = 0; i < section->setting_count; i++) {
            const struct setting_rule *rule = &section->settings[i];

            if (rule->kind == SETTING_CONDITIONS)
                free(((struct conditions *)((char *)profile + rule->offset))
                         ->pattern);
        }
    }
    for (int i = 0; i < ROAD_CLASSES_MAX; i++)
        free(profile->class_rule[i].pattern);
}

void profile_destroy(struct profile *profile)
{
    if (!profile)
        return;
    finish_conditions(profile);
    words_finish(&profile->keys);
    words_finish(&profile->values);
    free(profile->rules);
    free(profile);
}

const struct road_profile *profile_general(const struct profile *profile)
{
    return &profile->general;
}

uint64_t profile_checksum(const struct profile *profile)
{
    return profile->checksum;
}

/* ---- Several profiles ---------------------------------------------------- */

static bool ends_in(const char *text, const char *suffix)
{
    size_t length = strlen(text), size = strlen(suffix);

    return length > size && !strcmp(text + length - size, suffix);
}

static bool is_path(const char *text)
{
    return strchr(text, '/') || ends_in(text, ".conf");
}

static int open_one(const char *text, const char *const *set, size_t set_count,
                    struct profile **ret_profile, struct error *error)
{
    if (!*text)
        return error_set(error, -EINVAL,
                         "there is an empty name among the profiles");
    if (ends_in(text, ".lua"))
        return error_set(error, -EINVAL,
                         "'%s' is a profile of OSRM's, in Lua; take relaxd's "
                         "own car, bicycle or foot, or change what 'relaxctl "
                         "profile car' prints",
                         text);
    if (is_path(text))
        return profile_open(text, set, set_count, ret_profile, error);
    return profile_find(text, set, set_count, ret_profile, error);
}

/* The NUL separates texts. */
static uint64_t add_identity(uint64_t before, const char *text)
{
    char *path = is_path(text) ? realpath(text, NULL) : NULL;
    const char *what = path ? path : text;
    uint64_t identity = XXH64(what, strlen(what) + 1, before);

    free(path);
    return identity;
}

static int check_name(const struct profile_list *list,
                      const struct profile *profile, struct error *error)
{
    const char *name = profile_general(profile)->name;

    for (size_t i = 0; i < list->count; i++) {
        if (!strcmp(profile_general(list->profile[i])->name, name))
            return error_set(error, -EINVAL,
                             "two profiles are called '%s'; give one of them "
                             "another name, in [profile]",
                             name);
    }
    return 0;
}

static int add(struct profile_list *list, const char *text,
               const char *const *set, size_t set_count, struct error *error)
{
    struct profile *profile;
    int r;

    if (list->count == PROFILE_LIST_MAX)
        return error_set(error, -EINVAL, "more than %d profiles",
                         PROFILE_LIST_MAX);
    r = open_one(text, set, set_count, &profile, error);
    if (r)
        return r;
    r = check_name(list, profile, error);
    if (r) {
        profile_destroy(profile);
        return r;
    }
    list->profile[list->count++] = profile;
    list->identity = add_identity(list->identity, text);
    return 0;
}

int profile_list_open(const char *text, const char *const *set,
                      size_t set_count, struct profile_list *ret_list,
                      struct error *error)
{
    struct profile_list list = {.count = 0};
    char *copy = strdup(text);
    char *rest = copy;
    int r = copy ? 0 : error_no_memory(error);

    for (char *item; !r && (item = strsep(&rest, ","));)
        r = add(&list, item_trim(item), set, set_count, error);
    free(copy);
    if (r)
        profile_list_finish(&list);
    else
        *ret_list = list;
    return r;
}

void profile_list_finish(struct profile_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        profile_destroy(list->profile[i]);
    list->count = 0;
}

uint64_t profile_list_checksum(const struct profile_list *list)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < list->count; i++)
        sum = sum * 0x9e3779b97f4a7c15u + profile_checksum(list->profile[i]);
    return sum;
}
