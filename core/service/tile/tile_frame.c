/* tile_frame: where positions lie on a tile. */
#include "core/service/tile/tile_frame.h"

#include <math.h>

#include "core/graph/roads/ground.h"

/* Short of the poles, which are infinitely far. */
static const double lat_max_deg = 89.9;

double tile_west_deg(uint32_t z, double x)
{
    return x / (double)(UINT32_C(1) << z) * 360 - 180;
}

double tile_north_deg(uint32_t z, double y)
{
    double up = M_PI * (1 - 2 * y / (double)(UINT32_C(1) << z));

    return atan(sinh(up)) * 180 / M_PI;
}

/* Units from the world's north end. */
static double down(const struct tile_frame *frame, double lat_e7)
{
    double lat_deg = fmax(-lat_max_deg, fmin(lat_max_deg, lat_e7 / 1e7));
    double sine = sin(lat_deg * M_PI / 180);

    return (0.5 - log((1 + sine) / (1 - sine)) / (4 * M_PI)) * frame->world;
}

/* Outward, so that nothing on the tile is left out. */
static int32_t lat_e7_of(double deg, int outward)
{
    double lat_e7 = fmax(-90e7, fmin(90e7, deg * 1e7 + outward));

    return (int32_t)lround(lat_e7);
}

void tile_frame_init(struct tile_frame *frame, struct tile_id id)
{
    double buffer = (double)TILE_BUFFER / MVT_EXTENT;
    int32_t low = lat_e7_of(tile_north_deg(id.z, id.y + 1 + buffer), -1);
    int32_t high = lat_e7_of(tile_north_deg(id.z, id.y - buffer), 1);

    frame->world = (double)MVT_EXTENT * (double)(UINT32_C(1) << id.z);
    frame->west = (double)MVT_EXTENT * id.x;
    frame->north = (double)MVT_EXTENT * id.y;
    frame->low_lon_e7 = llround(tile_west_deg(id.z, id.x - buffer) * 1e7) - 1;
    frame->high_lon_e7 =
        llround(tile_west_deg(id.z, id.x + 1 + buffer) * 1e7) + 1;
    frame->box.low.lat_e7 = low;
    frame->box.high.lat_e7 = high;
    frame->low_lat_e7 = low;
    frame->step_lat_e7 = ((double)high - low) / TILE_FRAME_STEPS;
    for (int i = 0; i <= TILE_FRAME_STEPS; i++)
        frame->y[i] = down(frame, frame->low_lat_e7 + i * frame->step_lat_e7) -
                      frame->north;
}

static int64_t clamp(int64_t lon_e7)
{
    return lon_e7 < -LON_E7_TURN / 2  ? -LON_E7_TURN / 2
           : lon_e7 > LON_E7_TURN / 2 ? LON_E7_TURN / 2
                                      : lon_e7;
}

bool tile_frame_box(const struct tile_frame *frame, int turns,
                    struct segment_box *ret_box)
{
    int64_t low = frame->low_lon_e7 - turns * LON_E7_TURN;
    int64_t high = frame->high_lon_e7 - turns * LON_E7_TURN;

    if (high < -LON_E7_TURN / 2 || low > LON_E7_TURN / 2)
        return false;
    *ret_box = frame->box;
    ret_box->low.lon_e7 = (int32_t)clamp(low);
    ret_box->high.lon_e7 = (int32_t)clamp(high);
    return true;
}

struct tile_point tile_frame_point(const struct tile_frame *frame,
                                   int64_t lon_e7, int32_t lat_e7)
{
    double steps = (lat_e7 - frame->low_lat_e7) / frame->step_lat_e7;
    struct tile_point point = {
        .x = ((double)lon_e7 / 360e7 + 0.5) * frame->world - frame->west};

    if (steps >= 0 && steps < TILE_FRAME_STEPS) {
        int i = (int)steps;

        point.y = frame->y[i] + (steps - i) * (frame->y[i + 1] - frame->y[i]);
    } else {
        point.y = down(frame, lat_e7) - frame->north;
    }
    return point;
}
