/* foot: the place on a segment that is below a position, in web mercator. */
#include "core/service/place/foot.h"

#include <math.h>
#include <stdlib.h>

#include "core/graph/roads/ground.h"

static const double radian_e7 = M_PI / 180 / 1e7;
static const int32_t lat_e7_most = 850500000;

static double north_of(int32_t lat_e7)
{
    return atanh(sin(lat_e7 * radian_e7));
}

static int32_t lat_of(double north)
{
    return (int32_t)lround(atan(sinh(north)) / radian_e7);
}

static bool is_on_plane(struct position position)
{
    return abs(position.lat_e7) <= lat_e7_most;
}

void foot_in_mercator(const struct roads *roads, struct position position,
                      struct near_segment *near)
{
    const struct position *end =
        &roads->node_position[near->segment + near->piece];
    int64_t along_e7 = lon_e7_apart(end[0].lon_e7, end[1].lon_e7);
    double begin = north_of(end[0].lat_e7);
    double x = (double)along_e7 * radian_e7;
    double y = north_of(end[1].lat_e7) - begin;
    double to_x =
        (double)lon_e7_apart(end[0].lon_e7, position.lon_e7) * radian_e7;
    double to_y = north_of(position.lat_e7) - begin;
    double reach = x * to_x + y * to_y;
    double length = x * x + y * y;

    if (!is_on_plane(end[0]) || !is_on_plane(end[1]) || !is_on_plane(position))
        return;
    near->fraction = length > 0 ? fmin(fmax(reach / length, 0), 1) : 0;
    near->position = end[near->fraction == 1];
    if (near->fraction == 0 || near->fraction == 1)
        return;
    near->position.lon_e7 = (int32_t)lon_e7_wrap(
        end[0].lon_e7 + llround(near->fraction * (double)along_e7));
    near->position.lat_e7 = lat_of(begin + near->fraction * y);
}
