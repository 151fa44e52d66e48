/* polyline: positions as a short text, by Google's "Encoded Polyline Algorithm
 * Format": differences of latitudes and longitudes, five bits a character. */
#ifndef RELAXD_SERVICE_LINE_POLYLINE_H
#define RELAXD_SERVICE_LINE_POLYLINE_H

#include <stddef.h>

#include "core/graph/position.h"

/* That one position takes at most, with a NUL. */
enum { POLYLINE_POINT_SIZE = 16 };

/* What was written last, in units of the precision; zeroed at first. */
struct polyline {
    int64_t lat;
    int64_t lon;
};

/* Writes the next position with `digits` decimals, 5 or 6; returns the number
 * of characters before the NUL. */
size_t polyline_add(struct polyline *polyline, struct position position,
                    unsigned digits, char text[static POLYLINE_POINT_SIZE]);

#endif
