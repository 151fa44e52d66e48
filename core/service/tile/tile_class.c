/* tile_class: what kind of road a piece is on a map to look at. */
#include "core/service/tile/tile_class.h"

#include "core/graph/map.h"

enum {
    RANK_TERTIARY = 8,
    RANK_STREET = 10,
    RANK_SERVICE = 13,
    RANK_PATH = 14,
    RANK_NONE = 255, /* the profile says nothing */
};

static const struct {
    const char *name;
    unsigned zoom;
} classes[TILE_CLASS_COUNT] = {
    [TILE_MOTORWAY] = {"motorway", 0},
    [TILE_TRUNK] = {"trunk", 5},
    [TILE_FERRY] = {"ferry", 6},
    [TILE_PRIMARY] = {"primary", 7},
    [TILE_RAIL] = {"rail", 7},
    [TILE_SECONDARY] = {"secondary", 9},
    [TILE_MOTORWAY_LINK] = {"motorway_link", 10},
    [TILE_TRUNK_LINK] = {"trunk_link", 10},
    [TILE_TERTIARY] = {"tertiary", 11},
    [TILE_PRIMARY_LINK] = {"primary_link", 11},
    [TILE_SECONDARY_LINK] = {"secondary_link", 12},
    [TILE_TERTIARY_LINK] = {"tertiary_link", 12},
    [TILE_STREET] = {"street", 12},
    [TILE_SERVICE] = {"service", 13},
    [TILE_PATH] = {"path", 13},
};

const char *tile_class_name(enum tile_class tile_class)
{
    return classes[tile_class].name;
}

unsigned tile_class_zoom(enum tile_class tile_class)
{
    return classes[tile_class].zoom;
}

static enum tile_class local_class(const struct road_attributes *attributes)
{
    unsigned rank = attributes->priority;

    if (rank == RANK_NONE)
        return attributes->flags & ROAD_LOW_PRIORITY ? TILE_SERVICE
                                                     : TILE_STREET;
    if (rank >= RANK_PATH)
        return TILE_PATH;
    if (rank >= RANK_SERVICE || (attributes->flags & ROAD_LOW_PRIORITY))
        return TILE_SERVICE;
    return rank >= RANK_TERTIARY && rank < RANK_STREET ? TILE_TERTIARY
                                                       : TILE_STREET;
}

static enum tile_class link_of(enum tile_class tile_class)
{
    return tile_class <= TILE_TERTIARY
               ? TILE_MOTORWAY_LINK + (tile_class - TILE_MOTORWAY)
               : tile_class;
}

static bool has_mode(const struct road_attributes *attributes,
                     enum travel_mode mode)
{
    return attributes->mode[0] == mode || attributes->mode[1] == mode;
}

static enum tile_class road_class_of(const struct road_attributes *attributes)
{
    switch (attributes->road_class) {
    case ROAD_MOTORWAY:
        return TILE_MOTORWAY;
    case ROAD_TRUNK:
        return TILE_TRUNK;
    case ROAD_PRIMARY:
        return TILE_PRIMARY;
    case ROAD_SECONDARY:
        return TILE_SECONDARY;
    default:
        return local_class(attributes);
    }
}

enum tile_class tile_class_of(const struct road_attributes *attributes)
{
    enum tile_class found;

    if (has_mode(attributes, MODE_FERRY))
        return TILE_FERRY;
    if (has_mode(attributes, MODE_TRAIN) || attributes->road_class == ROAD_RAIL)
        return TILE_RAIL;
    found = road_class_of(attributes);
    return attributes->flags & ROAD_LINK ? link_of(found) : found;
}
