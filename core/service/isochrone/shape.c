/* shape: areas of lines, by GEOS. */
#include "core/service/isochrone/shape.h"

#include <errno.h>
#include <geos_c.h>
#include <stdlib.h>

#include "core/service/isochrone/geometry.h"
#include "core/service/isochrone/geos_context.h"
#include "core/service/isochrone/rings.h"

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
    *shaper = (struct shaper){geos_context_create(), grid};
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
                                size_t end)
{
    GEOSGeometry *shell =
        geometry_of_ring(shaper->geos, contour, &contour->ring[first]);
    struct geometry_list holes = {.list = NULL};
    int r = shell ? 0 : -ENOMEM;

    for (size_t i = first + 1; i < end && !r; i++) {
        if (!contour->ring[i].left_out)
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

/* All that is not left out, in columns and rows. */
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

/* What all steps work by. */
struct making {
    struct shaper *shaper;
    double tolerance;
    const GEOSGeometry *around; /* or NULL */
};

/* Takes a geometry and gives another; NULL: out of memory. */
typedef GEOSGeometry *step(const struct making *making, GEOSGeometry *given);

static int to_degrees(double *x, double *y, void *context)
{
    const struct grid *grid = context;

    *x = grid_lon_e7(grid, *x);
    *y = grid_lat_e7(grid, *y);
    return 1;
}

static GEOSGeometry *simplify(const struct making *making, GEOSGeometry *given)
{
    GEOSContextHandle_t geos = making->shaper->geos;
    GEOSGeometry *simple =
        GEOSTopologyPreserveSimplify_r(geos, given, making->tolerance);

    GEOSGeom_destroy_r(geos, given);
    return simple;
}

static GEOSGeometry *place(const struct making *making, GEOSGeometry *given)
{
    struct shaper *shaper = making->shaper;
    GEOSGeometry *placed = GEOSGeom_transformXY_r(
        shaper->geos, given, to_degrees, (void *)shaper->grid);

    GEOSGeom_destroy_r(shaper->geos, given);
    return placed;
}

static GEOSGeometry *mend(const struct making *making, GEOSGeometry *given)
{
    return geometry_mend(making->shaper->geos, given);
}

static GEOSGeometry *fit(const struct making *making, GEOSGeometry *given)
{
    GEOSContextHandle_t geos = making->shaper->geos;
    GEOSGeometry *fitted =
        making->around ? GEOSIntersectionPrec_r(geos, given, making->around, 1)
                       : GEOSGeom_setPrecision_r(geos, given, 1, 0);

    GEOSGeom_destroy_r(geos, given);
    return fitted;
}

static GEOSGeometry *pick(const struct making *making, GEOSGeometry *given)
{
    return geometry_polygons(making->shaper->geos, given);
}

int shape_make(struct shaper *shaper, const struct contour *contour,
               const struct shape_wish *wish, const struct shape *around,
               struct shape **ret_shape)
{
    static step *const steps[] = {simplify, place, mend, fit, pick};
    struct making making = {shaper, wish->tolerance, geometry_of(around)};
    GEOSGeometry *geometry = make_groups(shaper, contour);

    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps) && geometry; i++) {
        if (cancel_due(wish->cancel)) {
            GEOSGeom_destroy_r(shaper->geos, geometry);
            return -ECANCELED;
        }
        geometry = steps[i](&making, geometry);
    }
    if (!geometry)
        return -ENOMEM;
    *ret_shape = shape_of(geometry);
    return 0;
}

/* ---- As rings ----------------------------------------------------------- */

static int tell_ring(const struct shaper *shaper, const GEOSGeometry *ring,
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
    int count = GEOSGetNumGeometries_r(shaper->geos, all);
    int r = 0;

    rings_begin(isochrone, contour);
    for (int i = 0; i < count && !r; i++)
        r = tell_polygon(shaper, GEOSGetGeometryN_r(shaper->geos, all, i),
                         isochrone);
    rings_end(isochrone);
    return r;
}
