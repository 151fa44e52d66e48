/* osrm_body: the JSON body of a POST to OSRM's API. */
#include "api/osrm/osrm_body.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/json_body.h"
#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_options.h"
#include "api/osrm/osrm_query.h"

/* What the members are read from and into. Readers return 0, -ENOMEM, or
 * -EINVAL with the words. */
struct body {
    const json_t *object;
    struct osrm_request *request;
    struct osrm_problem *problem;
};

static int refuse(const struct body *body, const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s", words);
}

static int refuse_named(const struct body *body, const char *name,
                        const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s %s", name,
                            words);
}

/* ---- Single values. NULL: the member is not there. ------------------------
 */

static const json_t *member(const struct body *body, const char *name)
{
    return json_object_get(body->object, name);
}

static int read_bool(const struct body *body, const char *name, bool *value)
{
    const json_t *json = member(body, name);

    if (!json)
        return 0;
    if (!json_is_boolean(json))
        return refuse_named(body, name, "must be a boolean");
    *value = json_is_true(json);
    return 0;
}

static bool find_word(const json_t *json, const char *const *words,
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

static int read_word(const struct body *body, const char *name,
                     const char *const *words, unsigned *index)
{
    const json_t *json = member(body, name);
    char text[80];

    if (!json)
        return 0;
    if (!json_is_string(json))
        return refuse_named(body, name, "must be a string");
    if (find_word(json, words, index))
        return 0;
    snprintf(text, sizeof(text), "invalid %s value", name);
    return refuse(body, text);
}

static int read_number(const struct body *body, const char *name, double *value)
{
    const json_t *json = member(body, name);

    if (!json)
        return 0;
    if (!json_is_number(json))
        return refuse_named(body, name, "must be a number");
    *value = json_number_value(json);
    return 0;
}

/* ---- Coordinates. ---------------------------------------------------------
 */

/* "polyline(...)"; whether it was one is in *ret_any. */
static int read_polyline(const struct body *body, const char *text,
                         const char *prefix, unsigned decimals, bool *ret_any)
{
    size_t length = strlen(text);
    size_t begin = strlen(prefix);

    *ret_any = length > begin && !strncmp(text, prefix, begin) &&
               text[length - 1] == ')';
    if (!*ret_any)
        return 0;
    for (size_t i = begin; i < length - 1; i++) {
        if (text[i] < '?' || text[i] > '~')
            return refuse(body, "a polyline has characters from ? to ~ alone");
    }
    return osrm_list_polyline(body->request, text + begin, length - 1 - begin,
                              decimals)
               ? 0
               : -ENOMEM;
}

static int read_polylines(const struct body *body, const char *text)
{
    bool any;
    int result = read_polyline(body, text, "polyline6(", 6, &any);

    if (!any)
        result = read_polyline(body, text, "polyline(", 5, &any);
    return any ? result
               : refuse(body, "coordinates string must be of the form "
                              "polyline(...) or polyline6(...)");
}

static int read_place(const struct body *body, const json_t *json,
                      struct position *position)
{
    const json_t *lon = json_array_get(json, 0);
    const json_t *lat = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_number(lon) ||
        !json_is_number(lat))
        return refuse(body, "each coordinate must be an array of two numbers "
                            "[longitude, latitude]");
    if (!osrm_position_set(position, json_number_value(lon),
                           json_number_value(lat)))
        return refuse(body, "coordinate value out of range");
    return 0;
}

static int read_coordinates(const struct body *body)
{
    const json_t *json = member(body, "coordinates");
    size_t count = json_array_size(json);
    int result = 0;

    if (!json)
        return refuse(body, "missing required member: coordinates");
    if (json_is_string(json))
        return read_polylines(body, json_string_value(json));
    if (!json_is_array(json))
        return refuse(body, "coordinates must be an array of [longitude, "
                            "latitude] pairs");
    if (!osrm_list_coordinates(body->request, count))
        return -ENOMEM;
    for (size_t i = 0; i < count && !result; i++)
        result = read_place(body, json_array_get(json, i),
                            &body->request->coordinate[i]);
    return result;
}

/* ---- Lists with an entry for each coordinate. -----------------------------
 */

