/* tile_style: classes, styles and their tags. */
#include "core/service/tile/tile_style.h"

#include <math.h>

#include "core/graph/map.h"
#include "core/service/tile/tile_draw.h"

/* ---- Classes ------------------------------------------------------------ */

enum {
    RANK_TERTIARY = 8,
    RANK_STREET = 10,
    RANK_SERVICE = 13,
    RANK_PATH = 14,
    RANK_NONE = 255, /* the profile has no rank */
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

/* ---- Styles ------------------------------------------------------------- */

enum {
    KEY_CLASS,
    KEY_REF,
    KEY_NAME,
    KEY_SPEED,
    KEY_FREE_FLOW,
    KEY_ONEWAY,
    KEY_IS_SMALL,
    KEY_MODE,
    KEY_DURATION,
    KEY_WEIGHT,
    KEY_RATE,
    KEY_DATASOURCE,
};

const struct tile_property tile_properties[] = {
    [KEY_CLASS] = {"class", "String"},
    [KEY_REF] = {"ref", "String"},
    [KEY_NAME] = {"name", "String"},
    [KEY_SPEED] = {"speed", "Number"},
    [KEY_FREE_FLOW] = {"free_flow", "Number"},
    [KEY_ONEWAY] = {"oneway", "Boolean"},
    [KEY_IS_SMALL] = {"is_small", "Boolean"},
    [KEY_MODE] = {"mode", "String"},
    [KEY_DURATION] = {"duration", "Number"},
    [KEY_WEIGHT] = {"weight", "Number"},
    [KEY_RATE] = {"rate", "Number"},
    [KEY_DATASOURCE] = {"datasource", "String"},
};

const size_t tile_property_count =
    sizeof(tile_properties) / sizeof(*tile_properties);

/* Ids of texts outside the roads' text, whose offsets have 32 bits. */
#define ID_CLASS      (UINT64_C(1) << 40)
#define ID_MODE       (UINT64_C(2) << 40)
#define ID_DATASOURCE (UINT64_C(3) << 40)

static uint16_t speed_kmh(struct edge_sums sums)
{
    double kmh =
        sums.duration_ms ? 3.6 * (double)sums.length_mm / sums.duration_ms : 0;

    return (uint16_t)lround(fmin(kmh, UINT16_MAX));
}

struct tile_style tile_style_of(const struct roads *roads,
                                const struct tile_weights *weights,
                                uint32_t edge, bool oneway, unsigned zoom)
{
    uint32_t piece = edge_piece(edge);
    const struct road_attributes *attributes = roads_attributes(roads, piece);
    struct tile_style style = {.tile_class =
                                   (uint8_t)tile_class_of(attributes)};

    if (zoom >= TILE_ZOOM_REF)
        style.ref = attributes->ref;
    if (zoom >= TILE_ZOOM_NAME ||
        (zoom >= TILE_ZOOM_MAIN_NAME && style.tile_class <= TILE_PRIMARY &&
         !roads->text[attributes->ref]))
        style.name = attributes->name;
    if (zoom < TILE_ZOOM_NAME)
        return style;
    style.free_flow_kmh =
        speed_kmh(weighting_edge_sums(weights->free_flow, roads, edge));
    if (!weighting_edge_is_closed(weights->now, edge))
        style.speed_kmh =
            speed_kmh(weighting_edge_sums(weights->now, roads, edge));
    style.mode = attributes->mode[!edge_is_forward(edge)];
    style.oneway = oneway;
    style.is_small = roads->component[piece] >= roads->large_count;
    return style;
}

struct tile_key tile_style_key(const struct tile_style *style)
{
    return (struct tile_key){
        .a = (uint64_t)style->name << 32 | style->ref,
        .b = (uint64_t)style->free_flow_kmh << 48 |
             (uint64_t)style->speed_kmh << 32 |
             (uint64_t)style->tile_class << 16 | (uint64_t)style->mode << 8 |
             (unsigned)style->oneway << 1 | style->is_small,
    };
}

static void tag_text(const struct roads *roads, uint32_t text, unsigned key,
                     struct mvt_writer *writer, struct mvt_feature *feature)
{
    if (roads->text[text])
        mvt_tag_text(writer, feature, key, text, roads->text + text);
}

void tile_style_tag(const struct tile_style *style, const struct roads *roads,
                    unsigned zoom, struct mvt_writer *writer,
                    struct mvt_feature *feature)
{
    mvt_tag_text(writer, feature, KEY_CLASS, ID_CLASS + style->tile_class,
                 classes[style->tile_class].name);
    if (style->ref)
        tag_text(roads, style->ref, KEY_REF, writer, feature);
    if (style->name)
        tag_text(roads, style->name, KEY_NAME, writer, feature);
    if (zoom < TILE_ZOOM_NAME)
        return;
    mvt_tag_number(writer, feature, KEY_SPEED, style->speed_kmh);
    mvt_tag_number(writer, feature, KEY_FREE_FLOW, style->free_flow_kmh);
    mvt_tag_bool(writer, feature, KEY_ONEWAY, style->oneway);
    mvt_tag_bool(writer, feature, KEY_IS_SMALL, style->is_small);
    mvt_tag_text(writer, feature, KEY_MODE, ID_MODE + style->mode,
                 travel_mode_name(style->mode));
}

/* Rounds to a tenth, as OSRM does. Weights are in ms or cm. A closed edge has
 * none of these. */
void tile_edge_tag(const struct roads *roads,
                   const struct tile_weights *weights, uint32_t edge,
                   struct mvt_writer *writer, struct mvt_feature *feature)
{
    struct edge_sums sums = weighting_edge_sums(weights->now, roads, edge);
    double unit = roads->profile.weighs_distance ? 100 : 1000;
    double weight = sums.weight / unit;
    double length_m = (double)sums.length_mm / 1000;

    mvt_tag_text(writer, feature, KEY_DATASOURCE, ID_DATASOURCE, "lua profile");
    if (weighting_edge_is_closed(weights->now, edge))
        return;
    mvt_tag_double(writer, feature, KEY_DURATION,
                   round(sums.duration_ms / 100.0) / 10);
    mvt_tag_double(writer, feature, KEY_WEIGHT, round(weight * 10) / 10);
    if (weight > 0)
        mvt_tag_double(writer, feature, KEY_RATE,
                       round(length_m / weight * 36) / 10);
}
