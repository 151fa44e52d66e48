/* shape: areas of lines, by GEOS. */
#include "core/service/isochrone/shape.h"

#include <errno.h>
#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/isochrone/geometry.h"

struct shaper {
    GEOSContextHandle_t geos;
    const struct grid *grid;
};

/* A shape is a geometry of polygons in 10^-7 degrees. */
static struct shape *shape_of(GEOSGeometry *geometry)
{
    return (struct shape *)geometry;
}

static const GEOSGeometry *geometry_of(const struct shape *shape)
{
    return (const GEOSGeometry *)shape;
}

struct shaper *shaper_create(const struct grid *grid)
{
    struct shaper *shaper = calloc(1, sizeof(*shaper));

    if (!shaper)
        return NULL;
    *shaper = (struct shaper){GEOS_init_r(), grid};
    if (shaper->geos)
        return shaper;
    free(shaper);
    return NULL;
}

void shaper_destroy(struct shaper *shaper)
{
    if (!shaper)
        return;
    GEOS_finish_r(shaper->geos);
    free(shaper);
}

void shape_destroy(struct shaper *shaper, struct shape *shape)
{
    if (shape)
        GEOSGeom_destroy_r(shaper->geos, (GEOSGeometry *)shape);
}

/* ---- From rings --------------------------------------------------------- */

static double largest_area(const struct contour *contour)
{
    double largest = 0;

    for (size_t i = 0; i < contour->ring_count; i++)
        largest = fmax(largest, contour->ring[i].area);
    return largest;
}

/* The rings from `first` that are of one label: what encloses and its holes. */
static size_t group_end(const struct contour *contour, size_t first)
{
    size_t end = first + 1;

    while (end < contour->ring_count &&
           contour->ring[end].label == contour->ring[first].label)
        end++;
    return end;
}

static GEOSGeometry *make_group(const struct shaper *shaper,
                                const struct contour *contour, size_t first,
                                size_t end, double least)
{
    GEOSGeometry *shell =
        geometry_of_ring(shaper->geos, contour, &contour->ring[first]);
    struct geometry_list holes = {.list = NULL};
    int r = shell ? 0 : -ENOMEM;

    for (size_t i = first + 1; i < end && !r; i++) {
        if (-contour->ring[i].area >= least)
            r = geometry_list_add(
                shaper->geos, &holes,
                geometry_of_ring(shaper->geos, contour, &contour->ring[i]));
    }
    if (!r)
        return geometry_polygon(shaper->geos, shell, &holes);
    if (shell)
        GEOSGeom_destroy_r(shaper->geos, shell);
    geometry_list_finish(shaper->geos, &holes);
    return NULL;
}

/* All that is large enough, in columns and rows. */
static GEOSGeometry *make_groups(const struct shaper *shaper,
                                 const struct contour *contour, double denoise)
{
    double least = denoise * largest_area(contour);
    struct geometry_list groups = {.list = NULL};
    int r = 0;

    for (size_t i = 0, end; i < contour->ring_count && !r; i = end) {
        end = group_end(contour, i);
        if (contour->ring[i].area >= least)
            r = geometry_list_add(shaper->geos, &groups,
                                  make_group(shaper, contour, i, end, least));
    }
    if (!r)
        return geometry_collect(shaper->geos, &groups);
    geometry_list_finish(shaper->geos, &groups);
    return NULL;
}

/* ---- To degrees --------------------------------------------------------- */

static int to_degrees(double *x, double *y, void *context)
{
    const struct grid *grid = context;

    *x = grid->centre_lon_e7 + grid->west_e7 + *x * grid->step_lon_e7;
    *y = grid->south_e7 + *y * grid->step_lat_e7;
    return 1;
}

/* Each of these takes a geometry, which may be NULL, and gives another. */
static GEOSGeometry *simplify(const struct shaper *shaper, double tolerance,
                              GEOSGeometry *given)
{
    GEOSGeometry *simple;

    if (!given || tolerance <= 0)
        return given;
    simple = GEOSTopologyPreserveSimplify_r(shaper->geos, given, tolerance);
    GEOSGeom_destroy_r(shaper->geos, given);
    return simple;
}

static GEOSGeometry *place(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSGeometry *placed;

    if (!given)
        return NULL;
    placed = GEOSGeom_transformXY_r(shaper->geos, given, to_degrees,
                                    (void *)shaper->grid);
    GEOSGeom_destroy_r(shaper->geos, given);
    return geometry_mend(shaper->geos, placed);
}

static GEOSGeometry *fit(const struct shaper *shaper, GEOSGeometry *given,
                         const GEOSGeometry *around)
{
    GEOSGeometry *fitted;

    if (!given)
        return NULL;
    fitted = around ? GEOSIntersectionPrec_r(shaper->geos, given, around, 1)
                    : GEOSGeom_setPrecision_r(shaper->geos, given, 1, 0);
    GEOSGeom_destroy_r(shaper->geos, given);
    return fitted;
}

int shape_make(struct shaper *shaper, const struct contour *contour,
               const struct shape_wish *wish, const struct shape *around,
               struct shape **ret_shape)
{
    GEOSGeometry *geometry = make_groups(shaper, contour, wish->denoise);

    geometry = simplify(shaper, wish->tolerance, geometry);
    geometry = place(shaper, geometry);
    geometry = fit(shaper, geometry, geometry_of(around));
    geometry = geometry_polygons(shaper->geos, geometry);
    if (!geometry)
        return -ENOMEM;
    *ret_shape = shape_of(geometry);
    return 0;
}

/* ---- As rings ----------------------------------------------------------- */

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
static int tell_ring(const struct shaper *shaper, const GEOSGeometry *ring,
                     bool hole, struct isochrone *isochrone)
{
    double *xy;
    size_t count;
    double area_m2;
    int r = geometry_ring_points(shaper->geos, ring, &xy, &count);

    if (r)
        return r;
    area_m2 = ball_area_m2(xy, count);
    r = add_points(isochrone, xy, count, (area_m2 > 0) == hole);
    if (!r)
        r = add_ring(isochrone, count, hole);
    if (!r)
        isochrone->area[isochrone->area_count].area_m2 +=
            hole ? -fabs(area_m2) : fabs(area_m2);
    free(xy);
    return r;
}

static int tell_polygon(const struct shaper *shaper,
                        const GEOSGeometry *polygon,
                        struct isochrone *isochrone)
{
    GEOSContextHandle_t geos = shaper->geos;
    int holes = GEOSGetNumInteriorRings_r(geos, polygon);
    int r = tell_ring(shaper, GEOSGetExteriorRing_r(geos, polygon), false,
                      isochrone);

    for (int i = 0; i < holes && !r; i++)
        r = tell_ring(shaper, GEOSGetInteriorRingN_r(geos, polygon, i), true,
                      isochrone);
    return r;
}

int shape_tell(const struct shaper *shaper, const struct shape *shape,
               uint32_t contour, struct isochrone *isochrone)
{
    const GEOSGeometry *all = geometry_of(shape);
    struct isochrone_area *area = &isochrone->area[isochrone->area_count];
    int count = GEOSGetNumGeometries_r(shaper->geos, all);
    int r = 0;

    *area = (struct isochrone_area){.contour = contour,
                                    .first_ring = isochrone->ring_count};
    for (int i = 0; i < count && !r; i++)
        r = tell_polygon(shaper, GEOSGetGeometryN_r(shaper->geos, all, i),
                         isochrone);
    area->ring_count = isochrone->ring_count - area->first_ring;
    isochrone->area_count++;
    return r;
}
