#include "core/graph/roads/ground.h"

#include <math.h>
#include <stdlib.h>

static const double equator_m = 6378137;
static const double flattening = 1 / 298.257223563;
static const double mean_radius_m = 6371008.8;
static const double radian_e7 = M_PI / 180 / 1e7;

struct ground ground_at(int32_t lat_e7)
{
    double squared_eccentricity = flattening * (2 - flattening);
    double lat = fmax(-90e7, fmin(lat_e7, 90e7)) * radian_e7;
    double bulge = 1 - squared_eccentricity * sin(lat) * sin(lat);
    double across_m = equator_m / sqrt(bulge);
    double along_m = across_m * (1 - squared_eccentricity) / bulge;

    return (struct ground){
        .east_m = across_m * cos(lat) * radian_e7,
        .north_m = along_m * radian_e7,
    };
}

double ground_apart_m(struct position from, struct position to)
{
    int64_t middle_e7 = ((int64_t)from.lat_e7 + to.lat_e7) / 2;
    struct ground ground = ground_at((int32_t)middle_e7);
    double east_m =
        ground.east_m * (double)lon_e7_apart(from.lon_e7, to.lon_e7);
    double north_m = ground.north_m * ((double)to.lat_e7 - from.lat_e7);

    return hypot(east_m, north_m);
}

double ground_apart_in_bands_m(struct position from, struct position to)
{
    int64_t middle_e7 = ((int64_t)from.lat_e7 + to.lat_e7) / 2;
    int64_t band = middle_e7 ? (llabs(middle_e7) - 1) / GROUND_BAND_E7 : 0;
    struct ground ground =
        ground_at((int32_t)(band * GROUND_BAND_E7 + GROUND_BAND_E7 / 2));
    double east_m =
        ground.east_m * (double)lon_e7_apart(from.lon_e7, to.lon_e7);

    return hypot(east_m, ground.north_m * ((double)to.lat_e7 - from.lat_e7));
}

uint64_t ground_apart_mm(struct position from, struct position to,
                         uint32_t grid_e7)
{
    double apart_m = grid_e7 > 1 ? ground_apart_in_bands_m(from, to)
                                 : ground_apart_m(from, to);

    return (uint64_t)floor(apart_m * 1000 + 0.5);
}

struct position ground_between(struct position from, struct position to,
                               double fraction)
{
    double east_e7 = (double)lon_e7_apart(from.lon_e7, to.lon_e7);
    double north_e7 = (double)to.lat_e7 - from.lat_e7;

    if (fraction == 1)
        return to;
    return (struct position){
        (int32_t)lon_e7_wrap(from.lon_e7 + llround(fraction * east_e7)),
        (int32_t)(from.lat_e7 + llround(fraction * north_e7)),
    };
}

double ground_great_circle_m(struct position from, struct position to)
{
    double north = radian_e7 * ((double)to.lat_e7 - from.lat_e7);
    double east = radian_e7 * (double)lon_e7_apart(from.lon_e7, to.lon_e7);
    double shrunk = cos(from.lat_e7 * radian_e7) * cos(to.lat_e7 * radian_e7);
    double haversine = sin(north / 2) * sin(north / 2) +
                       shrunk * sin(east / 2) * sin(east / 2);

    return 2 * mean_radius_m * asin(sqrt(fmin(1, haversine)));
}
