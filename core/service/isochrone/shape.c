/* shape: writes rings from plain contours or from GEOS geometries.
 *
 * GEOS fails only for lack of memory: anything else that it could reject is
 * repaired before. */
#include "core/service/isochrone/shape.h"

#include <errno.h>
#include <geos_c.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/geos_context.h"
#include "core/service/isochrone/isochrone.h"

/* ---- Rings of an isochrone ---------------------------------------------- */

/* A sphere with the ellipsoid's area. */
static const double RADIUS_M = 6371007.2;

/* Above 0 for counterclockwise. */
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

static int add_ring_points(struct isochrone *isochrone, const double *xy,
                           size_t count, bool backward)
{
    if (array_reserve(&isochrone->point, &isochrone->point_capacity,
                      isochrone->point_count + count,
                      sizeof(*isochrone->point)))
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        const double *from = xy + 2 * (backward ? count - 1 - i : i);

        isochrone->point[isochrone->point_count++] = (struct position){
            lon_of(from[0]), (int32_t)lround(fmin(fmax(from[1], -9e8), 9e8))};
    }
    return 0;
}

static int add_ring_of(struct isochrone *isochrone, size_t count, bool hole)
{
    struct isochrone_ring ring = {isochrone->point_count - count, count, hole};

    return array_append(&isochrone->ring, &isochrone->ring_count,
                        &isochrone->ring_capacity, &ring, sizeof(ring));
}

/* Adds a ring, counterclockwise, or a hole, clockwise. `xy`: [count] points in
 * 10^-7 degrees, whole numbers, the first repeated at the end, in either
 * direction. 0 or -ENOMEM. */
static int rings_add(struct isochrone *isochrone, const double *xy,
                     size_t count, bool hole)
{
    double area_m2 = ball_area_m2(xy, count);
    int r = add_ring_points(isochrone, xy, count, (area_m2 > 0) == hole);

    if (!r)
        r = add_ring_of(isochrone, count, hole);
    if (!r)
        isochrone->area[isochrone->area_count].area_m2 +=
            hole ? -fabs(area_m2) : fabs(area_m2);
    return r;
}

/* Begin an area, add its rings, each hole after its outer ring, and end it even
 * if a ring failed. */
static void rings_begin(struct isochrone *isochrone, uint32_t contour)
{
    isochrone->area[isochrone->area_count] = (struct isochrone_area){
        .contour = contour, .first_ring = isochrone->ring_count};
}

static void rings_end(struct isochrone *isochrone)
{
    struct isochrone_area *area = &isochrone->area[isochrone->area_count++];

    area->ring_count = isochrone->ring_count - area->first_ring;
}

/* ---- Plain contours ----------------------------------------------------- */

struct spot {
    double x; /* whole numbers of 10^-7 degrees */
    double y;
};

static int64_t apart(double from, double to)
{
    return (int64_t)(to - from);
}

static struct spot spot_of(const struct grid *grid,
                           const struct contour_point *point)
{
    return (struct spot){round(grid_lon_e7(grid, point->x)),
                         round(grid_lat_e7(grid, point->y))};
}

/* Exact: 360 degrees by 180 stay below 2^63. */
static bool is_between(struct spot before, struct spot at, struct spot after)
{
    return apart(before.x, at.x) * apart(at.y, after.y) ==
           apart(before.y, at.y) * apart(at.x, after.x);
}

/* Writes to `spots`, [ring->count + 1], the first repeated at the end. Returns
 * how many. */
static size_t place_ring(const struct grid *grid, const struct contour *lines,
                         const struct contour_ring *ring, struct spot *spots)
{
    const struct contour_point *point = lines->point + ring->first;
    struct spot before = spot_of(grid, &point[ring->count - 1]);
    struct spot at = spot_of(grid, &point[0]);
    size_t count = 0;

    for (size_t i = 0; i < ring->count; i++) {
        struct spot after = spot_of(grid, &point[(i + 1) % ring->count]);

        if (!is_between(before, at, after)) {
            spots[count++] = at;
            before = at;
        }
        at = after;
    }
    spots[count] = spots[0];
    return count + 1;
}

