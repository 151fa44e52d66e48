/* tile_thin: from which zoom level on the roads of a map are shown.
 *
 * A class of roads has its level (tile_class_zoom). A map with few roads, or
 * few to a tile, shows them sooner, that its tiles are not empty: class by
 * class, the more important ones first, each from the least level on from which
 * no tile gets more than TILE_FULL pieces of the classes so far. */
#ifndef RELAXD_SERVICE_TILE_THIN_H
#define RELAXD_SERVICE_TILE_THIN_H

#include "core/service/tile/tile_class.h"

enum { TILE_FULL = 10000 };

struct tile_thinning {
    uint8_t zoom[TILE_CLASS_COUNT]; /* at most tile_class_zoom() */
};

/* 5 bytes a piece while it thinks, and 8 a tile of level 12 that the map spans,
 * which are 128 MiB of the whole world. 0 or -ENOMEM. */
int tile_thin(const struct roads *roads, struct tile_thinning *ret_thinning);

#endif
