/* osrm_list_kinds: options of OSRM's API that are lists. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_option_kinds.h"

static int refuse(const char *words, struct osrm_problem *problem)
{
    return osrm_problem_set(problem, "InvalidQuery", "%s", words);
}

/* How many entries the list before `text` has at most. */
static size_t count_entries(const struct osrm_text *text, char separator)
{
    size_t count = 1;

    for (const char *at = text->at; at < text->end && *at != '&'; at++)
        count += *at == separator;
    return count;
}

/* ---- An entry for each coordinate, which may be empty. ---- */

static enum osrm_taken take_list(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    size_t i = 0;

    if (!option->kind->make(value, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        if (!option->kind->take_entry(text, value, i++))
            return OSRM_MALFORMED;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static int read_list(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_array(json))
        return osrm_option_refuse(option, "must be an array", problem);
    if (!option->kind->make(value, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *entry = json_array_get(json, i);
        const char *words = json_is_null(entry)
                                ? NULL
                                : option->kind->read_entry(entry, value, i);

        if (words)
            return refuse(words, problem);
    }
    return 0;
}

static bool take_bearing(struct osrm_text *text, struct osrm_request *request,
                         size_t i)
{
    int16_t value;
    int16_t range;

    if (!osrm_text_i16(text, &value))
        return true;
    if (!osrm_text_take(text, ",") || !osrm_text_i16(text, &range))
        return false;
    osrm_bearing_set(&request->bearing[i], value, range);
    return true;
}

static const char *read_bearing(const json_t *json,
                                struct osrm_request *request, size_t i)
{
    const json_t *value = json_array_get(json, 0);
    const json_t *range = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_integer(value) ||
        !json_is_integer(range))
        return "each bearing must be null or an array of two integers";
    osrm_bearing_set(&request->bearing[i], json_integer_value(value),
                     json_integer_value(range));
    return NULL;
}

static bool take_radius(struct osrm_text *text, struct osrm_request *request,
                        size_t i)
{
    if (osrm_text_take(text, "unlimited"))
        request->radius_m[i] = INFINITY;
    else if (text->at < text->end && *text->at != '-')
        osrm_text_decimal(text, &request->radius_m[i]);
    return true;
}

static const char *read_radius(const json_t *json, struct osrm_request *request,
                               size_t i)
{
    if (json_is_number(json) && json_number_value(json) >= 0)
        request->radius_m[i] = json_number_value(json);
    else if (json_is_string(json) &&
             !strcmp(json_string_value(json), "unlimited"))
        request->radius_m[i] = INFINITY;
    else
        return "each radius must be null, a number from 0 on or \"unlimited\"";
    return NULL;
}

static const char *const approaches[] = {"unrestricted", "curb", "opposite",
                                         NULL};

static bool take_approach(struct osrm_text *text, struct osrm_request *request,
                          size_t i)
{
    unsigned index;

    if (osrm_text_symbol(text, approaches, &index))
        request->approach[i] = (enum approach)index;
    return true;
}

static const char *read_approach(const json_t *json,
                                 struct osrm_request *request, size_t i)
{
    unsigned index;

    if (!json_is_string(json))
        return "each approach must be null or a string";
    if (!osrm_find_word(json, approaches, &index))
        return "invalid approach value";
    request->approach[i] = (enum approach)index;
    return NULL;
}

static bool is_word(char c, const char *others)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c && strchr(others, c));
}

static size_t word_length(const struct osrm_text *text, const char *others)
{
    const char *at = text->at;

    while (at < text->end && is_word(*at, others))
        at++;
    return (size_t)(at - text->at);
}

static bool count_hints(struct osrm_request *request, size_t count)
{
    request->given.hints = count;
    return true;
}

/* Blocks as long as OSRM's are, as many as there are candidates for a place. */
static bool take_hint(struct osrm_text *text, struct osrm_request *request,
                      size_t i)
{
    size_t length = word_length(text, "-_=");

    text->at += length - length % OSRM_HINT_LENGTH;
    return true;
}

