/* place: points on edges, cut exactly. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/weighting/weighting.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/random_place.h"

static const struct place_point *point_on(const struct place *place,
                                          uint32_t edge)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (place->points[i].edge == edge)
            return &place->points[i];
    }
    fail_msg("no point on edge %u", edge);
    return NULL;
}

static void assert_sums(struct edge_sums sums, uint32_t weight,
                        uint32_t duration_ms, uint64_t length_mm)
{
    assert_int_equal(sums.weight, weight);
    assert_int_equal(sums.duration_ms, duration_ms);
    assert_int_equal(sums.length_mm, length_mm);
}

/* A street of 300 m in three segments, 10,000 ms each, 10,001 back, and a
 * one-way street of 100 m that leaves its end. */
static struct map *make_street(bool slow)
{
    struct road_draft draft;

    road_draft_init(&draft);
    draft.slow = slow;
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 300, 0, false);
    road_draft_junction(&draft, 300, 100, false);
    road_draft_road(&draft, 0, 1, "A", 3, false);
    road_draft_road(&draft, 1, 2, "B", 1, true);
    return road_draft_map(&draft, false);
}

static void is_cut_at_its_fraction_in_both_directions(void **state)
{
    struct map *map = make_street(true);
    struct snap snap = snap_at(&map->roads, 0, 1, 0.25, true, true);
    struct place place;

    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &snap, 1, &place);
    assert_int_equal(place.point_count, 2);
    assert_sums(point_on(&place, 0)->before, 12500, 15625, 125000);
    assert_sums(point_on(&place, 0)->left, 17500, 21875, 175000);
    /* A quarter of 10,001 is 2,500.25, and of its time, 12,501, 3,125.25. */
    assert_sums(point_on(&place, 1)->left, 12501, 15626, 125000);
    assert_sums(point_on(&place, 1)->before, 17502, 21877, 175000);
    map_destroy(map);
}

static void parts_add_up_wherever_it_is_cut(void **state)
{
    struct map *map = make_street(true);

    for (uint32_t i = 0; i <= 1000; i++) {
        struct snap snap =
            snap_at(&map->roads, 0, i % 3, i / 1000.0, true, true);
        struct place place;

        place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &snap, 1, &place);
        for (uint32_t e = 0; e < 2; e++) {
            const struct place_point *point = point_on(&place, e);
            struct edge_sums whole =
                weighting_edge_sums(WEIGHTING_OF_MAP(map), &map->roads, e);

            assert_sums(whole, point->before.weight + point->left.weight,
                        point->before.duration_ms + point->left.duration_ms,
                        point->before.length_mm + point->left.length_mm);
        }
        assert_int_equal(point_on(&place, 0)->before.length_mm,
                         point_on(&place, 1)->left.length_mm);
    }
    map_destroy(map);
}

static void has_the_directions_that_are_open_and_wanted(void **state)
{
    struct map *map = make_street(false);
    struct snap one_way = snap_at(&map->roads, 1, 3, 0.5, true, true);
    struct snap backward = snap_at(&map->roads, 0, 0, 0.5, false, true);
    struct place place;

    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &one_way, 1, &place);
    assert_int_equal(place.point_count, 1);
    assert_int_equal(place.points[0].edge, 2);
    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &backward, 1, &place);
    assert_int_equal(place.point_count, 1);
    assert_int_equal(place.points[0].edge, 1);
    map_destroy(map);
}

static void is_a_node_where_segments_meet(void **state)
{
    struct map *map = make_street(false);
    struct snap snaps[] = {
        snap_at(&map->roads, 0, 0, 1, true, true),
        snap_at(&map->roads, 0, 1, 1e-12, true, true),
        snap_at(&map->roads, 0, 2, 0.5, true, true), /* elsewhere */
    };
    struct place place;

    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), snaps, 3, &place);
    assert_int_equal(place.point_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(place.points[i].segment, 1);
        assert_true(place.points[i].fraction == 0);
    }
    assert_memory_equal(&place.position, &map->roads.node_position[1],
                        sizeof(place.position));
    map_destroy(map);
}

