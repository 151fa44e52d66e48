/* position: a point on the ground. */
#ifndef RELAXD_GRAPH_POSITION_H
#define RELAXD_GRAPH_POSITION_H

#include <stdbool.h>
#include <stdint.h>

/* WGS 84, degrees times 10^7. */
struct position {
    int32_t lon_e7;
    int32_t lat_e7;
};

/* Compares the numbers: -180 and 180 degrees differ. */
static inline bool position_equals(struct position a, struct position b)
{
    return a.lon_e7 == b.lon_e7 && a.lat_e7 == b.lat_e7;
}

/* Whether both numbers are within their range, as broken data's may not be. */
static inline bool position_on_earth(struct position position)
{
    return position.lon_e7 >= -1800000000 && position.lon_e7 <= 1800000000 &&
           position.lat_e7 >= -900000000 && position.lat_e7 <= 900000000;
}

#endif
