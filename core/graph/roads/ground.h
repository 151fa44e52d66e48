/* ground: how long degrees are, on the ellipsoid of WGS 84.
 *
 * Around a position the ground is taken for a plane on which degrees have the
 * length that they have at its latitude. From there, a place at distance D
 * seems nearer or farther by a share of at most 0.2 tan(latitude) D / 6371 km:
 * a part in a thousand at 30 km and 45 degrees, at 17 km and 60 degrees. */
#ifndef RELAXD_GRAPH_ROADS_GROUND_H
#define RELAXD_GRAPH_ROADS_GROUND_H

#include <stdint.h>

#include "core/graph/position.h"

#define LON_E7_TURN INT64_C(3600000000) /* once around */

/* Lengths of 10^-7 degrees. */
struct ground {
    double east_m;
    double north_m;
};

/* At a latitude; beyond a pole what they are there. */
struct ground ground_at(int32_t lat_e7);

/* How far two positions are apart, by the length of degrees half-way: right to
 * a part in ten thousand at 100 km and 60 degrees of latitude. */
double ground_apart_m(struct position from, struct position to);

/* The same on the plane of the middle of the band of latitudes, GROUND_BAND_E7
 * wide, that the middle is in, where they meet the one nearer to the equator:
 * OSRM's measure. */
#define GROUND_BAND_E7 500000
double ground_apart_in_bands_m(struct position from, struct position to);

/* To the mm, as long as a segment between them is on a map whose positions are
 * multiples of that: of 1 or 0 as ground_apart_m() has it, else by bands. */
uint64_t ground_apart_mm(struct position from, struct position to,
                         uint32_t grid_e7);

/* How far two positions are apart along the great circle of a ball of the mean
 * radius, by the haversine: anywhere right to 6 parts in a thousand. */
double ground_great_circle_m(struct position from, struct position to);

/* The same longitude within 180 degrees of 0, of one within 540. */
static inline int64_t lon_e7_wrap(int64_t lon_e7)
{
    if (lon_e7 > LON_E7_TURN / 2)
        return lon_e7 - LON_E7_TURN;
    if (lon_e7 < -LON_E7_TURN / 2)
        return lon_e7 + LON_E7_TURN;
    return lon_e7;
}

/* How far east of `from` it is, the shorter way around: the straight line from
 * one to the other crosses the antimeridian where they are more than half a
 * turn apart in numbers. */
static inline int64_t lon_e7_apart(int32_t from_e7, int32_t to_e7)
{
    return lon_e7_wrap((int64_t)to_e7 - from_e7);
}

/* So far on the straight line from one position to another, 0 to 1. */
struct position ground_between(struct position from, struct position to,
                               double fraction);

#endif
