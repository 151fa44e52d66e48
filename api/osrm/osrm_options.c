/* osrm_options: the options of OSRM's API. */
#include "api/osrm/osrm_options.h"

#include <stddef.h>

#include "api/osrm/osrm_option_kinds.h"

static const char *const snappings[] = {"default", "any", NULL};
static const char *const formats[] = {"json", "flatbuffers", NULL};
static const char *const geometries[] = {"polyline", "polyline6", "geojson",
                                         NULL};
static const char *const overviews[] = {"simplified", "full", "false",
                                        "by_legs", NULL};
static const char *const annotations[] = {
    "duration", "nodes", "distance", "weight", "datasources", "speed", NULL};
static const char *const table_annotations[] = {"duration", "distance", NULL};
static const char *const fallbacks[] = {"snapped", "input", NULL};

enum {
    ALL = (1 << OSRM_SERVICE_COUNT) - 1,
    ROUTE = 1 << OSRM_ROUTE,
    TABLE = 1 << OSRM_TABLE,
    NEAREST = 1 << OSRM_NEAREST,
};

#define AT(member) offsetof(struct osrm_request, member)

/* Bodies are checked in this order. */
static const struct osrm_option options[] = {
    {"bearings", ALL, &osrm_kind_bearings, 0, NULL},
    {"radiuses", ALL, &osrm_kind_radiuses, 0, NULL},
    {"hints", ALL, &osrm_kind_hints, 0, NULL},
    {"approaches", ALL, &osrm_kind_approaches, 0, NULL},
    {"exclude", ALL, &osrm_kind_exclude, 0, NULL},
    {"generate_hints", ALL, &osrm_kind_flag, AT(generate_hints), NULL},
    {"skip_waypoints", ALL, &osrm_kind_flag, AT(skip_waypoints), NULL},
    {"snapping", ALL, &osrm_kind_second, AT(snap_any), snappings},
    {"format", ALL, &osrm_kind_format, AT(flatbuffers), formats},

    {"steps", ROUTE, &osrm_kind_flag, AT(route.steps), NULL},
    {"alternatives", ROUTE, &osrm_kind_alternatives, AT(route.alternatives),
     NULL},
    {"continue_straight", ROUTE, &osrm_kind_straight,
     AT(route.continue_straight), NULL},
    {"geometries", ROUTE, &osrm_kind_word, AT(route.geometries), geometries},
    {"overview", ROUTE, &osrm_kind_word, AT(route.overview), overviews},
    {"annotations", ROUTE, &osrm_kind_set, AT(route.annotations), annotations},
    {"waypoints", ROUTE, &osrm_kind_indices, AT(route.waypoints), NULL},

    {"sources", TABLE, &osrm_kind_ends, AT(table.sources), NULL},
    {"destinations", TABLE, &osrm_kind_ends, AT(table.destinations), NULL},
    {"annotations", TABLE, &osrm_kind_table_set, AT(table), table_annotations},
    {"fallback_speed", TABLE, &osrm_kind_number, AT(table.fallback_speed),
     NULL},
    {"fallback_coordinate", TABLE, &osrm_kind_second, AT(table.fallback_input),
     fallbacks},
    {"scale_factor", TABLE, &osrm_kind_number, AT(table.scale_factor), NULL},

    {"number", NEAREST, &osrm_kind_count, AT(number), NULL},
};

static const size_t option_count = sizeof(options) / sizeof(*options);

static bool has(const struct osrm_request *request,
                const struct osrm_option *option)
{
    return option->services & 1U << request->service;
}

static void *value_of(struct osrm_request *request,
                      const struct osrm_option *option)
{
    return (char *)request + option->offset;
}

enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request)
{
    const char *begin = text->at;

    for (size_t i = 0; i < option_count; i++) {
        const struct osrm_option *option = &options[i];

        if (has(request, option) && option->kind->take &&
            osrm_text_take(text, option->name) && osrm_text_take(text, "="))
            return option->kind->take(option, text, value_of(request, option));
        text->at = begin;
    }
    return OSRM_NONE;
}

int osrm_options_read(const json_t *object, struct osrm_request *request,
                      struct osrm_problem *problem)
{
    int result = 0;

    for (size_t i = 0; i < option_count && !result; i++) {
        const struct osrm_option *option = &options[i];
        const json_t *json = json_object_get(object, option->name);

        if (json && has(request, option) && option->kind->read)
            result = option->kind->read(option, json, value_of(request, option),
                                        problem);
    }
    return result;
}