static int read_bearing(const struct body *body, const json_t *json, size_t i)
{
    const json_t *value = json_array_get(json, 0);
    const json_t *range = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_integer(value) ||
        !json_is_integer(range))
        return refuse(body, "each bearing must be null or an array of two "
                            "integers");
    osrm_bearing_set(&body->request->bearing[i], json_integer_value(value),
                     json_integer_value(range));
    return 0;
}

static int read_radius(const struct body *body, const json_t *json, size_t i)
{
    double *radius_m = &body->request->radius_m[i];

    if (json_is_number(json) && json_number_value(json) >= 0)
        *radius_m = json_number_value(json);
    else if (json_is_string(json) &&
             !strcmp(json_string_value(json), "unlimited"))
        *radius_m = INFINITY;
    else
        return refuse(body, "each radius must be null, a number from 0 on or "
                            "\"unlimited\"");
    return 0;
}

static int read_approach(const struct body *body, const json_t *json, size_t i)
{
    unsigned index;

    if (!json_is_string(json))
        return refuse(body, "each approach must be null or a string");
    if (!find_word(json, osrm_approach_words, &index))
        return refuse(body, "invalid approach value");
    body->request->approach[i] = (enum approach)index;
    return 0;
}

static int read_hint(const struct body *body, const json_t *json, size_t i)
{
    return json_is_string(json)
               ? 0
               : refuse(body, "each hint must be null or a base64 string");
}

static bool make_hints(struct osrm_request *request, size_t count)
{
    request->given.hints = count;
    return true;
}

static int read_list(const struct body *body, const char *name,
                     bool (*make)(struct osrm_request *request, size_t count),
                     int (*read)(const struct body *body, const json_t *json,
                                 size_t i))
{
    const json_t *json = member(body, name);
    int result = 0;

    if (!json)
        return 0;
    if (!json_is_array(json))
        return refuse_named(body, name, "must be an array");
    if (!make(body->request, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json) && !result; i++) {
        if (!json_is_null(json_array_get(json, i)))
            result = read(body, json_array_get(json, i), i);
    }
    return result;
}

