/* rivers: where water keeps streets apart. */
#include "lab/generate/rivers.h"

#include <math.h>

#include "lab/generate/noise.h"

/* Of the distance between two rivers. */
#define WATER 0.012
#define SHORE 0.06

/* Counts rivers from the left; between two whole numbers is land.
 * Rivers run across the land, the short way, and meander by nearly their
 * distance. */
static double river_field(const struct rivers *rivers, struct point at)
{
    double x = at.x / rivers->distance;
    double y = at.y / rivers->distance;
    double slope = noise_unit(rivers->seed, 0) - 0.5;

    return x + slope * y + noise_unit(rivers->seed, 1) +
           0.8 * noise_rough(rivers->seed, 1.5 * x, 1.5 * y);
}

int32_t rivers_bank(const struct rivers *rivers, struct point at)
{
    return (int32_t)floor(river_field(rivers, at));
}

/* The field's slope, by differences over a small piece of a river's distance.
 */
static struct point river_slope(const struct rivers *rivers, struct point at)
{
    double step = 0.01 * rivers->distance;
    struct point right = {at.x + step, at.y};
    struct point up = {at.x, at.y + step};
    double here = river_field(rivers, at);

    return (struct point){(river_field(rivers, right) - here) / step,
                          (river_field(rivers, up) - here) / step};
}

/* What lies within SHORE of a river is pushed back from it, so that the water
 * itself is WATER wide on both sides of its middle. */
struct point rivers_make_way(const struct rivers *rivers, struct point at)
{
    double field = river_field(rivers, at);
    double off = field - floor(field + 0.5);
    double away = fabs(off) / SHORE;
    struct point slope;
    double push;

    if (away >= 1)
        return at;
    slope = river_slope(rivers, at);
    push = (off < 0 ? -WATER : WATER) * (1 - away) /
           fmax(slope.x * slope.x + slope.y * slope.y,
                0.5 / (rivers->distance * rivers->distance));
    at.x += push * slope.x;
    at.y += push * slope.y;
    return at;
}
