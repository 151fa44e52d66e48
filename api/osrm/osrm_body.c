/* osrm_body: the JSON body of a POST to OSRM's API. */
#include "api/osrm/osrm_body.h"

#include <errno.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_options.h"
#include "api/osrm/osrm_query.h"

/* What the coordinates are read from and into. */
struct body {
    const json_t *object;
    struct osrm_request *request;
    struct osrm_problem *problem;
};

static int refuse(const struct body *body, const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s", words);
}

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
    const json_t *json = json_object_get(body->object, "coordinates");
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
        return problem.kind == PROBLEM_FAILED
                   ? -ENOMEM
                   : osrm_problem_set(ret_problem, "InvalidQuery",
                                      "invalid JSON: %s", problem.detail);
    result = read_coordinates(&(struct body){object, request, ret_problem});
    if (!result)
        result = osrm_options_read(object, request, ret_problem);
    json_decref(object);
    return result;
}
