/* polyline: a line of positions as a short text, and with fewer points.
 *
 * The text is Google's "Encoded Polyline Algorithm Format": differences of
 * latitudes and longitudes, five bits a character.
 *
 * Simplification follows Douglas and Peucker, "Algorithms for the reduction of
 * the number of points required to represent a digitized line or its
 * caricature", 1973, on the web mercator plane. The tolerance depends on the
 * zoom level of a web map with tiles of 256 pixels: points at most five pixels
 * off the line are dropped, as in OSRM's overviews. */
#ifndef RELAXD_SERVICE_LINE_POLYLINE_H
#define RELAXD_SERVICE_LINE_POLYLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/graph/roads/segment_tree.h"

/* The longest text of one position, with a NUL. */
enum { POLYLINE_POINT_SIZE = 16 };

/* The position written last, in units of the precision; zeroed at first. */
struct polyline {
    int64_t lat;
    int64_t lon;
};

/* Writes the next position with `digits` decimals, 5 or 6; returns the number
 * of characters before the NUL. */
size_t polyline_add(struct polyline *polyline, struct position position,
                    unsigned digits, char text[static POLYLINE_POINT_SIZE]);

/* ---- With fewer points --------------------------------------------------- */

struct plane_point {
    double x;
    double y;
};

/* Marks the points to keep, [count], at least one, always the first and the
 * last: no dropped one is farther from the line than the root of `most`. */
void simplify_points(const struct plane_point *points, size_t count,
                     double most, bool *ret_keep);

enum { SIMPLIFY_ZOOM_MAX = 18 };

/* The largest zoom level at which the box fits on 8 by 5 tiles, [1, 18]; 1 if
 * it is empty or a point. */
unsigned simplify_zoom(const struct segment_box *box);

/* Chooses the positions to keep, always the first and the last: `ret_kept` is
 * [count] indices, ascending. Returns how many; 0 if memory is short or the
 * line is empty. Takes about count * log(count) steps on lines that do not wind
 * around themselves. */
size_t simplify_line(const struct position *line, size_t count, unsigned zoom,
                     size_t *ret_kept);

#endif
