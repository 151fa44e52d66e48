/* tile: roads are on their tiles, in the right place, and not too many of them.
 */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map.h"
#include "core/graph/roads/ground.h"
#include "core/service/tile/tile_draw.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/graph/winding_roads.h"
#include "tests/unit/service/tile_decode.h"

static const struct position heidelberg = {86750000, 494100000};

/* Drawn roads with all that drawing reads; no two of them meet. */
struct drawn_map {
    struct drawn_roads *drawn;
    uint32_t *zeros;
    struct weighting *weighting;
    uint32_t *piece_end;
    struct tile_index *index;
};

static void map_init(struct drawn_map *map, struct drawn_roads *drawn)
{
    struct roads *roads = &drawn->roads;

    map->drawn = drawn;
    map->zeros = calloc(2 * roads->segment_count, sizeof(*map->zeros));
    map->piece_end = calloc(2 * roads->piece_count, sizeof(*map->piece_end));
    assert_non_null(map->zeros);
    assert_non_null(map->piece_end);
    for (uint32_t i = 0; i < 2 * roads->piece_count; i++)
        map->piece_end[i] = i;
    roads->piece_end = map->piece_end;
    map->weighting = calloc(1, sizeof(*map->weighting));
    assert_non_null(map->weighting);
    map->weighting->arrays.segment = map->zeros;
    map->weighting->arrays.segment_duration_ms = map->zeros;
    roads->segment_length_mm = map->zeros;
    roads->text = "";
    roads->text_size = 1;
    assert_int_equal(tile_index_create(roads, &map->index, NULL), 0);
}

static void map_finish(struct drawn_map *map)
{
    tile_index_destroy(map->index);
    drawn_roads_destroy(map->drawn);
    free(map->weighting);
    free(map->zeros);
    free(map->piece_end);
}

static struct drawn_map wind(struct random *random, struct position middle,
                             uint32_t segments)
{
    struct drawn_map map;
    struct area area = {middle, 300000};

    map_init(&map, wind_roads(random, area, segments, 30000));
    return map;
}

static void draw(const struct tile_index *index,
                 const struct weighting *weighting, struct tile_id id,
                 struct decoded_tile *ret_tile)
{
    struct mvt_bytes bytes;

    assert_int_equal(tile_draw(index,
                               (struct tile_weights){weighting, weighting}, id,
                               &bytes, NULL),
                     0);
    assert_true(bytes.length < 500000);
    tile_decode(bytes.at, bytes.length, ret_tile);
    mvt_bytes_finish(&bytes);
    if (*ret_tile->layer) {
        assert_string_equal(ret_tile->layer, "speeds");
        assert_int_equal(ret_tile->extent, 4096);
        assert_int_equal(ret_tile->version, 2);
    }
    for (size_t i = 0; i < ret_tile->point_count; i++) {
        assert_in_range(ret_tile->point[i][0] + 64, 0, 4096 + 128);
        assert_in_range(ret_tile->point[i][1] + 64, 0, 4096 + 128);
    }
}

/* The textbook's formulas. */
static struct plane_point project(struct tile_id id, double lon_deg,
                                  double lat_deg)
{
    double lat = lat_deg * M_PI / 180;
    double tiles = pow(2, id.z);

    return (struct plane_point){
        ((lon_deg + 180) / 360 * tiles - id.x) * 4096,
        ((1 - asinh(tan(lat)) / M_PI) / 2 * tiles - id.y) * 4096,
    };
}

static struct tile_id tile_at(uint32_t z, struct position at)
{
    struct plane_point point =
        project((struct tile_id){z, 0, 0}, at.lon_e7 / 1e7, at.lat_e7 / 1e7);
    double most = pow(2, z) - 1;

    return (struct tile_id){
        z, (uint32_t)fmax(0, fmin(most, floor(point.x / 4096))),
        (uint32_t)fmax(0, fmin(most, floor(point.y / 4096)))};
}

static double distance_to(const int32_t a[2], const int32_t b[2],
                          struct plane_point p)
{
    double x = b[0] - a[0];
    double y = b[1] - a[1];
    double square = x * x + y * y;
    double along =
        square > 0 ? ((p.x - a[0]) * x + (p.y - a[1]) * y) / square : 0;

    along = fmax(0, fmin(1, along));
    return hypot(p.x - a[0] - along * x, p.y - a[1] - along * y);
}

static double distance_to_lines(const struct decoded_tile *tile,
                                struct plane_point point)
{
    double least = INFINITY;

