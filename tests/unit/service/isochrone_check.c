/* isochrone_check: checks areas with GEOS, and nodes with a search. */
#include "tests/unit/service/isochrone_check.h"

#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/roads/ground.h"
#include "core/weighting/weighting.h"
#include "tests/unit/cmocka_all.h"

/* In metres: the tolerance for smoothing, the grid and simplifying, and the
 * length of a straight part of a town's roads. */
enum { CELLS_OFF = 2, PART_M = 100 };

/* ---- Geometry ----------------------------------------------------------- */

static GEOSGeometry *ring_geometry(GEOSContextHandle_t geos,
                                   const struct isochrone *made, size_t ring)
{
    const struct isochrone_ring *at = &made->ring[ring];
    GEOSCoordSequence *points =
        GEOSCoordSeq_create_r(geos, (unsigned)at->count, 2);

    for (size_t i = 0; i < at->count; i++)
        GEOSCoordSeq_setXY_r(geos, points, (unsigned)i,
                             made->point[at->first + i].lon_e7,
                             made->point[at->first + i].lat_e7);
    return GEOSGeom_createLinearRing_r(geos, points);
}

/* The polygon whose shell is ring *ring; advances *ring to the next shell. */
static GEOSGeometry *polygon_geometry(GEOSContextHandle_t geos,
                                      const struct isochrone *made,
                                      size_t *ring, size_t end)
{
    GEOSGeometry *shell = ring_geometry(geos, made, *ring);
    GEOSGeometry **holes = array_alloc(end - *ring, sizeof(*holes));
    GEOSGeometry *polygon;
    unsigned count = 0;

    assert_non_null(holes);
    assert_false(made->ring[*ring].hole);
    for (++*ring; *ring < end && made->ring[*ring].hole; ++*ring)
        holes[count++] = ring_geometry(geos, made, *ring);
    polygon = GEOSGeom_createPolygon_r(geos, shell, holes, count);
    free(holes);
    return polygon;
}

static GEOSGeometry *area_geometry(GEOSContextHandle_t geos,
                                   const struct isochrone *made, size_t area)
{
    size_t ring = made->area[area].first_ring;
    size_t end = ring + made->area[area].ring_count;
    GEOSGeometry **parts = array_alloc(end - ring + 1, sizeof(*parts));
    GEOSGeometry *all;
    unsigned count = 0;

    assert_non_null(parts);
    while (ring < end)
        parts[count++] = polygon_geometry(geos, made, &ring, end);
    all = GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, parts, count);
    free(parts);
    return all;
}

static double signed_area(const struct isochrone *made, size_t ring)
{
    const struct isochrone_ring *at = &made->ring[ring];
    const struct position *point = made->point + at->first;
    double twice = 0;

    for (size_t i = 0; i + 1 < at->count; i++)
        twice += ((double)point[i].lon_e7 - point[0].lon_e7) *
                     ((double)point[i + 1].lat_e7 - point[0].lat_e7) -
                 ((double)point[i + 1].lon_e7 - point[0].lon_e7) *
                     ((double)point[i].lat_e7 - point[0].lat_e7);
    return twice;
}

static void check_rings(const struct isochrone *made)
{
    for (size_t i = 0; i < made->ring_count; i++) {
        const struct isochrone_ring *ring = &made->ring[i];

        assert_true(ring->count >= 4);
        assert_true(
            position_equals(made->point[ring->first],
                            made->point[ring->first + ring->count - 1]));
        assert_int_equal(signed_area(made, i) < 0, ring->hole);
    }
}

/* The part of a smaller area outside a larger one is rounding: less than 10^-7
 * degrees along its lines. */
static void check_nested(GEOSContextHandle_t geos, const GEOSGeometry *outer,
                         const GEOSGeometry *inner)
{
    GEOSGeometry *out = GEOSDifference_r(geos, inner, outer);
    double area, length;

    assert_non_null(out);
    GEOSArea_r(geos, out, &area);
    GEOSLength_r(geos, inner, &length);
    assert_true(area <= length);
    GEOSGeom_destroy_r(geos, out);
}

