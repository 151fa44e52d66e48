/* osrm_options: "name=value" after the "?" of a query. */
#include "api/osrm/osrm_options.h"

#include "api/osrm/osrm_list_options.h"

const char *const osrm_geometries_words[] = {"polyline", "polyline6", "geojson",
                                             NULL};
const char *const osrm_overview_words[] = {"simplified", "full", "false",
                                           "by_legs", NULL};
const char *const osrm_annotation_words[] = {
    "duration", "nodes", "distance", "weight", "datasources", "speed", NULL};
const char *const osrm_approach_words[] = {"unrestricted", "curb", "opposite",
                                           NULL};
const char *const osrm_snapping_words[] = {"default", "any", NULL};

static enum osrm_taken taken_if(bool taken)
{
    return taken ? OSRM_TAKEN : OSRM_MALFORMED;
}

/* ---- Others that all services have. ---- */

static enum osrm_taken take_generate_hints(struct osrm_text *text,
                                           struct osrm_request *request)
{
    return taken_if(osrm_text_bool(text, &request->generate_hints));
}

static enum osrm_taken take_skip_waypoints(struct osrm_text *text,
                                           struct osrm_request *request)
{
    return taken_if(osrm_text_bool(text, &request->skip_waypoints));
}

static enum osrm_taken take_snapping(struct osrm_text *text,
                                     struct osrm_request *request)
{
    unsigned index;

    if (!osrm_text_symbol(text, osrm_snapping_words, &index))
        return OSRM_MALFORMED;
    request->snap_any = index == 1;
    return OSRM_TAKEN;
}

/* ---- Route's. ---- */

static enum osrm_taken take_alternatives(struct osrm_text *text,
                                         struct osrm_request *request)
{
    bool wanted;

    if (osrm_text_u32(text, &request->route.alternatives))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &wanted))
        return OSRM_MALFORMED;
    request->route.alternatives = wanted ? OSRM_ALTERNATIVES_TRUE : 0;
    return OSRM_TAKEN;
}

static enum osrm_taken take_steps(struct osrm_text *text,
                                  struct osrm_request *request)
{
    return taken_if(osrm_text_bool(text, &request->route.steps));
}

/* Of a list: what follows a comma and is no word of it is not taken. */
static bool take_words(struct osrm_text *text, const char *const *words,
                       unsigned *ret_set)
{
    unsigned index;

    if (!osrm_text_symbol(text, words, &index))
        return false;
    do {
        *ret_set |= 1U << index;
        if (!osrm_text_take(text, ","))
            return true;
    } while (osrm_text_symbol(text, words, &index));
    text->at--;
    return true;
}

static enum osrm_taken take_annotations(struct osrm_text *text,
                                        struct osrm_request *request)
{
    unsigned *set = &request->route.annotations;
    bool all;

    if (!osrm_text_bool(text, &all))
        return taken_if(take_words(text, osrm_annotation_words, set));
    if (all)
        *set = OSRM_ANNOTATE_ALL;
    return OSRM_TAKEN;
}

static enum osrm_taken take_geometries(struct osrm_text *text,
                                       struct osrm_request *request)
{
    unsigned index;

    if (!osrm_text_symbol(text, osrm_geometries_words, &index))
        return OSRM_MALFORMED;
    request->route.geometries = (enum osrm_geometries)index;
    return OSRM_TAKEN;
}

static enum osrm_taken take_overview(struct osrm_text *text,
                                     struct osrm_request *request)
{
    unsigned index;

    if (!osrm_text_symbol(text, osrm_overview_words, &index))
        return OSRM_MALFORMED;
    request->route.overview = (enum osrm_overview)index;
    return OSRM_TAKEN;
}

static enum osrm_taken take_straight(struct osrm_text *text,
                                     struct osrm_request *request)
{
    bool straight;

    if (osrm_text_take(text, "default"))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &straight))
        return OSRM_MALFORMED;
    request->route.continue_straight =
        straight ? OSRM_STRAIGHT_YES : OSRM_STRAIGHT_NO;
    return OSRM_TAKEN;
}

static enum osrm_taken take_waypoints(struct osrm_text *text,
                                      struct osrm_request *request)
{
    return osrm_take_indices(text, &request->route.waypoints);
}