    for (size_t l = 0; l < tile->line_count; l++) {
        for (size_t i = 1; i < tile->line[l].count; i++) {
            size_t at = tile->line[l].first + i;

            least = fmin(least, distance_to(tile->point[at - 1],
                                            tile->point[at], point));
        }
    }
    return least;
}

/* Points of the tile that are all along the piece, and their distance along it;
 * what is smaller than a pixel may be missing. */
static void assert_piece_drawn(const struct roads *roads, uint32_t piece,
                               struct tile_id id,
                               const struct decoded_tile *tile, uint32_t *seen)
{
    for (uint32_t n = roads->first_node[piece];
         n + 1 < roads->first_node[piece + 1]; n++) {
        struct position a = roads->node_position[n];
        struct position b = roads->node_position[n + 1];
        double by_lon = (double)lon_e7_apart(a.lon_e7, b.lon_e7);
        struct plane_point from = project(id, a.lon_e7 / 1e7, a.lat_e7 / 1e7);
        struct plane_point to =
            project(id, (a.lon_e7 + by_lon) / 1e7, b.lat_e7 / 1e7);

        if (hypot(from.x - to.x, from.y - to.y) < 2 * TILE_PIXEL)
            continue;
        for (double t = 0; t <= 1; t += 0.25) {
            struct plane_point p = {from.x + t * (to.x - from.x),
                                    from.y + t * (to.y - from.y)};

            if (p.x < 0 || p.x > 4096 || p.y < 0 || p.y > 4096)
                continue;
            ++*seen;
            if (distance_to_lines(tile, p) > TILE_PIXEL)
                fail_msg("piece %u is not at %.1f %.1f of %u/%u/%u", piece, p.x,
                         p.y, id.z, id.x, id.y);
        }
    }
}

static void assert_all_drawn(const struct roads *roads,
                             const struct tile_index *index,
                             const struct weighting *weighting, unsigned zoom,
                             struct position at)
{
    struct tile_id id = tile_at(zoom, at);
    struct decoded_tile tile;
    uint32_t seen = 0;

    draw(index, weighting, id, &tile);
    for (uint32_t p = 0; p < roads->piece_count; p++)
        assert_piece_drawn(roads, p, id, &tile, &seen);
    tile_decode_finish(&tile);
    if (zoom >= 12)
        assert_true(seen > 0);
}

static void positions_are_put_to_a_tenth_of_a_unit(void **state)
{
    struct random random;

    random_seed(&random, 5);
    for (int round = 0; round < 20000; round++) {
        struct position at =
            random_position(&random, (struct area){{0, 0}, 850000000});
        struct tile_id id = tile_at((uint32_t)(round % 20), at);
        struct plane_point want = project(id, at.lon_e7 / 1e7, at.lat_e7 / 1e7);
        static struct tile_frame frame;
        struct plane_point got;

        tile_frame_init(&frame, id);
        got = tile_frame_point(&frame, at.lon_e7, at.lat_e7);
        assert_true(fabs(got.x - want.x) < 0.01);
        assert_true(fabs(got.y - want.y) < 0.1);
    }
}

static void roads_lie_within_a_pixel_of_where_they_are(void **state)
{
    struct random random;

    random_seed(&random, 6);
    for (int round = 0; round < 6; round++) {
        struct drawn_map map = wind(&random, heidelberg, 400);
        const struct roads *roads = &map.drawn->roads;

        for (unsigned z = 0; z <= TILE_ZOOM_MAX; z++)
            assert_all_drawn(
                roads, map.index, map.weighting, z,
                roads->node_position[random_below(&random, roads->node_count)]);
        map_finish(&map);
    }
}

/* Where lines are joined: towns have streets that meet. */
static void streets_that_are_joined_lie_where_they_are(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct map *map = road_town(12, seed, false);
        struct tile_index *index;

        assert_int_equal(tile_index_create(&map->roads, &index, NULL), 0);
        for (unsigned z = 10; z <= TILE_ZOOM_MAX; z++)
            assert_all_drawn(&map->roads, index, WEIGHTING_OF_MAP(map), z,
                             map->roads.node_position[seed]);
        tile_index_destroy(index);
        map_destroy(map);
    }
}

static void joining_makes_fewer_lines(void **state)
{
    struct map *map = road_town(12, 1, false);
    struct tile_index *index;
    struct decoded_tile tile;

    assert_int_equal(tile_index_create(&map->roads, &index, NULL), 0);
    draw(index, WEIGHTING_OF_MAP(map), tile_at(13, map->roads.node_position[0]),
         &tile);
    assert_true(tile.line_count > 0);
    assert_true(tile.line_count < index->count / 2);
    assert_true(tile.feature_count <= tile.line_count);
    tile_decode_finish(&tile);
    tile_index_destroy(index);
    map_destroy(map);
}