void isochrone_check_shapes(const struct isochrone *made)
{
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *outer = NULL;

    check_rings(made);
    for (size_t i = 0; i < made->area_count; i++) {
        GEOSGeometry *area = area_geometry(geos, made, i);

        assert_int_equal(GEOSisValid_r(geos, area), 1);
        if (outer) {
            assert_true(made->area[i].contour < made->area[i - 1].contour);
            assert_true(made->area[i].area_m2 <= made->area[i - 1].area_m2 + 1);
            check_nested(geos, outer, area);
            GEOSGeom_destroy_r(geos, outer);
        }
        outer = area;
    }
    if (outer)
        GEOSGeom_destroy_r(geos, outer);
    GEOS_finish_r(geos);
}

/* The distance of a position from an area, 0 inside, in metres as long as 10^-7
 * degrees are to the north. */
static double apart_m(GEOSContextHandle_t geos, const GEOSGeometry *area,
                      struct position position)
{
    GEOSGeometry *point =
        GEOSGeom_createPointFromXY_r(geos, position.lon_e7, position.lat_e7);
    double apart_e7;

    assert_int_equal(GEOSDistance_r(geos, area, point, &apart_e7), 1);
    GEOSGeom_destroy_r(geos, point);
    return apart_e7 * 0.0111;
}

/* ---- The checks ---------------------------------------------------------- */

/* The least cost at each place of a node, COST_INFINITY: too much. */
struct spent {
    const struct roads *roads;
    uint32_t *least;
};

static void note_part(void *context, const struct stretch_part *part)
{
    struct spent *spent = context;

    for (uint32_t i = 0; i < spent->roads->node_count; i++) {
        struct position position = spent->roads->node_position[i];

        if (position_equals(position, part->from) &&
            part->spent_from < spent->least[i])
            spent->least[i] = (uint32_t)part->spent_from;
        if (position_equals(position, part->to) &&
            part->spent_to < spent->least[i])
            spent->least[i] = (uint32_t)part->spent_to;
    }
}

static struct spent spend(const struct map *map, const struct place *places,
                          size_t count, const struct measure *measure)
{
    struct spent spent = {
        &map->roads, array_alloc(map->roads.node_count, sizeof(*spent.least))};
    struct reach reach;

    assert_non_null(spent.least);
    for (uint32_t i = 0; i < map->roads.node_count; i++)
        spent.least[i] = COST_INFINITY;
    assert_int_equal(
        reach_find(map, WEIGHTING_OF_MAP(map), places, count, measure, &reach),
        0);
    for (size_t i = 0; i < reach.count; i++)
        stretch_walk(&reach.list[i], measure, &map->roads,
                     WEIGHTING_OF_MAP(map), note_part, &spent);
    free(reach.list);
    return spent;
}

/* The distance of a node from the nearest reached one. */
static double from_reached_m(const struct spent *spent, uint32_t node,
                             uint32_t most)
{
    double least_m = INFINITY;

    for (uint32_t i = 0; i < spent->roads->node_count; i++) {
        if (spent->least[i] <= most)
            least_m = fmin(least_m,
                           ground_apart_m(spent->roads->node_position[i],
                                          spent->roads->node_position[node]));
    }
    return least_m;
}

void isochrone_check_nodes(const struct isochrone *made, const struct map *map,
                           const struct place *places, size_t count,
                           const struct measure *measure)
{
    GEOSContextHandle_t geos = GEOS_init_r();
    struct spent spent = spend(map, places, count, measure);
    double off_m = CELLS_OFF * made->cell_m;

    for (size_t a = 0; a < made->area_count; a++) {
        GEOSGeometry *area = area_geometry(geos, made, a);
        uint32_t most = made->area[a].contour;

        for (uint32_t n = 0; n < spent.roads->node_count; n++) {
            double apart = apart_m(geos, area, spent.roads->node_position[n]);

            if (spent.least[n] <= most)
                assert_true(apart <= off_m);
            else if (from_reached_m(&spent, n, most) >
                     made->beyond_m + PART_M + off_m)
                assert_true(apart > 0);
        }
        GEOSGeom_destroy_r(geos, area);
    }
    GEOS_finish_r(geos);
    free(spent.least);
}