static int outline_ring(const struct grid *grid, const struct contour *lines,
                        const struct contour_ring *ring, struct spot *spots,
                        struct isochrone *isochrone)
{
    size_t count = place_ring(grid, lines, ring, spots);

    return rings_add(isochrone, &spots->x, count, ring->area < 0);
}

static size_t longest_ring(const struct contour *lines)
{
    size_t longest = 0;

    for (size_t i = 0; i < lines->ring_count; i++) {
        if (lines->ring[i].count > longest)
            longest = lines->ring[i].count;
    }
    return longest;
}

int outline_write(const struct grid *grid, const struct contour *lines,
                  uint32_t contour, struct isochrone *isochrone)
{
    struct spot *spots = array_alloc(longest_ring(lines) + 1, sizeof(*spots));
    int r = 0;

    if (!spots)
        return -ENOMEM;
    rings_begin(isochrone, contour);
    for (size_t i = 0; i < lines->ring_count && !r; i++) {
        if (!lines->ring[i].left_out)
            r = outline_ring(grid, lines, &lines->ring[i], spots, isochrone);
    }
    rings_end(isochrone);
    free(spots);
    return r;
}

/* ---- Geometries --------------------------------------------------------- */

/* Owns its geometries. */
struct geometry_list {
    GEOSGeometry **list; /* [count] */
    size_t count;
    size_t capacity;
};

/* Takes ownership of the geometry, also on failure; NULL means that making it
 * failed. 0 or -ENOMEM. */
static int geometry_list_add(GEOSContextHandle_t geos,
                             struct geometry_list *list, GEOSGeometry *geometry)
{
    if (!geometry)
        return -ENOMEM;
    if (!array_append(&list->list, &list->count, &list->capacity, &geometry,
                      sizeof(geometry)))
        return 0;
    GEOSGeom_destroy_r(geos, geometry);
    return -ENOMEM;
}

static void geometry_list_finish(GEOSContextHandle_t geos,
                                 struct geometry_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        GEOSGeom_destroy_r(geos, list->list[i]);
    free(list->list);
}

/* A closed ring, in columns and rows. NULL: out of memory. */
static GEOSGeometry *geometry_of_ring(GEOSContextHandle_t geos,
                                      const struct contour *contour,
                                      const struct contour_ring *ring)
{
    const struct contour_point *point = contour->point + ring->first;
    double *xy = array_alloc(ring->count + 1, 2 * sizeof(*xy));
    GEOSCoordSequence *points;

    if (!xy)
        return NULL;
    for (size_t i = 0; i <= ring->count; i++) {
        xy[2 * i] = point[i % ring->count].x;
        xy[2 * i + 1] = point[i % ring->count].y;
    }
    points = GEOSCoordSeq_copyFromBuffer_r(geos, xy, (unsigned)ring->count + 1,
                                           0, 0);
    free(xy);
    return points ? GEOSGeom_createLinearRing_r(geos, points) : NULL;
}

/* Several polygons as one geometry, which takes ownership of them; ends the
 * list. NULL: out of memory. */
static GEOSGeometry *geometry_collect(GEOSContextHandle_t geos,
                                      struct geometry_list *polygons)
{
    GEOSGeometry *all = GEOSGeom_createCollection_r(
        geos, GEOS_MULTIPOLYGON, polygons->list, (unsigned)polygons->count);

    free(polygons->list);
    return all;
}

static int add_polygons(GEOSContextHandle_t geos, const GEOSGeometry *from,
                        struct geometry_list *list)
{
    int r = 0;

    if (GEOSGeomTypeId_r(geos, from) == GEOS_POLYGON)
        return GEOSisEmpty_r(geos, from)
                   ? 0
                   : geometry_list_add(geos, list,
                                       GEOSGeom_clone_r(geos, from));
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, from) && !r; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos, from, i);

        if (part != from)
            r = add_polygons(geos, part, list);
    }
    return r;
}

/* The points of a ring, x and y alternating; the caller free()s them. 0 or
 * -ENOMEM. */
