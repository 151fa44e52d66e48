/* rings: the areas of an isochrone, ring by ring. */
#include "core/service/isochrone/rings.h"

#include <errno.h>
#include <math.h>

#include "core/base/array.h"

/* A ball of the ellipsoid's area. */
static const double RADIUS_M = 6371007.2;

/* Above 0 where it runs counterclockwise. */
static double ball_area_m2(const double *xy, size_t count)
{
    const double unit = acos(-1) / 180 / 1e7;
    double sum = 0;

    for (size_t i = 0; i + 1 < count; i++)
        sum += (xy[2 * i] - xy[2 * i + 2]) *
               (2 + sin(xy[2 * i + 1] * unit) + sin(xy[2 * i + 3] * unit));
    return sum * unit * RADIUS_M * RADIUS_M / 2;
}

static int32_t lon_of(double lon_e7)
{
    return (int32_t)lround(fmin(fmax(lon_e7, INT32_MIN), INT32_MAX));
}

static int add_points(struct isochrone *isochrone, const double *xy,
                      size_t count, bool backward)
{
    void *items = isochrone->point;

    if (array_reserve(&items, &isochrone->point_capacity,
                      isochrone->point_count + count,
                      sizeof(*isochrone->point)))
        return -ENOMEM;
    isochrone->point = items;
    for (size_t i = 0; i < count; i++) {
        const double *from = xy + 2 * (backward ? count - 1 - i : i);

        isochrone->point[isochrone->point_count++] = (struct position){
            lon_of(from[0]), (int32_t)lround(fmin(fmax(from[1], -9e8), 9e8))};
    }
    return 0;
}

static int add_ring(struct isochrone *isochrone, size_t count, bool hole)
{
    void *items = isochrone->ring;

    if (array_reserve(&items, &isochrone->ring_capacity,
                      isochrone->ring_count + 1, sizeof(*isochrone->ring)))
        return -ENOMEM;
    isochrone->ring = items;
    isochrone->ring[isochrone->ring_count++] =
        (struct isochrone_ring){isochrone->point_count - count, count, hole};
    return 0;
}

/* Counterclockwise, a hole clockwise. */
int rings_add(struct isochrone *isochrone, const double *xy, size_t count,
              bool hole)
{
    double area_m2 = ball_area_m2(xy, count);
    int r = add_points(isochrone, xy, count, (area_m2 > 0) == hole);

    if (!r)
        r = add_ring(isochrone, count, hole);
    if (!r)
        isochrone->area[isochrone->area_count].area_m2 +=
            hole ? -fabs(area_m2) : fabs(area_m2);
    return r;
}

void rings_begin(struct isochrone *isochrone, uint32_t contour)
{
    isochrone->area[isochrone->area_count] = (struct isochrone_area){
        .contour = contour, .first_ring = isochrone->ring_count};
}

void rings_end(struct isochrone *isochrone)
{
    struct isochrone_area *area = &isochrone->area[isochrone->area_count++];

    area->ring_count = isochrone->ring_count - area->first_ring;
}
