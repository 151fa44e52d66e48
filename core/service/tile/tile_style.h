/* tile_style: what a tile says of a piece at a zoom level. */
#ifndef RELAXD_SERVICE_TILE_STYLE_H
#define RELAXD_SERVICE_TILE_STYLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/service/tile/mvt_writer.h"
#include "core/service/tile/tile_class.h"

struct tile_style {
    uint32_t name; /* offsets into the roads' text; 0: none, or not said */
    uint32_t ref;
    uint16_t speed_kmh;
    uint8_t tile_class; /* enum tile_class */
    uint8_t mode;       /* enum travel_mode */
    bool oneway;
    bool is_small;
};

/* Of an edge that is open; `oneway`: its reverse is not. */
struct tile_style tile_style_of(const struct roads *roads, uint32_t edge,
                                bool oneway, unsigned zoom);

/* The same for the same style alone. */
struct tile_key tile_style_key(const struct tile_style *style);

/* Tags of a feature. */
void tile_style_tag(const struct tile_style *style, const struct roads *roads,
                    unsigned zoom, struct mvt_writer *writer,
                    struct mvt_feature *feature);

/* And what is said of an edge alone, from TILE_ZOOM_EACH on. */
void tile_edge_tag(const struct roads *roads, uint32_t edge,
                   struct mvt_writer *writer, struct mvt_feature *feature);

#endif
