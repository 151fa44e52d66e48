/* osrm_body_values: members of a body of OSRM's API. */
#include "api/osrm/osrm_body_values.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/osrm/osrm_list.h"

int body_refuse(const struct body *body, const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s", words);
}

int body_refuse_named(const struct body *body, const char *name,
                      const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s %s", name,
                            words);
}

/* ---- Single values. NULL: the member is not there. ---- */

const json_t *body_member(const struct body *body, const char *name)
{
    return json_object_get(body->object, name);
}

int body_read_bool(const struct body *body, const char *name, bool *value)
{
    const json_t *json = body_member(body, name);

    if (!json)
        return 0;
    if (!json_is_boolean(json))
        return body_refuse_named(body, name, "must be a boolean");
    *value = json_is_true(json);
    return 0;
}

bool body_find_word(const json_t *json, const char *const *words,
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

int body_read_word(const struct body *body, const char *name,
                   const char *const *words, unsigned *index)
{
    const json_t *json = body_member(body, name);
    char text[80];

    if (!json)
        return 0;
    if (!json_is_string(json))
        return body_refuse_named(body, name, "must be a string");
    if (body_find_word(json, words, index))
        return 0;
    snprintf(text, sizeof(text), "invalid %s value", name);
    return body_refuse(body, text);
}

int body_read_number(const struct body *body, const char *name, double *value)
{
    const json_t *json = body_member(body, name);

    if (!json)
        return 0;
    if (!json_is_number(json))
        return body_refuse_named(body, name, "must be a number");
    *value = json_number_value(json);
    return 0;
}

int body_read_list(const struct body *body, const char *name,
                   bool (*make)(struct osrm_request *request, size_t count),
                   int (*read)(const struct body *body, const json_t *json,
                               size_t i))
{
    const json_t *json = body_member(body, name);
    int result = 0;

    if (!json)
        return 0;
    if (!json_is_array(json))
        return body_refuse_named(body, name, "must be an array");
    if (!make(body->request, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json) && !result; i++) {
        if (!json_is_null(json_array_get(json, i)))
            result = read(body, json_array_get(json, i), i);
    }
    return result;
}

int body_read_indices(const struct body *body, const char *name,
                      struct osrm_indices *indices)
{
    const json_t *json = body_member(body, name);

    if (!json)
        return 0;
    if (!json_is_array(json))
        return body_refuse_named(body, name, "must be an array of indices");
    if (!osrm_list_indices(indices, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < indices->count; i++) {
        const json_t *index = json_array_get(json, i);

        if (!json_is_integer(index) || json_integer_value(index) < 0)
            return body_refuse_named(body, name,
                                     "entries must be non-negative integers");
        indices->index[i] = (size_t)json_integer_value(index);
    }
    return 0;
}
