/* tile_draw: draws the roads of a tile. Start reading core/service/tile/ here;
 * api/tile/ caches the tiles.
 *
 * Happy path: the index finds the pieces shown at this zoom, and each gets its
 * style. Below TILE_ZOOM_EACH, pieces of one style become lines where they
 * meet, and all lines of one style a feature; from there on each piece is a
 * feature. Points are projected to the tile's plane, cut, thinned to half a
 * pixel, and encoded, the most important first: features that would make the
 * tile longer than TILE_BYTES_MAX are left out.
 *
 * One layer at all zoom levels, named as in OSRM's tiles, with these
 * properties; from TILE_ZOOM_EACH on a two-way piece whose speeds differ is two
 * features.
 *
 *     from  key         value
 *     0     class       text: "motorway", "primary_link" and so on
 *     8     ref         text, if the road has one
 *     12    name        text, if it has one; for motorways, trunk and primary
 *                       roads without a number from 10 on
 *     12    speed       km/h, the mean along it, whole; 0: closed
 *     12    free_flow   the same by the import's weights
 *     12    oneway      bool
 *     12    is_small    bool: in a part of the map without a way out
 *     12    mode        text, travel_mode_name()
 *     16    duration    seconds; a closed one has neither this nor the next 2
 *     16    weight      seconds, or metres if the profile weighs distance
 *     16    rate        3.6 metres by weight: km/h if weight is time
 *     16    datasource  text */
#ifndef RELAXD_SERVICE_TILE_DRAW_H
#define RELAXD_SERVICE_TILE_DRAW_H

#include "core/base/error.h"
#include "core/service/tile/mvt_writer.h"
#include "core/service/tile/tile_frame.h"
#include "core/service/tile/tile_index.h"
#include "core/service/tile/tile_style.h"

#define TILE_LAYER "speeds"

enum {
    TILE_ZOOM_REF = 8,
    TILE_ZOOM_MAIN_NAME = 10,
    TILE_ZOOM_NAME = 12,
    TILE_ZOOM_EACH = 16,     /* from here on pieces are not joined */
    TILE_BYTES_MAX = 480000, /* of features */
    TILE_PIXEL = 8,          /* units: tiles are shown 512 pixels wide */
};

/* The properties in the order of the layer's keys; types are "String", "Number"
 * and "Boolean". */
struct tile_property {
    const char *key;
    const char *type;
};
extern const struct tile_property tile_properties[];
extern const size_t tile_property_count;

/* With these weights, which it shows from TILE_ZOOM_NAME on. An empty tile has
 * no bytes. 0 or -ENOMEM, with words. Any thread. */
int tile_draw(const struct tile_index *index, struct tile_weights weights,
              struct tile_id id, struct mvt_bytes *ret_tile,
              struct error *error);

#endif
