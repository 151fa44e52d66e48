#include "core/graph/roads/way_facts.h"

const char *word_fact_name(enum word_fact fact)
{
    static const char *const names[WORD_FACT_COUNT] = {
        [FACT_ROAD_CLASS] = "road_class",
        [FACT_ROAD_ENVIRONMENT] = "road_environment",
        [FACT_ROAD_ACCESS] = "road_access",
        [FACT_BIKE_ROAD_ACCESS] = "bike_road_access",
        [FACT_FOOT_ROAD_ACCESS] = "foot_road_access",
        [FACT_SURFACE] = "surface",
        [FACT_SMOOTHNESS] = "smoothness",
        [FACT_TRACK_TYPE] = "track_type",
        [FACT_TOLL] = "toll",
        [FACT_HGV] = "hgv",
        [FACT_HAZMAT] = "hazmat",
        [FACT_HAZMAT_WATER] = "hazmat_water",
        [FACT_HAZMAT_TUNNEL] = "hazmat_tunnel",
    };

    return names[fact];
}

static const char *const road_class[] = {
    "OTHER",         "MOTORWAY",    "TRUNK",        "PRIMARY",  "SECONDARY",
    "TERTIARY",      "RESIDENTIAL", "UNCLASSIFIED", "SERVICE",  "ROAD",
    "TRACK",         "BRIDLEWAY",   "STEPS",        "CYCLEWAY", "PATH",
    "LIVING_STREET", "FOOTWAY",     "PEDESTRIAN",   "PLATFORM", "CORRIDOR",
    "CONSTRUCTION",  "BUSWAY",      NULL,
};
static const char *const road_environment[] = {
    "OTHER", "ROAD", "FERRY", "TUNNEL", "BRIDGE", "FORD", NULL,
};
static const char *const road_access[] = {
    "YES",          "DESTINATION", "CUSTOMERS", "DELIVERY", "PRIVATE",
    "AGRICULTURAL", "FORESTRY",    "NO",        NULL,
};
static const char *const surface[] = {
    "MISSING",     "PAVED",   "ASPHALT",   "CONCRETE",    "PAVING_STONES",
    "COBBLESTONE", "UNPAVED", "COMPACTED", "FINE_GRAVEL", "GRAVEL",
    "GROUND",      "DIRT",    "GRASS",     "SAND",        "WOOD",
    "OTHER",       NULL,
};
static const char *const smoothness[] = {
    "MISSING",    "EXCELLENT", "GOOD",     "INTERMEDIATE",
    "BAD",        "VERY_BAD",  "HORRIBLE", "VERY_HORRIBLE",
    "IMPASSABLE", "OTHER",     NULL,
};
static const char *const track_type[] = {
    "MISSING", "GRADE1", "GRADE2", "GRADE3", "GRADE4", "GRADE5", NULL,
};
static const char *const toll[] = {"MISSING", "NO", "HGV", "ALL", NULL};
static const char *const hgv[] = {
    "MISSING",  "YES",         "DESIGNATED", "DESTINATION",
    "DELIVERY", "DISCOURAGED", "NO",         NULL,
};
static const char *const hazmat[] = {"YES", "NO", NULL};
static const char *const hazmat_water[] = {"YES", "PERMISSIVE", "NO", NULL};
static const char *const hazmat_tunnel[] = {"A", "B", "C", "D", "E", NULL};

const char *const *word_fact_words(enum word_fact fact)
{
    static const char *const *const words[WORD_FACT_COUNT] = {
        [FACT_ROAD_CLASS] = road_class,
        [FACT_ROAD_ENVIRONMENT] = road_environment,
        [FACT_ROAD_ACCESS] = road_access,
        [FACT_BIKE_ROAD_ACCESS] = road_access,
        [FACT_FOOT_ROAD_ACCESS] = road_access,
        [FACT_SURFACE] = surface,
        [FACT_SMOOTHNESS] = smoothness,
        [FACT_TRACK_TYPE] = track_type,
        [FACT_TOLL] = toll,
        [FACT_HGV] = hgv,
        [FACT_HAZMAT] = hazmat,
        [FACT_HAZMAT_WATER] = hazmat_water,
        [FACT_HAZMAT_TUNNEL] = hazmat_tunnel,
    };

    return words[fact];
}

uint8_t word_fact_count(enum word_fact fact)
{
    const char *const *words = word_fact_words(fact);
    uint8_t count = 0;

    while (words[count])
        count++;
    return count;
}
