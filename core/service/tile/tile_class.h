/* tile_class: what kind of road a piece is on a map to look at, and from which
 * zoom level on it is shown. tile_thin.h says what becomes of that on a map.
 *
 * By class, mode and, of local roads, rank: the ranks of the profiles that come
 * with relaxd, 8 and 9 for tertiary, 13 for service roads, from 14 on what is
 * no street. */
#ifndef RELAXD_SERVICE_TILE_CLASS_H
#define RELAXD_SERVICE_TILE_CLASS_H

#include "core/graph/roads/roads.h"

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

/* "motorway", "primary_link" and so on. */
const char *tile_class_name(enum tile_class tile_class);

/* The least zoom level at which it is shown where there are many roads. */
unsigned tile_class_zoom(enum tile_class tile_class);

#endif
