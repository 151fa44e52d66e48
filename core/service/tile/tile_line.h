/* tile_line: a line as a tile shows it: cut to the tile, with fewer points, on
 * whole units.
 *
 * Happy path: points are added one by one; each segment is cut to tile and
 * buffer (Liang and Barsky, "A new concept and method for line clipping",
 * 1984). What leaves the tile ends a part, which is thinned (points nearer to
 * the last one than half the tolerance, then Douglas and Peucker's by the other
 * half), rounded and put into the feature, unless it is too small to be seen.
 */
#ifndef RELAXD_SERVICE_TILE_LINE_H
#define RELAXD_SERVICE_TILE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/service/tile/mvt_writer.h"
#include "core/service/tile/tile_frame.h"

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