static void is_on_all_roads_at_a_junction(void **state)
{
    struct map *map = make_street(false);
    const struct roads *roads = &map->roads;
    struct place place;

    assert_true(place_of_node(roads, WEIGHTING_OF_MAP(map),
                              ROAD_NODE_OF_JUNCTION(1), &place));
    assert_int_equal(place.point_count, 3);
    assert_true(point_at_end(roads, point_on(&place, 0)));
    assert_true(point_at_start(roads, point_on(&place, 1)));
    assert_true(point_at_start(roads, point_on(&place, 2)));
    assert_false(point_at_start(roads, point_on(&place, 0)));
    assert_false(point_at_end(roads, point_on(&place, 1)));
    assert_sums(point_on(&place, 0)->left, 0, 0, 0);
    assert_sums(point_on(&place, 1)->before, 0, 0, 0);
    assert_sums(point_on(&place, 2)->left, 10000, 10000, 100000);
    map_destroy(map);
}

static void is_within_a_piece_at_a_contracted_node(void **state)
{
    struct map *map = make_street(false);
    struct place place;

    assert_true(place_of_node(&map->roads, WEIGHTING_OF_MAP(map),
                              ROAD_NODE_WITHIN(0, 2), &place));
    assert_int_equal(place.point_count, 2);
    assert_sums(point_on(&place, 0)->before, 20000, 20000, 200000);
    assert_sums(point_on(&place, 1)->before, 10001, 10001, 100000);
    assert_false(place_of_node(&map->roads, WEIGHTING_OF_MAP(map), 5, &place));
    map_destroy(map);
}

static void knows_which_point_is_passed_first(void **state)
{
    struct map *map = make_street(false);
    struct snap first = snap_at(&map->roads, 0, 0, 0.75, true, true);
    struct snap second = snap_at(&map->roads, 0, 1, 0.25, true, true);
    struct place a, b;

    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &first, 1, &a);
    place_of_snaps(&map->roads, WEIGHTING_OF_MAP(map), &second, 1, &b);
    assert_true(point_not_after(point_on(&a, 0), point_on(&b, 0)));
    assert_false(point_not_after(point_on(&b, 0), point_on(&a, 0)));
    assert_false(point_not_after(point_on(&a, 1), point_on(&b, 1)));
    assert_true(point_not_after(point_on(&b, 1), point_on(&a, 1)));
    assert_true(point_not_after(point_on(&a, 0), point_on(&a, 0)));
    map_destroy(map);
}

static void leaves_out_more_roads_than_there_is_room_for(void **state)
{
    struct road_draft draft;
    struct place place;
    struct map *map;

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, true);
    for (uint32_t i = 1; i <= 20; i++) {
        road_draft_junction(&draft, 100 * i, 100, true);
        road_draft_road(&draft, 0, i, "A", 1, false);
    }
    map = road_draft_map(&draft, false);
    assert_true(place_of_node(&map->roads, WEIGHTING_OF_MAP(map),
                              ROAD_NODE_OF_JUNCTION(0), &place));
    assert_int_equal(place.point_count, PLACE_POINTS_MAX);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_cut_at_its_fraction_in_both_directions),
        cmocka_unit_test(parts_add_up_wherever_it_is_cut),
        cmocka_unit_test(has_the_directions_that_are_open_and_wanted),
        cmocka_unit_test(is_a_node_where_segments_meet),
        cmocka_unit_test(is_on_all_roads_at_a_junction),
        cmocka_unit_test(is_within_a_piece_at_a_contracted_node),
        cmocka_unit_test(knows_which_point_is_passed_first),
        cmocka_unit_test(leaves_out_more_roads_than_there_is_room_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
