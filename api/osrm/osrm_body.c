/* osrm_body: the JSON body of a POST to OSRM's API. */
#include "api/osrm/osrm_body.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/osrm/osrm_body_values.h"
#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_options.h"
#include "api/osrm/osrm_query.h"

/* ---- Coordinates. ---- */

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
            return body_refuse(body,
                               "a polyline has characters from ? to ~ alone");
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
               : body_refuse(body, "coordinates string must be of the form "
                                   "polyline(...) or polyline6(...)");
}

static int read_place(const struct body *body, const json_t *json,
                      struct position *position)
{
    const json_t *lon = json_array_get(json, 0);
    const json_t *lat = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_number(lon) ||
        !json_is_number(lat))
        return body_refuse(body,
                           "each coordinate must be an array of two numbers "
                           "[longitude, latitude]");
    if (!osrm_position_set(position, json_number_value(lon),
                           json_number_value(lat)))
        return body_refuse(body, "coordinate value out of range");
    return 0;
}

static int read_coordinates(const struct body *body)
{
    const json_t *json = body_member(body, "coordinates");
    size_t count = json_array_size(json);
    int result = 0;

    if (!json)
        return body_refuse(body, "missing required member: coordinates");
    if (json_is_string(json))
        return read_polylines(body, json_string_value(json));
    if (!json_is_array(json))
        return body_refuse(body, "coordinates must be an array of [longitude, "
                                 "latitude] pairs");
    if (!osrm_list_coordinates(body->request, count))
        return -ENOMEM;
    for (size_t i = 0; i < count && !result; i++)
        result = read_place(body, json_array_get(json, i),
                            &body->request->coordinate[i]);
    return result;
}

/* ---- Lists with an entry for each coordinate. ---- */

static int read_bearing(const struct body *body, const json_t *json, size_t i)
{
    const json_t *value = json_array_get(json, 0);
    const json_t *range = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_integer(value) ||
        !json_is_integer(range))
        return body_refuse(body, "each bearing must be null or an array of two "
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
        return body_refuse(body,
                           "each radius must be null, a number from 0 on or "
                           "\"unlimited\"");
    return 0;
}

static int read_approach(const struct body *body, const json_t *json, size_t i)
{
    unsigned index;

    if (!json_is_string(json))
        return body_refuse(body, "each approach must be null or a string");
    if (!body_find_word(json, osrm_approach_words, &index))
        return body_refuse(body, "invalid approach value");
    body->request->approach[i] = (enum approach)index;
    return 0;
}

static int read_hint(const struct body *body, const json_t *json, size_t i)
{
    return json_is_string(json)
               ? 0
               : body_refuse(body, "each hint must be null or a base64 string");
}

static bool make_hints(struct osrm_request *request, size_t count)
{
    request->given.hints = count;
    return true;
}

static int read_exclude(const struct body *body)
{
    const json_t *json = body_member(body, "exclude");

    if (!json)
        return 0;
    if (!json_is_array(json))
        return body_refuse(body, "exclude must be an array of strings");
    if (!osrm_list_excludes(body->request, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *name = json_array_get(json, i);

        if (!json_is_string(name))
            return body_refuse(body, "each exclude entry must be a string");
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
        result =
            body_read_list(body, "bearings", osrm_list_bearings, read_bearing);
    if (!result)
        result =
            body_read_list(body, "radiuses", osrm_list_radiuses, read_radius);
    if (!result)
        result = body_read_list(body, "hints", make_hints, read_hint);
    if (!result)
        result = body_read_list(body, "approaches", osrm_list_approaches,
                                read_approach);
    if (!result)
        result = read_exclude(body);
    if (!result)
        result =
            body_read_bool(body, "generate_hints", &request->generate_hints);
    if (!result)
        result =
            body_read_bool(body, "skip_waypoints", &request->skip_waypoints);
    if (!result)
        result = body_read_word(body, "snapping", osrm_snapping_words, &any);
    if (!result)
        result = body_read_word(body, "format", formats, &format);
    request->snap_any = any == 1;
    request->flatbuffers = format == 1;
    return result;
}

/* ---- All of it. ---- */

static int read_all(const struct body *body)
{
    int result = read_base(body);

    if (!result && body->request->service == OSRM_ROUTE)
        result = body_read_route(body);
    if (!result && body->request->service == OSRM_TABLE)
        result = body_read_table(body);
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
