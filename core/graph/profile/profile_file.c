/* profile_file: profiles from files, texts and those that are built in. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ini_text.h"
#include "core/base/text.h"
#include "core/graph/profile/profile_builtin.h"
#include "core/graph/profile/profile_draft.h"

/* Counted up when the same words come to mean something else. */
enum { PROFILE_MEANING = 2 };

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
    int result;

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
    result = draft_take(draft, item_trim(copy), item_trim(dot + 1),
                        item_trim(equals + 1), false, 0, error);
    if (result)
        error_prefix(error, "'%s'", text);
    return result;
}

static int take_all(struct draft *draft, const char *name, const char *text,
                    size_t size, const char *const *set, size_t set_count,
                    struct error *error)
{
    int result = ini_text_read(name, text, size, INI_NAMES_WITH_COLONS, take,
                               draft, error);

    draft->again = AGAIN_REPLACES;
    for (size_t i = 0; i < set_count && !result; i++)
        result = take_override(draft, set[i], error);
    if (result)
        return result;
    result = draft_complete(draft, error);
    if (result)
        error_prefix(error, "%s", name);
    return result;
}

int profile_read(const char *name, const char *text, size_t size,
                 const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error)
{
    struct draft draft = {.profile = create(), .sum = PROFILE_MEANING};
    int result;

    if (!draft.profile)
        return error_no_memory(error);
    result = take_all(&draft, name, text, size, set, set_count, error);
    words_finish(&draft.said);
    free(draft.line);
    if (result) {
        profile_destroy(draft.profile);
        return result;
    }
    *ret_profile = draft.profile;
    return 0;
}

int profile_open(const char *path, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error)
{
    char *text;
    size_t size;
    int result = ini_file_load(path, &text, &size, error);

    if (result)
        return result;
    result = profile_read(path, text, size, set, set_count, ret_profile, error);
    free(text);
    return result;
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
