/* isochrone: areas hold what is reached and nothing that is not, are valid,
 * nested and the right way round. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/cost.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/roads/ground.h"
#include "core/service/isochrone/isochrone.h"
#include "core/service/isochrone/reach.h"
#include "tests/unit/graph/road_fixture.h"

/* In metres: what smoothing, the grid and simplifying may take away or add, and
 * how long a straight part of a town's roads is. */
enum { CELLS_OFF = 2, PART_M = 100 };

static struct place node_place(const struct map *map, uint32_t node)
{
    struct place place;

    assert_true(place_of_node(&map->roads, map->roads.node_id[node], &place));
    return place;
}

static struct isochrone make(const struct map *map, const struct place *places,
                             size_t count, const struct isochrone_wish *wish)
{
    struct isochrone made;
    struct error error = {""};

    if (isochrone_make(map, places, count, wish, &made, &error))
        fail_msg("%s", error.text);
    return made;
}

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

/* The polygon whose shell is ring *ring; moves that on to the next. */
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

/* What of a smaller area sticks out of a larger one is rounding: less than
 * 10^-7 degrees along its lines. */
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

static void check_shapes(const struct isochrone *made)
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

/* How far a position is from an area, 0 within, in metres as long as 10^-7
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

/* ---- What is held ------------------------------------------------------- */

/* The least that is spent at each place of a node, COST_INFINITY: too much. */
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
    struct reach_wish wish = {.measure = *measure};
    struct spent spent = {
        &map->roads, array_alloc(map->roads.node_count, sizeof(*spent.least))};
    struct reach reach;

    assert_non_null(spent.least);
    for (uint32_t i = 0; i < map->roads.node_count; i++)
        spent.least[i] = COST_INFINITY;
    assert_int_equal(reach_find(map, places, count, &wish, &reach), 0);
    for (size_t i = 0; i < reach.count; i++)
        stretch_walk(&reach.list[i], measure, &map->roads, note_part, &spent);
    free(reach.list);
    return spent;
}

/* How far a node is from the nearest that is reached. */
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

static void check_nodes(const struct isochrone *made, const struct spent *spent)
{
    GEOSContextHandle_t geos = GEOS_init_r();
    double off_m = CELLS_OFF * made->cell_m;

    for (size_t a = 0; a < made->area_count; a++) {
        GEOSGeometry *area = area_geometry(geos, made, a);
        uint32_t most = made->area[a].contour;

        for (uint32_t n = 0; n < spent->roads->node_count; n++) {
            double apart = apart_m(geos, area, spent->roads->node_position[n]);

            if (spent->least[n] <= most)
                assert_true(apart <= off_m);
            else if (from_reached_m(spent, n, most) >
                     made->beyond_m + PART_M + off_m)
                assert_true(apart > 0);
        }
        GEOSGeom_destroy_r(geos, area);
    }
    GEOS_finish_r(geos);
}

static struct isochrone_wish town_wish(bool distance, bool arrive)
{
    return (struct isochrone_wish){
        .contours = {20000, 35000, 60000},
        .contour_count = 3,
        .distance = distance,
        .arrive = arrive,
        .generalize_m = NAN,
    };
}

static void check_town(uint64_t seed, const struct isochrone_wish *asked,
                       size_t source_count)
{
    struct map *map = road_town(14, seed, false);
    struct isochrone_wish wish = *asked;
    struct place places[3];
    struct random random;
    struct isochrone made;
    struct spent spent;

    random_seed(&random, seed);
    for (size_t i = 0; i < source_count; i++)
        places[i] =
            node_place(map, random_below(&random, map->roads.node_count));
    if (wish.distance) {
        for (size_t i = 0; i < wish.contour_count; i++)
            wish.contours[i] *= 10; /* towns are travelled at 10 m/s */
    }
    made = make(map, places, source_count, &wish);
    spent =
        spend(map, places, source_count,
              &(struct measure){.distance = wish.distance,
                                .backward = wish.arrive,
                                .most = wish.contours[wish.contour_count - 1]});
    assert_int_equal(made.area_count, wish.contour_count);
    check_shapes(&made);
    if (!wish.denoise)
        check_nodes(&made, &spent);
    free(spent.least);
    isochrone_finish(&made);
    map_destroy(map);
}

static void areas_hold_what_is_reached_and_nothing_else(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (int way = 0; way < 4; way++) {
            struct isochrone_wish wish = town_wish(way & 1, way & 2);

            check_town(seed, &wish, 1);
        }
    }
}

static void of_several_places_areas_are_around_each(void **state)
{
    for (uint64_t seed = 5; seed <= 8; seed++) {
        struct isochrone_wish wish = town_wish(false, seed % 2);

        check_town(seed, &wish, 3);
    }
}

/* However much is left out or moved. */
static void rough_areas_are_valid_and_nested_too(void **state)
{
    static const double denoise[] = {0, 0.01, 0.3, 1};
    static const double generalize_m[] = {0, 20, 200, 5000};

    for (int i = 0; i < 16; i++) {
        struct isochrone_wish wish = town_wish(false, false);

        wish.denoise = denoise[i % 4];
        wish.generalize_m = generalize_m[i / 4];
        for (uint64_t seed = 9; seed <= 12; seed++) {
            struct map *map = road_town(14, seed, false);
            struct place place = node_place(map, 100);
            struct isochrone made = make(map, &place, 1, &wish);

            check_shapes(&made);
            isochrone_finish(&made);
            map_destroy(map);
        }
    }
}

