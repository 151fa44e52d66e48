/* ground: lengths of degrees on the ellipsoid of WGS 84.
 *
 * Around a position the ground is taken for a plane on which degrees have their
 * length at its latitude. From there, a point at distance D seems nearer or
 * farther by a share of at most 0.2 tan(latitude) D / 6371 km: a part in a
 * thousand at 30 km and 45 degrees, at 17 km and 60 degrees. */
#ifndef RELAXD_GRAPH_ROADS_GROUND_H
#define RELAXD_GRAPH_ROADS_GROUND_H

#include <stdint.h>

#include "core/graph/position.h"

#define LON_E7_TURN INT64_C(3600000000) /* a full turn */

/* Lengths of 10^-7 degrees. */
struct ground {
    double east_m;
    double north_m;
};

/* At a latitude; beyond a pole, as at the pole. */
struct ground ground_at(int32_t lat_e7);

/* The distance of two positions, by the length of degrees half-way: exact to a
 * part in ten thousand at 100 km and 60 degrees of latitude. */
double ground_apart_m(struct position from, struct position to);

/* The same on the plane of the middle of a band of latitudes, GROUND_BAND_E7
 * wide: the band that contains the mean latitude; on a border, the one nearer
 * to the equator. This is OSRM's measure. */
#define GROUND_BAND_E7 500000
double ground_apart_in_bands_m(struct position from, struct position to);

/* The length of a segment in mm on a map whose positions are multiples of
 * `grid_e7`: if that is 1 or 0 as ground_apart_m() has it, else by bands. */
uint64_t ground_apart_mm(struct position from, struct position to,
                         uint32_t grid_e7);

/* The great-circle distance on a sphere of the mean radius, by the haversine:
 * exact to 6 parts in a thousand anywhere. */
double ground_great_circle_m(struct position from, struct position to);

/* Wraps a longitude within 540 degrees of 0 to within 180. */
static inline int64_t lon_e7_wrap(int64_t lon_e7)
{
    if (lon_e7 > LON_E7_TURN / 2)
        return lon_e7 - LON_E7_TURN;
    if (lon_e7 < -LON_E7_TURN / 2)
        return lon_e7 + LON_E7_TURN;
    return lon_e7;
}

/* The signed difference of longitudes, the shorter way around: the straight
 * line crosses the antimeridian if the numbers differ by more than half a
 * turn. */
static inline int64_t lon_e7_apart(int32_t from_e7, int32_t to_e7)
{
    return lon_e7_wrap((int64_t)to_e7 - from_e7);
}

/* The point at `fraction`, 0 to 1, of the straight line between two
 * positions. */
struct position ground_between(struct position from, struct position to,
                               double fraction);

#endif
