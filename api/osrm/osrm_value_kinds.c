/* osrm_value_kinds: options of OSRM's API that are single values. */
#include <stdint.h>
#include <string.h>

#include "api/osrm/osrm_option_kinds.h"

int osrm_option_refuse(const struct osrm_option *option, const char *words,
                       struct osrm_problem *problem)
{
    return osrm_problem_set(problem, "InvalidQuery", "%s %s", option->name,
                            words);
}

static enum osrm_taken taken_if(bool taken)
{
    return taken ? OSRM_TAKEN : OSRM_MALFORMED;
}

/* ---- Flags and numbers. ---- */

static enum osrm_taken take_flag(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_bool(text, value));
}

static int read_flag(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_boolean(json))
        return osrm_option_refuse(option, "must be a boolean", problem);
    *(bool *)value = json_is_true(json);
    return 0;
}

static enum osrm_taken take_number(const struct osrm_option *option,
                                   struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_decimal(text, value));
}

static int read_number(const struct osrm_option *option, const json_t *json,
                       void *value, struct osrm_problem *problem)
{
    if (!json_is_number(json))
        return osrm_option_refuse(option, "must be a number", problem);
    *(double *)value = json_number_value(json);
    return 0;
}

static enum osrm_taken take_count(const struct osrm_option *option,
                                  struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_u32(text, value));
}

/* ---- Words. ---- */

bool osrm_find_word(const json_t *json, const char *const *words,
                    unsigned *ret_index)
{
    for (unsigned i = 0; words[i]; i++) {
        if (strcmp(words[i], json_string_value(json)) != 0)
            continue;
        *ret_index = i;
        return true;
    }
    return false;
}

/* The enums of words are unsigned, as all without negative values. */
static enum osrm_taken take_word(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_symbol(text, option->words, value));
}

static int read_word(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_string(json))
        return osrm_option_refuse(option, "must be a string", problem);
    if (osrm_find_word(json, option->words, value))
        return 0;
    return osrm_problem_set(problem, "InvalidQuery", "invalid %s value",
                            option->name);
}

static enum osrm_taken take_second(const struct osrm_option *option,
                                   struct osrm_text *text, void *value)
{
    unsigned index;
    enum osrm_taken taken = take_word(option, text, &index);

    if (taken == OSRM_TAKEN)
        *(bool *)value = index == 1;
    return taken;
}

static int read_second(const struct osrm_option *option, const json_t *json,
                       void *value, struct osrm_problem *problem)
{
    unsigned index;
    int result = read_word(option, json, &index, problem);

    if (!result)
        *(bool *)value = index == 1;
    return result;
}

/* ---- Flags that may be something else. ---- */

static enum osrm_taken take_alternatives(const struct osrm_option *option,
                                         struct osrm_text *text, void *value)
{
    bool wanted;

    if (osrm_text_u32(text, value))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &wanted))
        return OSRM_MALFORMED;
    *(unsigned *)value = wanted ? OSRM_ALTERNATIVES_TRUE : 0;
    return OSRM_TAKEN;
}

static int read_alternatives(const struct osrm_option *option,
                             const json_t *json, void *value,
                             struct osrm_problem *problem)
{
    unsigned *alternatives = value;

    if (json_is_boolean(json))
        *alternatives = json_is_true(json) ? OSRM_ALTERNATIVES_TRUE : 0;
    else if (json_is_integer(json) && json_integer_value(json) >= 0 &&
             json_integer_value(json) <= UINT32_MAX)
        *alternatives = (unsigned)json_integer_value(json);
    else
        return osrm_option_refuse(
            option, "must be a boolean or a non-negative integer", problem);
    return 0;
}

static void set_straight(void *value, bool straight)
{
    *(enum osrm_straight *)value =
        straight ? OSRM_STRAIGHT_YES : OSRM_STRAIGHT_NO;
}

static enum osrm_taken take_straight(const struct osrm_option *option,
                                     struct osrm_text *text, void *value)
{
    bool straight;