static void all_noise_gone_leaves_one_part_without_holes(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_wish wish = town_wish(false, false);
    struct place places[2] = {node_place(map, 0),
                              node_place(map, map->roads.node_count - 1)};
    struct isochrone made;

    wish.contour_count = 1;
    wish.denoise = 1;
    made = make(map, places, 2, &wish);
    assert_int_equal(made.ring_count, 1);
    isochrone_finish(&made);
    map_destroy(map);
}

/* From the middle of a street of 2 km, at 10 m/s for 60 s: 600 m to both
 * sides, where nothing is left for a walk. */
static void a_street_is_followed_to_the_cell(void **state)
{
    struct road_draft draft;
    struct map *map;
    struct place place;
    struct isochrone made;
    struct isochrone_wish wish = {
        .contours = {60000}, .contour_count = 1, .generalize_m = 0};
    int32_t west = INT32_MAX, east = INT32_MIN;
    double metre_e7;

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 2000, 0, false);
    road_draft_road(&draft, 0, 1, "A", 4, false);
    map = road_draft_map(&draft, false);
    place = node_place(map, 2);
    made = make(map, &place, 1, &wish);
    for (size_t i = 0; i < made.point_count; i++) {
        west = made.point[i].lon_e7 < west ? made.point[i].lon_e7 : west;
        east = made.point[i].lon_e7 > east ? made.point[i].lon_e7 : east;
    }
    metre_e7 = 1 / ground_at(place.position.lat_e7).east_m;
    assert_float_equal((place.position.lon_e7 - west) / metre_e7, 600,
                       2 * made.cell_m);
    assert_float_equal((east - place.position.lon_e7) / metre_e7, 600,
                       2 * made.cell_m);
    isochrone_finish(&made);
    map_destroy(map);
}

static void a_contour_below_the_grid_is_empty(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_wish wish = {
        .contours = {1, 600000}, .contour_count = 2, .generalize_m = NAN};
    struct place place = node_place(map, 50);
    struct isochrone made = make(map, &place, 1, &wish);

    assert_int_equal(made.area_count, 2);
    assert_true(made.area[0].ring_count > 0);
    assert_int_equal(made.area[1].ring_count, 0);
    check_shapes(&made);
    isochrone_finish(&made);
    map_destroy(map);
}

static void what_is_cancelled_ends(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_wish wish = town_wish(false, false);
    struct cancel cancel = {.requested = true};
    struct place place = node_place(map, 50);
    struct isochrone made;
    struct error error;

    wish.cancel = &cancel;
    assert_int_equal(isochrone_make(map, &place, 1, &wish, &made, &error),
                     -ECANCELED);
    map_destroy(map);
}

/* ---- Real roads --------------------------------------------------------- */

static void check_extract(const char *path, const char *profile_name)
{
    struct profile *profile;
    struct map *map;
    struct osm_import_settings settings = {
        .paths = &path,
        .path_count = 1,
        .profiles = &profile,
        .profile_count = 1,
        .small_component = 1000,
    };
    struct isochrone_wish wish = {.contours = {300000, 600000, 900000},
                                  .contour_count = 3,
                                  .generalize_m = NAN};
    struct random random;

    assert_int_equal(profile_find(profile_name, NULL, 0, &profile, NULL), 0);
    assert_int_equal(osm_import(&settings, NULL, &map, NULL), 0);
    random_seed(&random, 1);
    for (int i = 0; i < 12; i++) {
        struct place place =
            node_place(map, random_below(&random, map->roads.node_count));
        struct isochrone made;

        wish.arrive = i % 2;
        wish.distance = i / 2 % 2;
        wish.denoise = i % 3 * 0.001;
        made = make(map, &place, 1, &wish);
        check_shapes(&made);
        assert_true(made.area[0].ring_count > 0);
        isochrone_finish(&made);
    }
    map_destroy(map);
    profile_destroy(profile);
}

/* Towns above are its twin. */
static void real_roads_make_valid_nested_areas(void **state)
{
    const char *root = getenv("SOURCE_ROOT");
    const char *data = getenv("RELAXD_DATA");
    char path[4096];

    snprintf(path, sizeof(path), "%s%s/osm/heidelberg.osm.pbf",
             data   ? data
             : root ? root
                    : ".",
             data ? "" : "/../shared/data");
    if (access(path, R_OK)) {
        printf("skipped: no %s\n", path);
        skip();
    }
    check_extract(path, "car");
    check_extract(path, "foot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_hold_what_is_reached_and_nothing_else),
        cmocka_unit_test(of_several_places_areas_are_around_each),
        cmocka_unit_test(rough_areas_are_valid_and_nested_too),
        cmocka_unit_test(all_noise_gone_leaves_one_part_without_holes),
        cmocka_unit_test(a_street_is_followed_to_the_cell),
        cmocka_unit_test(a_contour_below_the_grid_is_empty),
        cmocka_unit_test(what_is_cancelled_ends),
        cmocka_unit_test(real_roads_make_valid_nested_areas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
