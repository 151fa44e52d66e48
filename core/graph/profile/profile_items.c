/* profile_items: the lists that stand in profiles, read. */
#include "core/graph/profile/profile_items.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parse.h"
#include "core/base/text.h"

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
    return error_set(error, -EINVAL,
                     "'%s' has nothing %s a '%c', which stands between two; a "
                     "line's end is as good as a comma",
                     text, side, separator);
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
    return error_set(error, -EINVAL, "'%s' is none of %s", text, list);
}

/* ---- Words -------------------------------------------------------------- */

int item_check(const char *text, const char *what, struct error *error)
{
    if (*text && !text[strcspn(text, " \t,|+=!/")])
        return 0;
    return error_set(error, -EINVAL,
                     "'%s' is no %s of OpenStreetMap: without blanks and any "
                     "of , | + = ! /",
                     text, what);
}

int profile_key(struct profile *profile, const char *text, uint16_t *ret_key,
                struct error *error)
{
    uint32_t key;
    int result = item_check(text, "key", error);

    if (result)
        return result;
    if (words_find(&profile->keys, 0, text, strlen(text)) == WORD_NONE &&
        profile->keys.count == PROFILE_KEYS_MAX)
        return error_set(error, -EINVAL, "'%s' is one key too many; %d fit",
                         text, PROFILE_KEYS_MAX);
    if (words_add(&profile->keys, 0, text, strlen(text), &key))
        return error_no_memory(error);
    *ret_key = (uint16_t)key;
    return 0;
}

/* Room for what tables say of one more value. */
static int add_rule(struct profile *profile, uint32_t value,
                    struct error *error)
{
    struct value_rule *rule;

    if (array_reserve((void **)&profile->rules, &profile->rules_capacity,
                      value + 1, sizeof(*profile->rules)))
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
    int result;

    if (before == UINT16_MAX)
        return error_set(error, -EINVAL, "'%s' is one value too many; %d fit",
                         text, UINT16_MAX);
    /* Before the word, so that each word has rules. */
    result = add_rule(profile, (uint32_t)before, error);
    if (result)
        return result;
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
    int result = 0;

    for (int i = 0; i < DIRECTIONS && !result; i++) {
        char text[256];

        if (!suffixes[i])
            continue;
        snprintf(text, sizeof(text), "%s%s", key, suffixes[i]);
        result =
            profile_key(profile, text, &list->variant[i][list->count], error);
    }
    return result;
}

int items_keys(struct profile *profile, char *text, const char *const *suffixes,
               struct key_list *list, struct error *error)
{
    char *item;
    int result = items_check(text, ',', error);

    while (!result && (item = item_next(&text, ','))) {
        if (list->count == KEY_LIST_MAX)
            return error_set(error, -EINVAL, "'%s' is one key too many; %d fit",
                             item, KEY_LIST_MAX);
        result = profile_key(profile, item, &list->key[list->count], error);
        if (!result)
            result = add_variants(profile, item, suffixes, list, error);
        if (!result)
            list->count++;
    }
    return result;
}

int item_set_cell(struct cell *cell, const struct cell *said, const char *value,
                  enum again again, struct error *error)
{
    if (again == AGAIN_REFUSED && cell_is_said(cell))
        return error_set(error, -EINVAL, "'%s' is said twice", value);
    *cell = *said;
    return 0;
}

int items_values(struct profile *profile, char *text, uint32_t space,
                 double code, enum again again, struct error *error)
{
    const struct cell said = {{code, code}};
    char *item;
    int result = items_check(text, ',', error);

    while (!result && (item = item_next(&text, ','))) {
        uint16_t value;

        result = item_check(item, "value", error);
        if (!result)
            result = profile_value(profile, space, item, &value, error);
        if (!result)
            result = item_set_cell(&profile->rules[value].cell[TABLE_CODE],
                                   &said, item, again, error);
    }
    return result;
}
