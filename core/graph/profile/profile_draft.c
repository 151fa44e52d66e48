/* profile_draft: a profile while its lines are taken. */
#include "core/graph/profile/profile_draft.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/array.h"
#include "core/base/text.h"

enum { VALUE_SIZE = 512 };

/* ---- Words about what there is none of ----------------------------------- */

static int refuse_section(const char *name, struct error *error)
{
    const char *near = section_near(name);
    char list[400];

    section_list_names(list, sizeof(list));
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
    const char *near = section_key_near(section, key);
    char list[300];

    if (near)
        return error_set(error, -EINVAL,
                         "section [%s] has no '%s'; did you mean '%s'?",
                         section->name, key, near);
    section_list_keys(section, list, sizeof(list));
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
        return error_set(error, -EINVAL,
                         "'%s' is no name: 1 to %d letters, digits, '_', '.' "
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

/* Makes a list empty that an override says anew. */
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

/* The bit of a class; 0 where there is none of that name. */
static uint16_t class_bit(const struct road_profile *general, const char *name)
{
    for (uint32_t i = 0; i < general->class_count; i++) {
        if (!strcmp(general->class_name[i], name))
            return (uint16_t)(1u << i);
    }
    return 0;
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
    int result = items_check(text, '+', error);

    if (result)
        return result;
    while ((name = item_next(&text, '+'))) {
        if (!class_bit(general, name))
            return refuse_class(general, name, error);
        bits |= class_bit(general, name);
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
    int result = items_check(text, ',', error);

    while (!result && (item = item_next(&text, ',')))
        result = add_exclude(general, item, error);
    return result;
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
                            draft->again, error);
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
                             "has one value, which does not go on: an indented "
                             "line goes on with the one before");
        if (draft->again == AGAIN_REPLACES)
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
    int result;

    while (i < general->class_count && strcmp(general->class_name[i], name))
        i++;
    if (i == ROAD_CLASSES_MAX)
        return error_set(error, -EINVAL, "more than %d classes",
                         ROAD_CLASSES_MAX);
    if (i == general->class_count) {
        result = set_name(name, general->class_name[i], error);
        if (result)
            return result;
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
    int result = item_number(value, 1, 1000, &kmh, error);

    if (!result)
        result =
            profile_value(draft->profile, SPACE_ZONE, text, &number, error);
    if (!result)
        draft->profile->rules[number].cell[TABLE_CODE] =
            (struct cell){{kmh, kmh}};
    return result;
}

/* "* = 24" in [speed] is for all ways. */
static int take_row(struct draft *draft, const struct table_rule *rule,
                    const char *key, char *value, struct error *error)
{
    if (rule->table == TABLE_SPEED && !strcmp(key, "*"))
        return item_effect(rule, value, &draft->profile->any_way, error);
    return items_row(draft->profile, rule, key, value, draft->again, error);
}

static int take_value(struct draft *draft, const struct section *section,
                      const char *key, char *value, bool continued,
                      struct error *error)
{
    switch (section->kind) {
    case SECTION_SETTINGS:
        return take_setting(draft, section, key, value, continued, error);
    case SECTION_TABLE:
        return take_row(draft, &section->table, key, value, error);
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

    if (array_reserve((void **)&draft->line, &draft->line_capacity, before + 1,
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

/* Parts are told apart by their zero bytes. */
static void add_to_sum(struct draft *draft, const char *text)
{
    draft->sum = XXH64(text, strlen(text) + 1, draft->sum);
}

int draft_take(struct draft *draft, const char *section_name, const char *key,
               const char *value, bool continued, unsigned line,
               struct error *error)
{
    const struct section *section = section_find(section_name);
    char text[VALUE_SIZE];
    int result = 0;

    if (!section)
        return refuse_section(section_name, error);
    if (draft->again == AGAIN_REFUSED && !continued)
        result = note_line(draft, section, key, line, error);
    if (result)
        return result;
    if (strlen(value) >= sizeof(text))
        return error_set(error, -EINVAL, "longer than %zu characters",
                         sizeof(text) - 1);
    snprintf(text, sizeof(text), "%s", value);
    result = take_value(draft, section, key, text, continued, error);
    if (result) {
        error_prefix(error, "%s.%s", section_name, key);
        return result;
    }
    add_to_sum(draft, section_name);
    add_to_sum(draft, key);
    add_to_sum(draft, value);
    return 0;
}