    if (osrm_text_take(text, "default"))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &straight))
        return OSRM_MALFORMED;
    set_straight(value, straight);
    return OSRM_TAKEN;
}

static int read_straight(const struct osrm_option *option, const json_t *json,
                         void *value, struct osrm_problem *problem)
{
    if (json_is_string(json) && !strcmp(json_string_value(json), "default"))
        return 0;
    if (!json_is_boolean(json))
        return osrm_option_refuse(option, "must be a boolean or \"default\"",
                                  problem);
    set_straight(value, json_is_true(json));
    return 0;
}

/* ---- Sets of words. ---- */

static unsigned all_of(const char *const *words)
{
    unsigned set = 0;

    for (unsigned i = 0; words[i]; i++)
        set |= 1U << i;
    return set;
}

/* Of a list: what follows a comma and is no word of it is not taken. */
static bool take_words(struct osrm_text *text, const char *const *words,
                       unsigned *set)
{
    unsigned index;

    if (!osrm_text_symbol(text, words, &index))
        return false;
    do {
        *set |= 1U << index;
        if (!osrm_text_take(text, ","))
            return true;
    } while (osrm_text_symbol(text, words, &index));
    text->at--;
    return true;
}

static enum osrm_taken take_set(const struct osrm_option *option,
                                struct osrm_text *text, void *value)
{
    unsigned *set = value;
    bool all;

    if (!osrm_text_bool(text, &all))
        return taken_if(take_words(text, option->words, set));
    if (all)
        *set = all_of(option->words);
    return OSRM_TAKEN;
}

static int read_set(const struct osrm_option *option, const json_t *json,
                    void *value, struct osrm_problem *problem)
{
    unsigned *set = value;

    if (!json_is_boolean(json) && !json_is_array(json))
        return osrm_option_refuse(
            option, "must be a boolean or an array of strings", problem);
    *set = json_is_true(json) ? all_of(option->words) : 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *word = json_array_get(json, i);
        unsigned index;

        if (!json_is_string(word))
            return osrm_problem_set(problem, "InvalidQuery",
                                    "annotation entries must be strings");
        if (!osrm_find_word(word, option->words, &index))
            return osrm_problem_set(problem, "InvalidQuery",
                                    "invalid annotation value");
        *set |= 1U << index;
    }
    return 0;
}

static void set_table(void *value, unsigned set)
{
    struct osrm_table_options *table = value;

    table->durations = set & 1;
    table->distances = set & 2;
}

static enum osrm_taken take_table_set(const struct osrm_option *option,
                                      struct osrm_text *text, void *value)
{
    unsigned set = 0;

    if (!take_words(text, option->words, &set))
        return OSRM_MALFORMED;
    set_table(value, set);
    return OSRM_TAKEN;
}

static int read_table_set(const struct osrm_option *option, const json_t *json,
                          void *value, struct osrm_problem *problem)
{
    unsigned set;
    int result = read_set(option, json, &set, problem);

    if (!result)
        set_table(value, set);
    return result;
}

/* ---- Which there are. ---- */

const struct osrm_option_kind osrm_kind_flag = {.take = take_flag,
                                                .read = read_flag};
const struct osrm_option_kind osrm_kind_word = {.take = take_word,
                                                .read = read_word};
const struct osrm_option_kind osrm_kind_second = {.take = take_second,
                                                  .read = read_second};
const struct osrm_option_kind osrm_kind_format = {.read = read_second};
const struct osrm_option_kind osrm_kind_number = {.take = take_number,
                                                  .read = read_number};
const struct osrm_option_kind osrm_kind_count = {.take = take_count};
const struct osrm_option_kind osrm_kind_alternatives = {
    .take = take_alternatives, .read = read_alternatives};
const struct osrm_option_kind osrm_kind_straight = {.take = take_straight,
                                                    .read = read_straight};
const struct osrm_option_kind osrm_kind_set = {.take = take_set,
                                               .read = read_set};
const struct osrm_option_kind osrm_kind_table_set = {.take = take_table_set,
                                                     .read = read_table_set};