static int geometry_ring_points(GEOSContextHandle_t geos,
                                const GEOSGeometry *ring, double **ret_xy,
                                size_t *ret_count)
{
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(geos, ring);
    unsigned count;
    double *xy;

    if (!points || !GEOSCoordSeq_getSize_r(geos, points, &count))
        return -ENOMEM;
    xy = array_alloc(count, 2 * sizeof(*xy));
    if (!xy)
        return -ENOMEM;
    if (!GEOSCoordSeq_copyToBuffer_r(geos, points, xy, 0, 0)) {
        free(xy);
        return -ENOMEM;
    }
    *ret_xy = xy;
    *ret_count = count;
    return 0;
}

/* ---- Shapes ------------------------------------------------------------- */

struct shaper {
    GEOSContextHandle_t geos;
    const struct grid *grid;
    double tolerance;
    GEOSGeometry *drawn; /* the last area, polygons in 10^-7 degrees; NULL */
};

struct shaper *shaper_create(const struct grid *grid, double tolerance)
{
    struct shaper *shaper = calloc(1, sizeof(*shaper));

    if (!shaper)
        return NULL;
    *shaper = (struct shaper){geos_context_create(), grid, tolerance, NULL};
    if (shaper->geos)
        return shaper;
    free(shaper);
    return NULL;
}

void shaper_destroy(struct shaper *shaper)
{
    if (!shaper)
        return;
    if (shaper->drawn)
        GEOSGeom_destroy_r(shaper->geos, shaper->drawn);
    GEOS_finish_r(shaper->geos);
    free(shaper);
}

/* ---- From rings --------------------------------------------------------- */

/* The end of the rings of one label from `first`: an outer ring and its
 * holes. */
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
                                size_t end)
{
    GEOSGeometry *shell =
        geometry_of_ring(shaper->geos, contour, &contour->ring[first]);
    struct geometry_list holes = {.list = NULL};
    GEOSGeometry *polygon;
    int r = shell ? 0 : -ENOMEM;

    for (size_t i = first + 1; i < end && !r; i++) {
        if (!contour->ring[i].left_out)
            r = geometry_list_add(
                shaper->geos, &holes,
                geometry_of_ring(shaper->geos, contour, &contour->ring[i]));
    }
    if (!r) {
        /* Takes ownership of shell and holes. */
        polygon = GEOSGeom_createPolygon_r(shaper->geos, shell, holes.list,
                                           (unsigned)holes.count);
        free(holes.list);
        return polygon;
    }
    if (shell)
        GEOSGeom_destroy_r(shaper->geos, shell);
    geometry_list_finish(shaper->geos, &holes);
    return NULL;
}

/* All rings that are not left out, in columns and rows. */
static GEOSGeometry *make_groups(const struct shaper *shaper,
                                 const struct contour *contour)
{
    struct geometry_list groups = {.list = NULL};
    int r = 0;

    for (size_t i = 0, end; i < contour->ring_count && !r; i = end) {
        end = group_end(contour, i);
        if (!contour->ring[i].left_out)
            r = geometry_list_add(shaper->geos, &groups,
                                  make_group(shaper, contour, i, end));
    }
    if (!r)
        return geometry_collect(shaper->geos, &groups);
    geometry_list_finish(shaper->geos, &groups);
    return NULL;
}

/* ---- To degrees --------------------------------------------------------- */

/* Consumes a geometry and returns another; NULL: out of memory. */
typedef GEOSGeometry *step(const struct shaper *shaper, GEOSGeometry *given);

static int to_degrees(double *x, double *y, void *context)
{
    const struct grid *grid = context;

    *x = grid_lon_e7(grid, *x);
    *y = grid_lat_e7(grid, *y);
    return 1;
}

static GEOSGeometry *simplify(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSGeometry *simple =
        GEOSTopologyPreserveSimplify_r(shaper->geos, given, shaper->tolerance);

    GEOSGeom_destroy_r(shaper->geos, given);
    return simple;
}

static GEOSGeometry *locate(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSGeometry *placed = GEOSGeom_transformXY_r(
        shaper->geos, given, to_degrees, (void *)shaper->grid);

    GEOSGeom_destroy_r(shaper->geos, given);
    return placed;
}