/* The corners of maps, also across the antimeridian, at the poles, and empty
 * tiles. */
static void every_corner_of_the_world_can_be_drawn(void **state)
{
    static const struct position middles[] = {
        {1799990000, 10000000}, {-1799990000, -650000000}, {0, 899990000},
        {0, -899990000},        {1800000000, 850000000},
    };
    struct random random;

    random_seed(&random, 7);
    for (size_t m = 0; m < sizeof(middles) / sizeof(*middles); m++) {
        struct drawn_map map = wind(&random, middles[m], 200);

        for (unsigned z = 0; z <= TILE_ZOOM_MAX; z++) {
            uint32_t last = (UINT32_C(1) << z) - 1;
            struct tile_id ids[] = {{z, 0, 0},
                                    {z, last, 0},
                                    {z, 0, last},
                                    {z, last, last},
                                    {z, 0, tile_at(z, middles[m]).y},
                                    {z, last, tile_at(z, middles[m]).y},
                                    tile_at(z, middles[m])};

            for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
                struct decoded_tile tile;

                draw(map.index, map.weighting, ids[i], &tile);
                tile_decode_finish(&tile);
            }
        }
        map_finish(&map);
    }
}

/* From both sides, as one line. */
static void a_road_across_the_antimeridian_is_on_both_sides(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct drawn_map map;
    struct decoded_tile west, east;

    drawn_roads_draw(drawn, "1799000000 100000, -1799000000 100000");
    drawn_roads_plant(drawn);
    map_init(&map, drawn);
    draw(map.index, map.weighting, (struct tile_id){10, 1023, 511}, &east);
    draw(map.index, map.weighting, (struct tile_id){10, 0, 511}, &west);
    assert_int_equal(east.line_count, 1);
    assert_int_equal(west.line_count, 1);
    assert_int_equal(east.point[east.point_count - 1][0], 4096 + 64);
    assert_int_equal(west.point[0][0], -64);
    tile_decode_finish(&west);
    tile_decode_finish(&east);
    map_finish(&map);
}

struct set {
    bool *has;
    uint32_t count;
};

static void note(void *context, uint32_t piece)
{
    struct set *set = context;

    assert_false(set->has[piece]);
    set->has[piece] = true;
    set->count++;
}

static void classes_by_chance(struct drawn_roads *drawn, struct random *random)
{
    for (uint32_t p = 0; p < drawn->roads.piece_count; p++) {
        drawn->attributes[p].road_class =
            (uint8_t)random_below(random, ROAD_RAIL + 1);
        drawn->attributes[p].priority = (uint8_t)random_below(random, 16);
        drawn->attributes[p].flags = random_below(random, 4) ? 0 : ROAD_LINK;
    }
}

static void what_a_zoom_shows_the_next_does_too(void **state)
{
    static const struct segment_box world = {{-1800000000, -900000000},
                                             {1800000000, 900000000}};
    struct random random;
    struct drawn_roads *drawn;
    struct drawn_map map;
    struct set before = {0};

    random_seed(&random, 8);
    drawn =
        wind_roads(&random, (struct area){heidelberg, 3000000}, 9000, 30000);
    classes_by_chance(drawn, &random);
    map_init(&map, drawn);
    for (unsigned z = 0; z <= TILE_ZOOM_MAX; z++) {
        struct set now = {calloc(drawn->roads.piece_count, 1), 0};

        assert_non_null(now.has);
        tile_index_find(map.index, z, &world, note, &now);
        assert_int_equal(now.count, map.index->shown[z]);
        for (uint32_t p = 0; z && p < drawn->roads.piece_count; p++)
            assert_true(now.has[p] || !before.has[p]);
        for (uint32_t p = 0; p < drawn->roads.piece_count; p++)
            assert_int_equal(
                now.has[p],
                map.index->class_zoom[tile_class_of(&drawn->attributes[p])] <=
                    z);
        free(before.has);
        before = now;
    }
    assert_int_equal(before.count, drawn->roads.piece_count);
    free(before.has);
    map_finish(&map);
}

