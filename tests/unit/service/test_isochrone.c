/* isochrone: areas hold what is reached and nothing else, are valid, nested and
 * correctly oriented. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/random.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/roads/ground.h"
#include "core/service/isochrone/isochrone.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/isochrone_check.h"

static struct place node_place(const struct map *map, uint32_t node)
{
    struct place place;

    assert_true(place_of_node(&map->roads, WEIGHTING_OF_MAP(map),
                              map->roads.node_id[node], &place));
    return place;
}

static struct isochrone make(const struct map *map, const struct place *places,
                             size_t count,
                             const struct isochrone_options *options)
{
    struct isochrone made;

    assert_int_equal(isochrone_make(map, WEIGHTING_OF_MAP(map), places, count,
                                    options, &made),
                     0);
    return made;
}

static struct isochrone_options town_wish(bool distance, bool arrive)
{
    return (struct isochrone_options){
        .contours = {20000, 35000, 60000},
        .contour_count = 3,
        .distance = distance,
        .arrive = arrive,
        .generalize_m = NAN,
    };
}

static void check_town(uint64_t seed, const struct isochrone_options *asked,
                       size_t source_count)
{
    struct map *map = road_town(14, seed, false);
    struct isochrone_options options = *asked;
    struct place places[3];
    struct random random;
    struct isochrone made;

    random_seed(&random, seed);
    for (size_t i = 0; i < source_count; i++)
        places[i] =
            node_place(map, random_below(&random, map->roads.node_count));
    if (options.distance) {
        for (size_t i = 0; i < options.contour_count; i++)
            options.contours[i] *= 10; /* speed in towns is 10 m/s */
    }
    made = make(map, places, source_count, &options);
    assert_int_equal(made.area_count, options.contour_count);
    isochrone_check_shapes(&made);
    if (!options.denoise)
        isochrone_check_nodes(
            &made, map, places, source_count,
            &(struct measure){.distance = options.distance,
                              .backward = options.arrive,
                              .most =
                                  options.contours[options.contour_count - 1]});
    isochrone_finish(&made);
    map_destroy(map);
}

static void areas_hold_what_is_reached_and_nothing_else(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (int way = 0; way < 4; way++) {
            struct isochrone_options options = town_wish(way & 1, way & 2);

            check_town(seed, &options, 1);
        }
    }
}

static void of_several_places_areas_are_around_each(void **state)
{
    for (uint64_t seed = 5; seed <= 8; seed++) {
        struct isochrone_options options = town_wish(false, seed % 2);

        check_town(seed, &options, 3);
    }
}

/* However much is dropped or moved. */
static void rough_areas_are_valid_and_nested_too(void **state)
{
    static const double denoise[] = {0, 0.01, 0.3, 1};
    static const double generalize_m[] = {0, 20, 200, 5000};

    for (int i = 0; i < 16; i++) {
        struct isochrone_options options = town_wish(false, false);

        options.denoise = denoise[i % 4];
        options.generalize_m = generalize_m[i / 4];
        for (uint64_t seed = 9; seed <= 12; seed++) {
            struct map *map = road_town(14, seed, false);
            struct place place = node_place(map, 100);
            struct isochrone made = make(map, &place, 1, &options);

            isochrone_check_shapes(&made);
            isochrone_finish(&made);
            map_destroy(map);
        }
    }
}

static bool is_between(struct position a, struct position b, struct position c)
{
    return ((int64_t)b.lon_e7 - a.lon_e7) * ((int64_t)c.lat_e7 - b.lat_e7) ==
           ((int64_t)b.lat_e7 - a.lat_e7) * ((int64_t)c.lon_e7 - b.lon_e7);
}

static void points_on_a_line_are_left_out(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_options options = town_wish(false, false);
    struct place place = node_place(map, 100);
    struct isochrone made;

    options.generalize_m = 0;
    made = make(map, &place, 1, &options);
    for (size_t i = 0; i < made.ring_count; i++) {
        const struct isochrone_ring *ring = &made.ring[i];
        const struct position *point = made.point + ring->first;
        size_t count = ring->count - 1;

        for (size_t k = 0; k < count; k++)
            assert_false(is_between(point[k], point[(k + 1) % count],
                                    point[(k + 2) % count]));
    }
    isochrone_finish(&made);
    map_destroy(map);
}

static void all_noise_gone_leaves_one_part_without_holes(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_options options = town_wish(false, false);
    struct place places[2] = {node_place(map, 0),
                              node_place(map, map->roads.node_count - 1)};
    struct isochrone made;

    options.contour_count = 1;
    options.denoise = 1;
    made = make(map, places, 2, &options);
    assert_int_equal(made.ring_count, 1);
    isochrone_finish(&made);
    map_destroy(map);
}

/* From the middle of a street of 2 km, at 10 m/s for 60 s: 600 m to both sides,
 * where no time is left for walking. */
static void a_street_is_followed_to_the_cell(void **state)
{
    struct road_draft draft;
    struct map *map;
    struct place place;
    struct isochrone made;
    struct isochrone_options options = {
        .contours = {60000}, .contour_count = 1, .generalize_m = 0};
    int32_t west = INT32_MAX, east = INT32_MIN;
    double metre_e7;

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 2000, 0, false);
    road_draft_road(&draft, 0, 1, "A", 4, false);
    map = road_draft_map(&draft, false);
    place = node_place(map, 2);
    made = make(map, &place, 1, &options);
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
    struct isochrone_options options = {
        .contours = {1, 600000}, .contour_count = 2, .generalize_m = NAN};
    struct place place = node_place(map, 50);
    struct isochrone made = make(map, &place, 1, &options);

    assert_int_equal(made.area_count, 2);
    assert_true(made.area[0].ring_count > 0);
    assert_int_equal(made.area[1].ring_count, 0);
    isochrone_check_shapes(&made);
    isochrone_finish(&made);
    map_destroy(map);
}

static void what_is_cancelled_ends(void **state)
{
    struct map *map = road_town(14, 3, false);
    struct isochrone_options options = town_wish(false, false);
    struct cancel cancel = {.requested = true};
    struct place place = node_place(map, 50);
    struct isochrone made;

    options.cancel = &cancel;
    assert_int_equal(
        isochrone_make(map, WEIGHTING_OF_MAP(map), &place, 1, &options, &made),
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
    struct isochrone_options options = {.contours = {300000, 600000, 900000},
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

        options.arrive = i % 2;
        options.distance = i / 2 % 2;
        options.denoise = i % 3 * 0.001;
        options.generalize_m = i / 3 % 2 ? 0 : NAN;
        made = make(map, &place, 1, &options);
        isochrone_check_shapes(&made);
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
        cmocka_unit_test(points_on_a_line_are_left_out),
        cmocka_unit_test(all_noise_gone_leaves_one_part_without_holes),
        cmocka_unit_test(a_street_is_followed_to_the_cell),
        cmocka_unit_test(a_contour_below_the_grid_is_empty),
        cmocka_unit_test(what_is_cancelled_ends),
        cmocka_unit_test(real_roads_make_valid_nested_areas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
