/* tile_frame: where positions lie on a tile, and lines as it shows them.
 *
 * Web mercator, 2^z by 2^z tiles, x east and y south from the north-west
 * corner, each MVT_EXTENT by MVT_EXTENT units, with TILE_BUFFER more on all
 * sides, so that wide lines do not end at the edge. Of latitude a table is made
 * once for each tile, as steps of 4 units are straight to a hundredth of one
 * where the tile is not all of the world, and to a tenth where it is.
 *
 * A line is cut to the tile, with fewer points, on whole units. Points are
 * added one by one; each segment is cut to tile and buffer (Liang and Barsky,
 * "A new concept and method for line clipping", 1984). What leaves the tile
 * ends a run of points, which is thinned (points nearer to the last one than
 * half the tolerance, then Douglas and Peucker's by the other half), rounded
 * and put into the feature, unless it is too small to be seen. */
#ifndef RELAXD_SERVICE_TILE_TILE_FRAME_H
#define RELAXD_SERVICE_TILE_TILE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
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

struct tile_line {
    double tolerance; /* units that a point may be off */
    double tiny;      /* parts that are less wide and high are left out */
    bool begun;       /* `last` is a point of the line */
    struct tile_point last;
    struct tile_point *point; /* [count] of the part, within tile and buffer */
    size_t count;
    size_t capacity;
    struct mvt_point *rounded; /* [rounded_capacity] */
    size_t rounded_capacity;
    bool *kept; /* [kept_capacity] */
    size_t kept_capacity;
    bool failed; /* no memory */
};

/* {0}, but for tolerance and tiny, is ready. */
void tile_line_finish(struct tile_line *line);

/* The line's next point. Parts that end go into the feature. */
void tile_line_add(struct tile_line *line, struct mvt_feature *feature,
                   struct tile_point point);

/* The line is whole; another may begin. */
void tile_line_end(struct tile_line *line, struct mvt_feature *feature);

#endif
