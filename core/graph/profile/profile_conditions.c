/* profile_conditions: conditions on tags, as profiles write them. */
#include "core/graph/profile/profile_items.h"

#include <errno.h>
#include <string.h>

#include "core/base/array.h"

static int read_pattern_values(struct profile *profile, char *text,
                               struct pattern *pattern, struct error *error)
{
    char *item;
    int result;

    pattern->any = !strcmp(text, "*");
    if (pattern->any)
        return 0;
    result = items_check(text, '|', error);
    while (!result && (item = item_next(&text, '|'))) {
        result = item_check(item, "value", error);
        if (pattern->value_count == PATTERN_VALUES_MAX)
            return error_set(error, -EINVAL,
                             "'%s' is one value too many; %d fit", item,
                             PATTERN_VALUES_MAX);
        if (!result)
            result =
                profile_value(profile, pattern->key, item,
                              &pattern->value[pattern->value_count++], error);
    }
    return result;
}

/* "a=b|c", "a!=b", "*" or "restricted". */
static int read_pattern(struct profile *profile, char *text,
                        struct pattern *ret_pattern, struct error *error)
{
    struct pattern pattern = {.kind = PATTERN_TAG};
    char *equals = strchr(text, '=');
    int result;

    if (!equals) {
        pattern.kind = !strcmp(text, "*") ? PATTERN_ALWAYS : PATTERN_RESTRICTED;
        *ret_pattern = pattern;
        if (pattern.kind == PATTERN_ALWAYS || !strcmp(text, "restricted"))
            return 0;
        return error_set(error, -EINVAL,
                         "'%s' is no condition: write key=value|value, "
                         "key!=value, key=*, restricted or *",
                         text);
    }
    pattern.negated = equals > text && equals[-1] == '!';
    *(pattern.negated ? equals - 1 : equals) = '\0';
    result = profile_key(profile, item_trim(text), &pattern.key, error);
    if (!result)
        result = read_pattern_values(profile, item_trim(equals + 1), &pattern,
                                     error);
    if (!result && !pattern.any && !pattern.value_count)
        result =
            error_set(error, -EINVAL, "'%s' has no value: write '%s=*' for any",
                      text, text);
    *ret_pattern = pattern;
    return result;
}

static int add_pattern(struct conditions *conditions,
                       const struct pattern *pattern, struct error *error)
{
    if (array_reserve((void **)&conditions->pattern, &conditions->capacity,
                      conditions->count + 1, sizeof(*pattern)))
        return error_no_memory(error);
    conditions->pattern[conditions->count++] = *pattern;
    return 0;
}

/* "a=b + c!=d" */
static int read_joined(struct profile *profile, char *text,
                       struct conditions *conditions, struct error *error)
{
    char *part;
    int result = items_check(text, '+', error);

    while (!result && (part = item_next(&text, '+'))) {
        struct pattern pattern;

        result = read_pattern(profile, part, &pattern, error);
        pattern.joined = text != NULL;
        if (!result)
            result = add_pattern(conditions, &pattern, error);
    }
    return result;
}

int items_conditions(struct profile *profile, char *text,
                     struct conditions *conditions, struct error *error)
{
    char *item;
    int result = items_check(text, ',', error);

    while (!result && (item = item_next(&text, ',')))
        result = read_joined(profile, item, conditions, error);
    return result;
}
