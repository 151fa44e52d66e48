/* tile_frame: the plane of a tile, and lines clipped to it.
 *
 * Web mercator, 2^z by 2^z tiles, x east and y south from the north-west
 * corner, each MVT_EXTENT by MVT_EXTENT units, with TILE_BUFFER more on all
 * sides, so that wide lines do not end at the edge. A table per tile maps
 * latitudes: steps of 4 units are straight to a hundredth of a unit, or a tenth
 * if the tile is the whole world.
 *
 * A line is clipped to the tile, simplified and rounded to whole units. Points
 * are added one by one; each segment is clipped to tile and buffer (Liang and
 * Barsky, "A new concept and method for line clipping", 1984). Where the line
 * leaves the tile a run of points ends. It is thinned (points nearer to the
 * last one than half the tolerance, then Douglas and Peucker's by the other
 * half), rounded and added to the feature, unless it is too small to be
 * seen. */
#ifndef RELAXD_SERVICE_TILE_TILE_FRAME_H
#define RELAXD_SERVICE_TILE_TILE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/segment_tree.h"
#include "core/service/line/polyline.h"
#include "core/service/tile/mvt_writer.h"

enum { TILE_BUFFER = 64, TILE_FRAME_STEPS = 1060 };

struct tile_id {
    uint32_t z; /* [0, TILE_ZOOM_MAX] */
    uint32_t x; /* [0, 2^z) */
    uint32_t y;
};

struct tile_frame {
    double world;       /* width of the world in units */
    double west;        /* units from its west end to the tile's */
    double north;       /* the same, southward */
    double step_lat_e7; /* between entries of the table */
    double low_lat_e7;  /* of the first entry */
    double y[TILE_FRAME_STEPS + 1];
    struct segment_box box; /* of tile and buffer; see below for longitudes */
    int64_t low_lon_e7;     /* longitudes of tile and buffer, possibly beyond
                               180 degrees */
    int64_t high_lon_e7;
};

void tile_frame_init(struct tile_frame *frame, struct tile_id id);

/* The part of the world on tile and buffer after shifting it by `turns`, -1 to
 * 1. False: none. */
bool tile_frame_box(const struct tile_frame *frame, int turns,
                    struct segment_box *ret_box);

/* The tiles of a zoom that a box may be seen on, buffers included; a little
 * more at their edges. A line across 180 degrees is seen on all of them. */
struct tile_range {
    uint32_t west, east, north, south; /* all included */
};
struct tile_range tile_range_of(uint32_t z, const struct segment_box *box);

/* `lon_e7` may be beyond 180 degrees. */
struct plane_point tile_frame_point(const struct tile_frame *frame,
                                    int64_t lon_e7, int32_t lat_e7);

struct tile_line {
    double tolerance; /* largest error of a point, in units */
    double tiny;      /* parts smaller than this in width and height are left
                         out */
    bool begun;       /* `last` is a point of the line */
    struct plane_point last;
    struct plane_point *point; /* [count] of the current part, within tile and
                                 buffer */
    size_t count;
    size_t capacity;
    struct mvt_point *rounded; /* [rounded_capacity] */
    size_t rounded_capacity;
    bool *kept; /* [kept_capacity] */
    size_t kept_capacity;
    bool failed; /* no memory */
};

/* Ready when zeroed, with tolerance and tiny set. */
void tile_line_finish(struct tile_line *line);

/* Adds the line's next point. Finished parts go into the feature. */
void tile_line_add(struct tile_line *line, struct mvt_feature *feature,
                   struct plane_point point);

/* Ends the line; another may begin. */
void tile_line_end(struct tile_line *line, struct mvt_feature *feature);

#endif
