/* tile_style: how a tile shows a piece at a zoom level: class, lowest zoom
 * level, names, speed.
 *
 * Classes depend on road class, mode and, for local roads, rank, as in the
 * profiles that come with relaxd: 8 and 9 for tertiary, 13 for service roads,
 * from 14 on roads that are not streets. tile_index.h decides the levels of
 * classes on a map with few roads. */
#ifndef RELAXD_SERVICE_TILE_TILE_STYLE_H
#define RELAXD_SERVICE_TILE_TILE_STYLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/service/tile/mvt_writer.h"
#include "core/weighting/weighting.h"

enum tile_class {
    TILE_MOTORWAY,
    TILE_TRUNK,
    TILE_PRIMARY,
    TILE_SECONDARY,
    TILE_TERTIARY,
    TILE_STREET,
    TILE_SERVICE,
    TILE_PATH,
    TILE_FERRY,
    TILE_RAIL,
    TILE_MOTORWAY_LINK,
    TILE_TRUNK_LINK,
    TILE_PRIMARY_LINK,
    TILE_SECONDARY_LINK,
    TILE_TERTIARY_LINK,
    TILE_CLASS_COUNT,
};

enum { TILE_ZOOM_MAX = 19 };

enum tile_class tile_class_of(const struct road_attributes *attributes);

/* The lowest zoom level at which it is shown on a map with many roads. */
unsigned tile_class_zoom(enum tile_class tile_class);

struct tile_style {
    uint32_t name; /* offsets into the roads' text; 0: none, or not shown */
    uint32_t ref;
    uint16_t speed_kmh;     /* 0: closed */
    uint16_t free_flow_kmh; /* by the import's weights */
    uint8_t tile_class;     /* enum tile_class */
    uint8_t mode;           /* enum travel_mode */
    bool oneway;
    bool is_small;
};

/* What edges cost. */
struct tile_weights {
    const struct weighting *now;
    const struct weighting *free_flow; /* of the import */
};

/* Of an edge that the profile may use; `oneway`: not its reverse. */
struct tile_style tile_style_of(const struct roads *roads,
                                const struct tile_weights *weights,
                                uint32_t edge, bool oneway, unsigned zoom);

/* Equal for equal styles only. */
struct tile_key tile_style_key(const struct tile_style *style);

/* Adds a style's tags to a feature. */
void tile_style_tag(const struct tile_style *style, const struct roads *roads,
                    unsigned zoom, struct mvt_writer *writer,
                    struct mvt_feature *feature);

/* Adds the tags of a single edge, from TILE_ZOOM_EACH on. */
void tile_edge_tag(const struct roads *roads,
                   const struct tile_weights *weights, uint32_t edge,
                   struct mvt_writer *writer, struct mvt_feature *feature);

#endif
