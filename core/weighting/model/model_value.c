#include "core/weighting/model/model_value.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

/* ---- Facts --------------------------------------------------------------- */

static double is_link(const struct model_place *place)
{
    return (place->facts->flags & WAY_LINK) != 0;
}

static double is_ring(const struct model_place *place)
{
    return (place->facts->flags & WAY_RING) != 0;
}

static double lanes(const struct model_place *place)
{
    return place->facts->lanes ? place->facts->lanes : 1;
}

static double max_speed(const struct model_place *place)
{
    uint16_t limit = place->facts->max_speed[place->against_way];

    return limit && limit != MAX_SPEED_NONE ? limit / 10.0 : INFINITY;
}

static double average_slope(const struct model_place *place)
{
    double slope = place->facts->slope;

    return place->against_way ? -slope : slope;
}

static double max_slope(const struct model_place *place)
{
    return fabs((double)place->facts->slope);
}

static double mtb_rating(const struct model_place *place)
{
    return place->facts->mtb_rating;
}

static double hike_rating(const struct model_place *place)
{
    return place->facts->hike_rating;
}

static double horse_rating(const struct model_place *place)
{
    return place->facts->horse_rating;
}

static double curvature(const struct model_place *place)
{
    return place->curvature;
}

/* ---- Limits -------------------------------------------------------------- */

static double limit_of(const struct model_place *place, enum road_limit limit)
{
    return road_limit_of(place->attributes, place->backward, limit);
}

static double max_height(const struct model_place *place)
{
    return limit_of(place, LIMIT_HEIGHT);
}

static double max_width(const struct model_place *place)
{
    return limit_of(place, LIMIT_WIDTH);
}

static double max_length(const struct model_place *place)
{
    return limit_of(place, LIMIT_LENGTH);
}

static double max_weight(const struct model_place *place)
{
    return limit_of(place, LIMIT_WEIGHT);
}

static double max_axle_load(const struct model_place *place)
{
    return limit_of(place, LIMIT_AXLE_LOAD);
}

/* ---- What the profile makes of a road ------------------------------------ */

static double is_open(const struct model_place *place)
{
    return place->open;
}

static double is_open_back(const struct model_place *place)
{
    return place->opposite_open;
}

static double is_pushed(const struct model_place *place)
{
    return place->attributes->mode[place->backward] == MODE_PUSHING_BIKE;
}

static double speed(const struct model_place *place)
{
    return place->speed_kmh;
}

/* The profile's own preference is already in what the model lies over. */
static double one(const struct model_place *place)
{
    return 1;
}

/* ---- All ----------------------------------------------------------------- */

#define WORDS(name, fact)                                                      \
    {                                                                          \
        name, MODEL_WORD, fact, NULL, NEEDS_FACTS                              \
    }
#define TRUTH(name, get, needs)                                                \
    {                                                                          \
        name, MODEL_TRUTH, WORD_FACT_COUNT, get, needs                         \
    }
#define NUMBER(name, get, needs)                                               \
    {                                                                          \
        name, MODEL_NUMBER, WORD_FACT_COUNT, get, needs                        \
    }

const struct model_value model_values[] = {
    WORDS("road_class", FACT_ROAD_CLASS),
    WORDS("road_environment", FACT_ROAD_ENVIRONMENT),
    WORDS("road_access", FACT_ROAD_ACCESS),
    WORDS("bike_road_access", FACT_BIKE_ROAD_ACCESS),
    WORDS("foot_road_access", FACT_FOOT_ROAD_ACCESS),
    WORDS("surface", FACT_SURFACE),
    WORDS("smoothness", FACT_SMOOTHNESS),
    WORDS("track_type", FACT_TRACK_TYPE),
    WORDS("toll", FACT_TOLL),
    WORDS("hgv", FACT_HGV),
    WORDS("hazmat", FACT_HAZMAT),
    WORDS("hazmat_water", FACT_HAZMAT_WATER),
    WORDS("hazmat_tunnel", FACT_HAZMAT_TUNNEL),
    TRUTH("road_class_link", is_link, NEEDS_FACTS),
    TRUTH("roundabout", is_ring, NEEDS_FACTS),
    TRUTH("get_off_bike", is_pushed, NEEDS_ATTRIBUTES),
    TRUTH("car_access", is_open, 0),
    TRUTH("bike_access", is_open, 0),
    TRUTH("foot_access", is_open, 0),
    TRUTH("backward_car_access", is_open_back, 0),
    TRUTH("backward_bike_access", is_open_back, 0),
    TRUTH("backward_foot_access", is_open_back, 0),
    NUMBER("lanes", lanes, NEEDS_FACTS),
    NUMBER("max_speed", max_speed, NEEDS_FACTS),
    NUMBER("max_height", max_height, NEEDS_ATTRIBUTES),
    NUMBER("max_width", max_width, NEEDS_ATTRIBUTES),
    NUMBER("max_length", max_length, NEEDS_ATTRIBUTES),
    NUMBER("max_weight", max_weight, NEEDS_ATTRIBUTES),
    NUMBER("max_axle_load", max_axle_load, NEEDS_ATTRIBUTES),
    NUMBER("average_slope", average_slope, NEEDS_FACTS),
    NUMBER("max_slope", max_slope, NEEDS_FACTS),
    NUMBER("curvature", curvature, NEEDS_SHAPE),
    NUMBER("mtb_rating", mtb_rating, NEEDS_FACTS),
    NUMBER("hike_rating", hike_rating, NEEDS_FACTS),
    NUMBER("horse_rating", horse_rating, NEEDS_FACTS),
    NUMBER("car_priority", one, 0),
    NUMBER("bike_priority", one, 0),
    NUMBER("foot_priority", one, 0),
    NUMBER("car_average_speed", speed, NEEDS_SPEED),
    NUMBER("bike_average_speed", speed, NEEDS_SPEED),
    NUMBER("foot_average_speed", speed, NEEDS_SPEED),
    NUMBER("ferry_speed", speed, NEEDS_SPEED),
    {NULL, MODEL_TRUTH, WORD_FACT_COUNT, NULL, 0},
};

/* What GraphHopper has and relaxd does not, and why. */
static const struct {
    const char *name;
    const char *why;
} absent[] = {
    {"urban_density", "it needs an estimate of how built-up a place is"},
    {"country", "the map does not keep borders"},
    {"state", "the map does not keep borders"},
    {"bike_network", "it needs relations of routes, which are not read"},
    {"foot_network", "it needs relations of routes, which are not read"},
};

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !memcmp(name, text, length);
}

static void refuse(const char *name, size_t length, struct error *error)
{
    const char *near = NULL;
    char wanted[64];

    snprintf(wanted, sizeof(wanted), "%.*s", (int)length, name);
    for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++) {
        if (!strcmp(absent[i].name, wanted)) {
            error_set(error, -EINVAL, "relaxd has no '%s': %s", wanted,
                      absent[i].why);
            return;
        }
    }
    for (const struct model_value *value = model_values; value->name; value++)
        near = text_nearer(wanted, near, value->name);
    if (near)
        error_set(error, -EINVAL, "no value '%s'; did you mean '%s'?", wanted,
                  near);
    else
        error_set(error, -EINVAL, "no value '%s'", wanted);
}

const struct model_value *model_value_find(const char *name, size_t length,
                                           struct error *error)
{
    for (const struct model_value *value = model_values; value->name; value++) {
        if (is_name(value->name, name, length))
            return value;
    }
    refuse(name, length, error);
    return NULL;
}
