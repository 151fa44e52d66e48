/* geometry: GEOS's geometries, made and taken apart. */
#include "core/service/isochrone/geometry.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int geometry_list_add(GEOSContextHandle_t geos, struct geometry_list *list,
                      GEOSGeometry *geometry)
{
    void *items = list->list;

    if (!geometry)
        return -ENOMEM;
    if (array_reserve(&items, &list->capacity, list->count + 1,
                      sizeof(geometry))) {
        GEOSGeom_destroy_r(geos, geometry);
        return -ENOMEM;
    }
    list->list = items;
    list->list[list->count++] = geometry;
    return 0;
}

void geometry_list_finish(GEOSContextHandle_t geos, struct geometry_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        GEOSGeom_destroy_r(geos, list->list[i]);
    free(list->list);
    *list = (struct geometry_list){.list = NULL};
}

/* What was handed over is no longer the list's. */
static void forget(struct geometry_list *list)
{
    free(list->list);
    *list = (struct geometry_list){.list = NULL};
}

GEOSGeometry *geometry_of_ring(GEOSContextHandle_t geos,
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

GEOSGeometry *geometry_polygon(GEOSContextHandle_t geos, GEOSGeometry *shell,
                               struct geometry_list *holes)
{
    GEOSGeometry *polygon = GEOSGeom_createPolygon_r(geos, shell, holes->list,
                                                     (unsigned)holes->count);

    forget(holes);
    return polygon;
}

GEOSGeometry *geometry_collect(GEOSContextHandle_t geos,
                               struct geometry_list *polygons)
{
    GEOSGeometry *all = GEOSGeom_createCollection_r(
        geos, GEOS_MULTIPOLYGON, polygons->list, (unsigned)polygons->count);

    forget(polygons);
    return all;
}

GEOSGeometry *geometry_mend(GEOSContextHandle_t geos, GEOSGeometry *given)
{
    GEOSMakeValidParams *params;
    GEOSGeometry *mended = NULL;
    char valid = given ? GEOSisValid_r(geos, given) : 1;

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

GEOSGeometry *geometry_polygons(GEOSContextHandle_t geos, GEOSGeometry *given)
{
    struct geometry_list list = {.list = NULL};
    int r;

    if (!given || GEOSGeomTypeId_r(geos, given) == GEOS_MULTIPOLYGON)
        return given;
    r = add_polygons(geos, given, &list);
    GEOSGeom_destroy_r(geos, given);
    if (!r)
        return geometry_collect(geos, &list);
    geometry_list_finish(geos, &list);
    return NULL;
}

int geometry_ring_points(GEOSContextHandle_t geos, const GEOSGeometry *ring,
                         double **ret_xy, size_t *ret_count)
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
