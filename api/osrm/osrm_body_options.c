/* osrm_body_options: what route and table have of their own in a body. */
#include <stdint.h>
#include <string.h>

#include "api/osrm/osrm_body_values.h"
#include "api/osrm/osrm_options.h"

static int read_alternatives(const struct body *body)
{
    unsigned *alternatives = &body->request->route.alternatives;
    const json_t *json = body_member(body, "alternatives");

    if (!json)
        return 0;
    if (json_is_boolean(json))
        *alternatives = json_is_true(json) ? OSRM_ALTERNATIVES_TRUE : 0;
    else if (json_is_integer(json) && json_integer_value(json) >= 0 &&
             json_integer_value(json) <= UINT32_MAX)
        *alternatives = (unsigned)json_integer_value(json);
    else
        return body_refuse(body,
                           "alternatives must be a boolean or a non-negative "
                           "integer");
    return 0;
}

static int read_straight(const struct body *body)
{
    const json_t *json = body_member(body, "continue_straight");

    if (!json ||
        (json_is_string(json) && !strcmp(json_string_value(json), "default")))
        return 0;
    if (!json_is_boolean(json))
        return body_refuse(
            body, "continue_straight must be a boolean or \"default\"");
    body->request->route.continue_straight =
        json_is_true(json) ? OSRM_STRAIGHT_YES : OSRM_STRAIGHT_NO;
    return 0;
}

/* A set of these words, or true for all of them. */
static int read_annotations(const struct body *body, const char *const *words,
                            unsigned all, unsigned *set)
{
    const json_t *json = body_member(body, "annotations");

    if (!json)
        return 0;
    if (!json_is_boolean(json) && !json_is_array(json))
        return body_refuse(body, "annotations must be a boolean or an array of "
                                 "strings");
    *set = json_is_true(json) ? all : 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *word = json_array_get(json, i);
        unsigned index;

        if (!json_is_string(word))
            return body_refuse(body, "annotation entries must be strings");
        if (!body_find_word(word, words, &index))
            return body_refuse(body, "invalid annotation value");
        *set |= 1U << index;
    }
    return 0;
}

int body_read_route(const struct body *body)
{
    struct osrm_route_options *route = &body->request->route;
    unsigned geometries = route->geometries;
    unsigned overview = route->overview;
    int result = body_read_bool(body, "steps", &route->steps);

    if (!result)
        result = read_alternatives(body);
    if (!result)
        result = read_straight(body);
    if (!result)
        result = body_read_word(body, "geometries", osrm_geometries_words,
                                &geometries);
    if (!result)
        result =
            body_read_word(body, "overview", osrm_overview_words, &overview);
    if (!result)
        result = read_annotations(body, osrm_annotation_words,
                                  OSRM_ANNOTATE_ALL, &route->annotations);
    if (!result)
        result = body_read_indices(body, "waypoints", &route->waypoints);
    route->geometries = (enum osrm_geometries)geometries;
    route->overview = (enum osrm_overview)overview;
    return result;
}

int body_read_table(const struct body *body)
{
    static const char *const places[] = {"snapped", "input", NULL};
    static const char *const words[] = {"duration", "distance", NULL};
    struct osrm_table_options *table = &body->request->table;
    unsigned place = table->fallback_input;
    unsigned set = 1;
    int result = body_read_indices(body, "sources", &table->sources);

    if (!result)
        result = body_read_indices(body, "destinations", &table->destinations);
    if (!result)
        result = read_annotations(body, words, 3, &set);
    if (!result)
        result =
            body_read_number(body, "fallback_speed", &table->fallback_speed);
    if (!result)
        result = body_read_word(body, "fallback_coordinate", places, &place);
    if (!result)
        result = body_read_number(body, "scale_factor", &table->scale_factor);
    table->durations = set & 1;
    table->distances = set & 2;
    table->fallback_input = place == 1;
    return result;
}
