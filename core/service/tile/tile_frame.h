/* tile_frame: where positions lie on a tile.
 *
 * Web mercator, 2^z by 2^z tiles, x east and y south from the north-west
 * corner, each MVT_EXTENT by MVT_EXTENT units, with TILE_BUFFER more on all
 * sides, so that wide lines do not end at the edge. Of latitude a table is made
 * once for each tile, as steps of 4 units are straight to a hundredth of one
 * where the tile is not all of the world, and to a tenth where it is. */
#ifndef RELAXD_SERVICE_TILE_FRAME_H
#define RELAXD_SERVICE_TILE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/segment_tree.h"
#include "core/service/tile/mvt_writer.h"

enum { TILE_BUFFER = 64, TILE_FRAME_STEPS = 1060 };

struct tile_id {
    uint32_t z; /* [0, TILE_ZOOM_MAX] */
    uint32_t x; /* [0, 2^z) */
    uint32_t y;
};

/* On or beside a tile, in its units. */
struct tile_point {
    double x;
    double y;
};

struct tile_frame {
    double world;       /* units that the world is wide */
    double west;        /* units from its west end to the tile's */
    double north;       /* the same, southward */
    double step_lat_e7; /* between entries of the table */
    double low_lat_e7;  /* of the first */
    double y[TILE_FRAME_STEPS + 1];
    struct segment_box box; /* of tile and buffer; longitudes may be beyond 180
                               degrees */
    int64_t low_lon_e7;     /* those */
    int64_t high_lon_e7;
};

void tile_frame_init(struct tile_frame *frame, struct tile_id id);

/* What of the world lies on tile and buffer once it is moved by so many turns,
 * -1 to 1. False: nothing. */
bool tile_frame_box(const struct tile_frame *frame, int turns,
                    struct segment_box *ret_box);

/* `lon_e7` may be beyond 180 degrees. */
struct tile_point tile_frame_point(const struct tile_frame *frame,
                                   int64_t lon_e7, int32_t lat_e7);

/* The ends of a tile in degrees: where a position of such a tile is. */
double tile_west_deg(uint32_t z, double x);
double tile_north_deg(uint32_t z, double y);

#endif