/* The most pieces of one class, of at most so much importance, on any tile. */
static uint32_t most_on_a_tile(const struct drawn_map *map, unsigned zoom,
                               unsigned class_zoom)
{
    const struct roads *roads = &map->drawn->roads;
    uint32_t *count = calloc((size_t)1 << (2 * zoom), sizeof(*count));
    uint32_t most = 0;

    assert_non_null(count);
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        uint32_t nodes = roads->first_node[p + 1] - roads->first_node[p];
        struct tile_id id = tile_at(
            zoom, roads->node_position[roads->first_node[p] + nodes / 2]);
        uint32_t *here = &count[(size_t)id.y << zoom | id.x];

        if (tile_class_zoom(tile_class_of(roads_attributes(roads, p))) >
            class_zoom)
            continue;
        ++*here;
        most = *here > most ? *here : most;
    }
    free(count);
    return most;
}

static void tiles_show_more_until_they_are_full(void **state)
{
    struct random random;
    unsigned sooner = 0;
    unsigned later = 0;

    random_seed(&random, 11);
    for (int round = 0; round < 3; round++) {
        struct area area = {heidelberg, (int32_t)200000 << 3 * round};
        struct drawn_roads *drawn = wind_roads(&random, area, 60000, 3000);
        struct drawn_map map;

        classes_by_chance(drawn, &random);
        assert_true(drawn->roads.piece_count > TILE_FULL);
        map_init(&map, drawn);
        for (unsigned c = 0; c < TILE_CLASS_COUNT; c++) {
            unsigned own = tile_class_zoom((enum tile_class)c);
            unsigned zoom = map.index->class_zoom[c];

            assert_true(zoom <= own);
            sooner += zoom < own;
            later += zoom > 0;
            if (zoom < own && zoom < 12)
                assert_true(most_on_a_tile(&map, zoom, own - 1) <= TILE_FULL);
        }
        map_finish(&map);
    }
    assert_true(sooner > 0);
    assert_true(later > 0);
}

static void a_small_map_shows_all_from_afar(void **state)
{
    struct map *map = road_town(12, 1, false);
    struct tile_index *index;

    assert_int_equal(tile_index_create(&map->roads, &index, NULL), 0);
    assert_int_equal(index->shown[0], index->count);
    tile_index_destroy(index);
    map_destroy(map);
}

/* Two carriageways that meet every 33 m: less than a pixel. */
static void carriageways_that_meet_have_no_gaps(void **state)
{
    enum { MEETINGS = 800, STEP_E7 = 4500 };
    struct drawn_roads *drawn = drawn_roads_create();
    struct drawn_map map;

    for (int i = 0; i < MEETINGS; i++) {
        int lon = heidelberg.lon_e7 + i * STEP_E7;
        char there[120], back[120];

        snprintf(there, sizeof(there), "%d %d, %d %d, %d %d", lon,
                 heidelberg.lat_e7, lon + STEP_E7 / 2, heidelberg.lat_e7 + 200,
                 lon + STEP_E7, heidelberg.lat_e7);
        snprintf(back, sizeof(back), "%d %d, %d %d, %d %d", lon + STEP_E7,
                 heidelberg.lat_e7, lon + STEP_E7 / 2, heidelberg.lat_e7 - 200,
                 lon, heidelberg.lat_e7);
        drawn_roads_draw(drawn, there);
        drawn_roads_draw(drawn, back);
    }
    drawn_roads_plant(drawn);
    map_init(&map, drawn);
    for (uint32_t p = 0; p < 2 * MEETINGS; p++) {
        drawn->attributes[p].road_class = ROAD_MOTORWAY;
        map.piece_end[2 * p] = p / 2 + p % 2;
        map.piece_end[2 * p + 1] = p / 2 + !(p % 2);
    }
    for (unsigned z = 4; z <= 11; z++) {
        struct tile_id id = tile_at(z, heidelberg);
        struct decoded_tile tile;

        draw(map.index, map.weighting, id, &tile);
        for (int i = 0; i < MEETINGS; i++) {
            struct plane_point at =
                project(id, (heidelberg.lon_e7 + i * STEP_E7) / 1e7,
                        heidelberg.lat_e7 / 1e7);

            if (at.x <= 4096)
                assert_true(distance_to_lines(&tile, at) <= TILE_PIXEL);
        }
        tile_decode_finish(&tile);
    }
    map_finish(&map);
}