/* ---- Table's and nearest's. ---- */

static enum osrm_taken take_ends(struct osrm_text *text,
                                 struct osrm_indices *indices)
{
    return osrm_text_take(text, "all") ? OSRM_TAKEN
                                       : osrm_take_indices(text, indices);
}

static enum osrm_taken take_sources(struct osrm_text *text,
                                    struct osrm_request *request)
{
    return take_ends(text, &request->table.sources);
}

static enum osrm_taken take_destinations(struct osrm_text *text,
                                         struct osrm_request *request)
{
    return take_ends(text, &request->table.destinations);
}

static enum osrm_taken take_table_annotations(struct osrm_text *text,
                                              struct osrm_request *request)
{
    static const char *const words[] = {"duration", "distance", NULL};
    unsigned set = 0;

    if (!take_words(text, words, &set))
        return OSRM_MALFORMED;
    request->table.durations = set & 1;
    request->table.distances = set & 2;
    return OSRM_TAKEN;
}

static enum osrm_taken take_fallback_speed(struct osrm_text *text,
                                           struct osrm_request *request)
{
    return taken_if(osrm_text_decimal(text, &request->table.fallback_speed));
}

static enum osrm_taken take_fallback_coordinate(struct osrm_text *text,
                                                struct osrm_request *request)
{
    static const char *const words[] = {"snapped", "input", NULL};
    unsigned index;

    if (!osrm_text_symbol(text, words, &index))
        return OSRM_MALFORMED;
    request->table.fallback_input = index == 1;
    return OSRM_TAKEN;
}

static enum osrm_taken take_scale_factor(struct osrm_text *text,
                                         struct osrm_request *request)
{
    return taken_if(osrm_text_decimal(text, &request->table.scale_factor));
}

static enum osrm_taken take_number(struct osrm_text *text,
                                   struct osrm_request *request)
{
    return taken_if(osrm_text_u32(text, &request->number));
}

/* ---- Which there are. ---- */

enum {
    FOR_ALL = (1 << OSRM_SERVICE_COUNT) - 1,
    FOR_ROUTE = 1 << OSRM_ROUTE,
    FOR_TABLE = 1 << OSRM_TABLE,
    FOR_NEAREST = 1 << OSRM_NEAREST,
};

static const struct {
    const char *name;  /* with the "=" */
    unsigned services; /* that have it */
    enum osrm_taken (*take)(struct osrm_text *text,
                            struct osrm_request *request);
} options[] = {
    {"overview=", FOR_ROUTE, take_overview},
    {"steps=", FOR_ROUTE, take_steps},
    {"alternatives=", FOR_ROUTE, take_alternatives},
    {"geometries=", FOR_ROUTE, take_geometries},
    {"annotations=", FOR_ROUTE, take_annotations},
    {"continue_straight=", FOR_ROUTE, take_straight},
    {"waypoints=", FOR_ROUTE, take_waypoints},
    {"sources=", FOR_TABLE, take_sources},
    {"destinations=", FOR_TABLE, take_destinations},
    {"annotations=", FOR_TABLE, take_table_annotations},
    {"fallback_speed=", FOR_TABLE, take_fallback_speed},
    {"fallback_coordinate=", FOR_TABLE, take_fallback_coordinate},
    {"scale_factor=", FOR_TABLE, take_scale_factor},
    {"number=", FOR_NEAREST, take_number},
    {"bearings=", FOR_ALL, osrm_take_bearings},
    {"radiuses=", FOR_ALL, osrm_take_radiuses},
    {"hints=", FOR_ALL, osrm_take_hints},
    {"approaches=", FOR_ALL, osrm_take_approaches},
    {"exclude=", FOR_ALL, osrm_take_exclude},
    {"generate_hints=", FOR_ALL, take_generate_hints},
    {"skip_waypoints=", FOR_ALL, take_skip_waypoints},
    {"snapping=", FOR_ALL, take_snapping},
};

enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request)
{
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
        if (options[i].services & 1U << request->service &&
            osrm_text_take(text, options[i].name))
            return options[i].take(text, request);
    }
    return OSRM_NONE;
}
