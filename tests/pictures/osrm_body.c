/* osrm_body: what a target of OSRM's API says, as the body of a POST. */
#include "tests/pictures/osrm_body.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

/* A bool, a number, nothing, or else a text. */
static json_t *scalar(const char *text, size_t length)
{
    char word[64] = "";
    double number;

    if (length >= sizeof(word))
        abort();
    memcpy(word, text, length);
    if (!length)
        return json_null();
    if (!strcmp(word, "true") || !strcmp(word, "false"))
        return json_boolean(word[0] == 't');
    if (!parse_double(word, &number))
        return json_string(word);
    return number == (double)(json_int_t)number
               ? json_integer((json_int_t)number)
               : json_real(number);
}

/* Entries with the first of these characters between, which are lists of their
 * own with the next between, where there is one. */
static json_t *list(const char *text, size_t length, const char *separators)
{
    json_t *entries = json_array();

    for (const char *c = text, *end = text + length;; c++) {
        size_t size = 0;

        while (c + size < end && c[size] != *separators)
            size++;
        json_array_append_new(entries, separators[1] && size
                                           ? list(c, size, separators + 1)
                                           : scalar(c, size));
        c += size;
        if (c == end)
            return entries;
    }
}

static json_t *value_of(const char *name, const char *text, size_t length)
{
    static const struct {
        const char *name;
        const char *separators;
    } lists[] = {
        {"bearings", ";,"},    {"radiuses", ";"}, {"approaches", ";"},
        {"waypoints", ";"},    {"exclude", ","},  {"annotations", ","},
        {"destinations", ";"}, {"sources", ";"},
    };
    bool word = !strncmp(text, "true", 4) || !strncmp(text, "false", 5) ||
                !strncmp(text, "all", 3);

    if (!strcmp(name, "overview"))
        return json_stringn(text, length);
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists) && !word; i++) {
        if (!strcmp(lists[i].name, name))
            return list(text, length, lists[i].separators);
    }
    return scalar(text, length);
}

static void add_options(json_t *body, const char *query)
{
    while (*query) {
        size_t length = strcspn(query, "&");
        size_t key = strcspn(query, "=");
        char name[32] = "";

        if (key >= sizeof(name) || key >= length)
            abort();
        memcpy(name, query, key);
        json_object_set_new(body, name,
                            value_of(name, query + key + 1, length - key - 1));
        query += length + (query[length] == '&');
    }
}

char *osrm_body_of(const char *target, char **ret_target)
{
    size_t path = strcspn(target, "?");
    const char *coordinates = target + path;
    json_t *body = json_object();
    char *text;

    while (coordinates[-1] != '/')
        coordinates--;
    json_object_set_new(
        body, "coordinates",
        list(coordinates, (size_t)(target + path - coordinates), ";,"));
    add_options(body, target + path + (target[path] == '?'));
    text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    *ret_target = strndup(target, (size_t)(coordinates - 1 - target));
    if (!text || !*ret_target)
        abort();
    return text;
}