static int read_exclude(const struct body *body)
{
    const json_t *json = member(body, "exclude");

    if (!json)
        return 0;
    if (!json_is_array(json))
        return refuse(body, "exclude must be an array of strings");
    if (!osrm_list_excludes(body->request, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *name = json_array_get(json, i);

        if (!json_is_string(name))
            return refuse(body, "each exclude entry must be a string");
        osrm_exclude_set(body->request, i, json_string_value(name),
                         json_string_length(name));
    }
    return 0;
}

static int read_base(const struct body *body)
{
    static const char *const formats[] = {"json", "flatbuffers", NULL};
    struct osrm_request *request = body->request;
    unsigned any = request->snap_any;
    unsigned format = 0;
    int result = read_coordinates(body);

    if (!result)
        result = read_list(body, "bearings", osrm_list_bearings, read_bearing);
    if (!result)
        result = read_list(body, "radiuses", osrm_list_radiuses, read_radius);
    if (!result)
        result = read_list(body, "hints", make_hints, read_hint);
    if (!result)
        result =
            read_list(body, "approaches", osrm_list_approaches, read_approach);
    if (!result)
        result = read_exclude(body);
    if (!result)
        result = read_bool(body, "generate_hints", &request->generate_hints);
    if (!result)
        result = read_bool(body, "skip_waypoints", &request->skip_waypoints);
    if (!result)
        result = read_word(body, "snapping", osrm_snapping_words, &any);
    if (!result)
        result = read_word(body, "format", formats, &format);
    request->snap_any = any == 1;
    request->flatbuffers = format == 1;
    return result;
}

/* ---- Of route and table. --------------------------------------------------
 */

static int read_indices(const struct body *body, const char *name,
                        struct osrm_indices *indices)
{
    const json_t *json = member(body, name);

    if (!json)
        return 0;
    if (!json_is_array(json))
        return refuse_named(body, name, "must be an array of indices");
    if (!osrm_list_indices(indices, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < indices->count; i++) {
        const json_t *index = json_array_get(json, i);

        if (!json_is_integer(index) || json_integer_value(index) < 0)
            return refuse_named(body, name,
                                "entries must be non-negative integers");
        indices->index[i] = (size_t)json_integer_value(index);
    }
    return 0;
}

static int read_alternatives(const struct body *body)
{
    unsigned *alternatives = &body->request->route.alternatives;
    const json_t *json = member(body, "alternatives");

    if (!json)
        return 0;
    if (json_is_boolean(json))
        *alternatives = json_is_true(json) ? OSRM_ALTERNATIVES_TRUE : 0;
    else if (json_is_integer(json) && json_integer_value(json) >= 0 &&
             json_integer_value(json) <= UINT32_MAX)
        *alternatives = (unsigned)json_integer_value(json);
    else
        return refuse(body, "alternatives must be a boolean or a non-negative "
                            "integer");
    return 0;
}

static int read_straight(const struct body *body)
{
    const json_t *json = member(body, "continue_straight");

    if (!json ||
        (json_is_string(json) && !strcmp(json_string_value(json), "default")))
        return 0;
    if (!json_is_boolean(json))
        return refuse(body,
                      "continue_straight must be a boolean or \"default\"");
    body->request->route.continue_straight =
        json_is_true(json) ? OSRM_STRAIGHT_YES : OSRM_STRAIGHT_NO;
    return 0;
}

/* A set of these words, or true for all of them. */
static int read_annotations(const struct body *body, const char *const *words,
                            unsigned all, unsigned *set)
{
    const json_t *json = member(body, "annotations");

    if (!json)
        return 0;
    if (!json_is_boolean(json) && !json_is_array(json))
        return refuse(body, "annotations must be a boolean or an array of "
                            "strings");
    *set = json_is_true(json) ? all : 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *word = json_array_get(json, i);
        unsigned index;

        if (!json_is_string(word))
            return refuse(body, "annotation entries must be strings");
        if (!find_word(word, words, &index))
            return refuse(body, "invalid annotation value");
        *set |= 1U << index;
    }
    return 0;
}

static int read_route(const struct body *body)
{
    struct osrm_route_options *route = &body->request->route;
    unsigned geometries = route->geometries;
    unsigned overview = route->overview;
    int result = read_bool(body, "steps", &route->steps);

    if (!result)
        result = read_alternatives(body);
    if (!result)
        result = read_straight(body);
    if (!result)
        result =
            read_word(body, "geometries", osrm_geometries_words, &geometries);
    if (!result)
        result = read_word(body, "overview", osrm_overview_words, &overview);
    if (!result)
        result = read_annotations(body, osrm_annotation_words,
                                  OSRM_ANNOTATE_ALL, &route->annotations);
    if (!result)
        result = read_indices(body, "waypoints", &route->waypoints);
    route->geometries = (enum osrm_geometries)geometries;
    route->overview = (enum osrm_overview)overview;
    return result;
}

static int read_table(const struct body *body)
{
    static const char *const places[] = {"snapped", "input", NULL};
    static const char *const words[] = {"duration", "distance", NULL};
    struct osrm_table_options *table = &body->request->table;
    unsigned place = table->fallback_input;
    unsigned set = 1;
    int result = read_indices(body, "sources", &table->sources);

    if (!result)
        result = read_indices(body, "destinations", &table->destinations);
    if (!result)
        result = read_annotations(body, words, 3, &set);
    if (!result)
        result = read_number(body, "fallback_speed", &table->fallback_speed);
    if (!result)
        result = read_word(body, "fallback_coordinate", places, &place);
    if (!result)
        result = read_number(body, "scale_factor", &table->scale_factor);
    table->durations = set & 1;
    table->distances = set & 2;
    table->fallback_input = place == 1;
    return result;
}

/* ---- All of it. -----------------------------------------------------------
 */

static int read_all(const struct body *body)
{
    int result = read_base(body);

    if (!result && body->request->service == OSRM_ROUTE)
        result = read_route(body);
    if (!result && body->request->service == OSRM_TABLE)
        result = read_table(body);
    return result;
}

int osrm_body_read(const struct osrm_url *url, const char *text, size_t length,
                   size_t depth_max, struct osrm_request *request,
                   struct osrm_problem *ret_problem)
{
    struct problem problem;
    json_t *object;
    int result;

    request->service = url->service;
    osrm_query_note_profile(url, request);
    if (json_body_parse(text, length, depth_max, &object, &problem))
        return osrm_problem_set(ret_problem, "InvalidQuery", "invalid JSON: %s",
                                problem.detail);
    result = read_all(&(struct body){object, request, ret_problem});
    json_decref(object);
    return result;
}