static const char *read_hint(const json_t *json, struct osrm_request *request,
                             size_t i)
{
    return json_is_string(json) ? NULL
                                : "each hint must be null or a base64 string";
}

/* ---- Names. ---- */

static enum osrm_taken take_exclude(const struct osrm_option *option,
                                    struct osrm_text *text, void *value)
{
    struct osrm_request *request = value;
    size_t i = 0;

    if (!osrm_list_excludes(request, count_entries(text, ',')))
        return OSRM_NO_MEMORY;
    do {
        size_t length = word_length(text, "_-");

        if (!length && !i)
            return OSRM_MALFORMED;
        if (!length) {
            text->at--; /* the comma before nothing is not taken */
            break;
        }
        osrm_exclude_set(request, i++, text->at, length);
        text->at += length;
    } while (osrm_text_take(text, ","));
    request->exclude_count = i;
    return OSRM_TAKEN;
}

static int read_exclude(const struct osrm_option *option, const json_t *json,
                        void *value, struct osrm_problem *problem)
{
    if (!json_is_array(json))
        return refuse("exclude must be an array of strings", problem);
    if (!osrm_list_excludes(value, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *name = json_array_get(json, i);

        if (!json_is_string(name))
            return refuse("each exclude entry must be a string", problem);
        osrm_exclude_set(value, i, json_string_value(name),
                         json_string_length(name));
    }
    return 0;
}

/* ---- Indices of coordinates. ---- */

static enum osrm_taken take_indices(const struct osrm_option *option,
                                    struct osrm_text *text, void *value)
{
    struct osrm_indices *indices = value;
    size_t i = 0;

    if (!osrm_list_indices(indices, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        if (!osrm_text_size(text, &indices->index[i])) {
            indices->count = i;
            if (!i)
                return OSRM_MALFORMED;
            text->at--;
            return OSRM_TAKEN;
        }
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static enum osrm_taken take_ends(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return osrm_text_take(text, "all") ? OSRM_TAKEN
                                       : take_indices(option, text, value);
}

static int read_indices(const struct osrm_option *option, const json_t *json,
                        void *value, struct osrm_problem *problem)
{
    struct osrm_indices *indices = value;

    if (!json_is_array(json))
        return osrm_option_refuse(option, "must be an array of indices",
                                  problem);
    if (!osrm_list_indices(indices, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < indices->count; i++) {
        const json_t *index = json_array_get(json, i);

        if (!json_is_integer(index) || json_integer_value(index) < 0)
            return osrm_option_refuse(
                option, "entries must be non-negative integers", problem);
        indices->index[i] = (size_t)json_integer_value(index);
    }
    return 0;
}

/* ---- Which there are. ---- */

const struct osrm_option_kind osrm_kind_bearings = {
    .take = take_list,
    .read = read_list,
    .make = osrm_list_bearings,
    .take_entry = take_bearing,
    .read_entry = read_bearing,
};
const struct osrm_option_kind osrm_kind_radiuses = {
    .take = take_list,
    .read = read_list,
    .make = osrm_list_radiuses,
    .take_entry = take_radius,
    .read_entry = read_radius,
};
const struct osrm_option_kind osrm_kind_hints = {
    .take = take_list,
    .read = read_list,
    .make = count_hints,
    .take_entry = take_hint,
    .read_entry = read_hint,
};
const struct osrm_option_kind osrm_kind_approaches = {
    .take = take_list,
    .read = read_list,
    .make = osrm_list_approaches,
    .take_entry = take_approach,
    .read_entry = read_approach,
};
const struct osrm_option_kind osrm_kind_exclude = {.take = take_exclude,
                                                   .read = read_exclude};
const struct osrm_option_kind osrm_kind_indices = {.take = take_indices,
                                                   .read = read_indices};
const struct osrm_option_kind osrm_kind_ends = {.take = take_ends,
                                                .read = read_indices};