static void the_tree_finds_what_a_look_at_each_piece_does(void **state)
{
    struct random random;
    struct drawn_map map;
    const struct roads *roads;

    random_seed(&random, 9);
    map = wind(&random, heidelberg, 3000);
    roads = &map.drawn->roads;
    for (int round = 0; round < 50; round++) {
        struct position at =
            random_position(&random, (struct area){heidelberg, 300000});
        struct segment_box box = {at, {at.lon_e7 + 20000, at.lat_e7 + 20000}};
        struct set set = {calloc(roads->piece_count, 1), 0};

        assert_non_null(set.has);
        tile_index_find(map.index, TILE_ZOOM_MAX, &box, note, &set);
        for (uint32_t n = 0; n < roads->node_count; n++) {
            struct position p = roads->node_position[n];

            if (p.lon_e7 >= box.low.lon_e7 && p.lon_e7 <= box.high.lon_e7 &&
                p.lat_e7 >= box.low.lat_e7 && p.lat_e7 <= box.high.lat_e7)
                assert_true(set.has[roads_node_piece(roads, n)]);
        }
        free(set.has);
    }
    map_finish(&map);
}

static void no_tile_is_longer_than_half_a_megabyte(void **state)
{
    struct random random;
    struct drawn_map map;
    struct area area = {heidelberg, 20000};
    const char *large = getenv("LARGE");

    if (large && !strcmp(large, "no"))
        skip(); /* minutes under a sanitizer */
    random_seed(&random, 10);
    map_init(&map, wind_roads(&random, area, 60000, 20000));
    for (unsigned z = 12; z <= 17; z++) {
        struct decoded_tile tile;

        draw(map.index, map.weighting, tile_at(z, heidelberg),
             &tile); /* asserts it */
        assert_true(tile.line_count > 0);
        tile_decode_finish(&tile);
    }
    map_finish(&map);
}

static void closed_roads_are_not_shown(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct drawn_map map;
    struct decoded_tile tile;

    drawn_roads_draw(drawn, "86750000 494100000, 86760000 494110000");
    drawn_roads_draw(drawn, "86750000 494110000, 86760000 494100000");
    drawn_roads_close(drawn, 0);
    drawn_roads_close(drawn, 1);
    drawn_roads_close(drawn, 2); /* the second against its direction */
    drawn_roads_plant(drawn);
    map_init(&map, drawn);
    draw(map.index, map.weighting, tile_at(14, heidelberg), &tile);
    assert_int_equal(tile.line_count, 1);
    assert_true(tile.point[0][0] > tile.point[1][0]); /* in the direction of
                                                         travel */
    assert_int_equal(decoded_value(&tile, 0, "oneway").number, 1);
    tile_decode_finish(&tile);
    map_finish(&map);
}

static void a_town_tells_names_and_speeds(void **state)
{
    struct map *map = road_town(6, 3, false);
    struct tile_index *index;
    struct decoded_tile tile;
    bool named = false;

    assert_int_equal(tile_index_create(&map->roads, &index, NULL), 0);
    draw(index, WEIGHTING_OF_MAP(map), tile_at(16, map->roads.node_position[0]),
         &tile);
    assert_true(tile.feature_count > 0);
    for (uint32_t f = 0; f < tile.feature_count; f++) {
        assert_int_equal(decoded_value(&tile, f, "class").kind, 's');
        assert_true(fabs(decoded_value(&tile, f, "speed").number - 36) < 2);
        assert_true(decoded_value(&tile, f, "free_flow").number ==
                    decoded_value(&tile, f, "speed").number);
        assert_int_equal(decoded_value(&tile, f, "oneway").kind, 'b');
        assert_int_equal(decoded_value(&tile, f, "duration").kind, 'd');
        assert_true(decoded_value(&tile, f, "duration").number > 0);
        named |= !strcmp(decoded_value(&tile, f, "name").text, "Plöck");
    }
    assert_true(named);
    tile_decode_finish(&tile);
    tile_index_destroy(index);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_put_to_a_tenth_of_a_unit),
        cmocka_unit_test(roads_lie_within_a_pixel_of_where_they_are),
        cmocka_unit_test(streets_that_are_joined_lie_where_they_are),
        cmocka_unit_test(joining_makes_fewer_lines),
        cmocka_unit_test(every_corner_of_the_world_can_be_drawn),
        cmocka_unit_test(a_road_across_the_antimeridian_is_on_both_sides),
        cmocka_unit_test(what_a_zoom_shows_the_next_does_too),
        cmocka_unit_test(tiles_show_more_until_they_are_full),
        cmocka_unit_test(a_small_map_shows_all_from_afar),
        cmocka_unit_test(carriageways_that_meet_have_no_gaps),
        cmocka_unit_test(the_tree_finds_what_a_look_at_each_piece_does),
        cmocka_unit_test(no_tile_is_longer_than_half_a_megabyte),
        cmocka_unit_test(closed_roads_are_not_shown),
        cmocka_unit_test(a_town_tells_names_and_speeds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