/* A valid one that covers the same area. */
static GEOSGeometry *mend(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSContextHandle_t geos = shaper->geos;
    GEOSMakeValidParams *params;
    GEOSGeometry *mended = NULL;
    char valid = GEOSisValid_r(geos, given);

    if (valid == 1)
        return given;
    params = valid == 0 ? GEOSMakeValidParams_create_r(geos) : NULL;
    if (params) {
        GEOSMakeValidParams_setMethod_r(geos, params,
                                        GEOS_MAKE_VALID_STRUCTURE);
        mended = GEOSMakeValidWithParams_r(geos, given, params);
        GEOSMakeValidParams_destroy_r(geos, params);
    }
    GEOSGeom_destroy_r(geos, given);
    return mended;
}

/* Within the area drawn before. */
static GEOSGeometry *fit(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSContextHandle_t geos = shaper->geos;
    GEOSGeometry *fitted =
        shaper->drawn ? GEOSIntersectionPrec_r(geos, given, shaper->drawn, 1)
                      : GEOSGeom_setPrecision_r(geos, given, 1, 0);

    GEOSGeom_destroy_r(geos, given);
    return fitted;
}

/* Its polygons only. */
static GEOSGeometry *pick(const struct shaper *shaper, GEOSGeometry *given)
{
    GEOSContextHandle_t geos = shaper->geos;
    struct geometry_list list = {.list = NULL};
    int r;

    if (GEOSGeomTypeId_r(geos, given) == GEOS_MULTIPOLYGON)
        return given;
    r = add_polygons(geos, given, &list);
    GEOSGeom_destroy_r(geos, given);
    if (!r)
        return geometry_collect(geos, &list);
    geometry_list_finish(geos, &list);
    return NULL;
}

/* 0, -ENOMEM or -ECANCELED. */
static int shape(const struct shaper *shaper, const struct contour *lines,
                 struct cancel *cancel, GEOSGeometry **ret_geometry)
{
    static step *const steps[] = {simplify, locate, mend, fit, pick};
    GEOSGeometry *geometry = make_groups(shaper, lines);

    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps) && geometry; i++) {
        if (cancel_due(cancel)) {
            GEOSGeom_destroy_r(shaper->geos, geometry);
            return -ECANCELED;
        }
        geometry = steps[i](shaper, geometry);
    }
    *ret_geometry = geometry;
    return geometry ? 0 : -ENOMEM;
}

/* ---- As rings ----------------------------------------------------------- */

static int write_ring(const struct shaper *shaper, const GEOSGeometry *ring,
                      bool hole, struct isochrone *isochrone)
{
    double *xy;
    size_t count;
    int r = geometry_ring_points(shaper->geos, ring, &xy, &count);

    if (r)
        return r;
    r = rings_add(isochrone, xy, count, hole);
    free(xy);
    return r;
}

static int write_polygon(const struct shaper *shaper,
                         const GEOSGeometry *polygon,
                         struct isochrone *isochrone)
{
    GEOSContextHandle_t geos = shaper->geos;
    int holes = GEOSGetNumInteriorRings_r(geos, polygon);
    int r = write_ring(shaper, GEOSGetExteriorRing_r(geos, polygon), false,
                       isochrone);

    for (int i = 0; i < holes && !r; i++)
        r = write_ring(shaper, GEOSGetInteriorRingN_r(geos, polygon, i), true,
                       isochrone);
    return r;
}

int shaper_draw(struct shaper *shaper, const struct contour *lines,
                struct cancel *cancel, uint32_t contour,
                struct isochrone *isochrone)
{
    GEOSGeometry *all;
    int r = shape(shaper, lines, cancel, &all);

    if (r)
        return r;
    if (shaper->drawn)
        GEOSGeom_destroy_r(shaper->geos, shaper->drawn);
    shaper->drawn = all;
    rings_begin(isochrone, contour);
    for (int i = 0; i < GEOSGetNumGeometries_r(shaper->geos, all) && !r; i++)
        r = write_polygon(shaper, GEOSGetGeometryN_r(shaper->geos, all, i),
                          isochrone);
    rings_end(isochrone);
    return r;
}
