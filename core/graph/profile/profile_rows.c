/* profile_rows: rows of a profile's tables. */
#include "core/graph/profile/profile_items.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static int read_one(const struct table_rule *rule, const char *text,
                    double *ret_number, struct error *error)
{
    uint32_t place = 0;
    int result;

    if (!rule->choices)
        return item_number(text, rule->minimum, rule->maximum, ret_number,
                           error);
    result = item_choice(text, rule->choices, &place, error);
    if (!result)
        *ret_number = place;
    return result;
}

static int refuse_more(const char *text, struct error *error)
{
    return error_set(error, -EINVAL,
                     "'%s' is too much here; a comma is missing", text);
}

int item_effect(const struct table_rule *rule, char *text,
                struct cell *ret_cell, struct error *error)
{
    char *rest = text;
    char *first, *second;
    struct cell cell = {{1, 1}};
    int result = items_check(text, '/', error);

    if (result)
        return result;
    first = item_next(&rest, rule->effect == EFFECT_DIRECTIONS ? '/' : ' ');
    if (!first)
        return error_set(error, -EINVAL, "has no value");
    second = rule->effect != EFFECT_ONE ? item_next(&rest, ' ') : NULL;
    rest = rest ? item_trim(rest) : NULL;
    if (rest && *rest)
        return refuse_more(rest, error);
    if (!strcmp(first, "-")) {
        *ret_cell = (struct cell){{NAN, NAN}};
        return second ? refuse_more(second, error) : 0;
    }
    result = read_one(rule, first, &cell.number[0], error);
    cell.number[1] = cell.number[0];
    if (!result && second)
        result = read_one(rule, second, &cell.number[1], error);
    if (!result)
        *ret_cell = cell;
    return result;
}

static int refuse_bare(const struct table_rule *rule, const char *text,
                       struct error *error)
{
    const char *example = "1";

    if (rule->choices)
        example = rule->choices[!*rule->choices[0]];
    return error_set(error, -EINVAL, "'%s' lacks what it means: write '%s %s'",
                     text, text, example);
}

/* "a|b EFFECT" */
static int read_row_item(struct profile *profile, const struct table_rule *rule,
                         uint16_t key, char *text, enum again again,
                         struct error *error)
{
    struct cell cell = {{1, 1}};
    char *values = text;
    char *effect = text + strcspn(text, " \t");
    char *item;
    int result = 0;

    if (*effect)
        *effect++ = '\0';
    effect = item_trim(effect);
    if (rule->effect == EFFECT_NONE && *effect && strcmp(effect, "-"))
        return refuse_more(effect, error);
    if (rule->effect != EFFECT_NONE && !*effect)
        return refuse_bare(rule, text, error);
    if (*effect)
        result = item_effect(rule, effect, &cell, error);
    if (!result)
        result = items_check(values, '|', error);
    while (!result && (item = item_next(&values, '|'))) {
        uint16_t value;

        result = item_check(item, "value", error);
        if (!result)
            result = profile_value(profile, key, item, &value, error);
        if (!result)
            result = item_set_cell(&profile->rules[value].cell[rule->table],
                                   &cell, item, again, error);
    }
    return result;
}

int items_row(struct profile *profile, const struct table_rule *rule,
              const char *key, char *text, enum again again,
              struct error *error)
{
    struct key_list *rows = &profile->rows[rule->table];
    uint16_t number = 0;
    char *item;
    int result = profile_key(profile, key, &number, error);

    if (!result && !key_list_has(rows, number)) {
        if (rows->count == KEY_LIST_MAX)
            return error_set(error, -EINVAL, "one row too many; %d fit",
                             KEY_LIST_MAX);
        rows->key[rows->count++] = number;
    }
    if (!result)
        result = items_check(text, ',', error);
    while (!result && (item = item_next(&text, ',')))
        result = read_row_item(profile, rule, number, item, again, error);
    return result;
}
