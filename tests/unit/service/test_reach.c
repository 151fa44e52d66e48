/* reach: the cost at every node equals that of a route there, or from there. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/cost.h"
#include "core/service/isochrone/reach.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/search_desk.h"

enum { MOST_MS = 90000, SOURCES = 3 };

/* The least cost at each place of a node. */
struct spent {
    const struct roads *roads;
    uint32_t *least; /* [node_count], COST_INFINITY: not reached */
};

static void note(struct spent *spent, struct position position, double ms)
{
    for (uint32_t i = 0; i < spent->roads->node_count; i++) {
        if (position_equals(spent->roads->node_position[i], position) &&
            ms < spent->least[i])
            spent->least[i] = (uint32_t)ms;
    }
}

static void note_part(void *context, const struct stretch_part *part)
{
    note(context, part->from, part->spent_from);
    note(context, part->to, part->spent_to);
}

static void walk_all(const struct map *map, const struct place *sources,
                     size_t source_count, const struct measure *measure,
                     struct spent *ret_spent)
{
    struct reach reach;

    ret_spent->roads = &map->roads;
    ret_spent->least = array_alloc(map->roads.node_count, sizeof(uint32_t));
    assert_non_null(ret_spent->least);
    for (uint32_t i = 0; i < map->roads.node_count; i++)
        ret_spent->least[i] = COST_INFINITY;
    assert_int_equal(reach_find(map, WEIGHTING_OF_MAP(map), sources,
                                source_count, measure, &reach),
                     0);
    for (size_t i = 0; i < reach.count; i++)
        stretch_walk(&reach.list[i], measure, &map->roads,
                     WEIGHTING_OF_MAP(map), note_part, ret_spent);
    free(reach.list);
}

/* Where durations are not the weights, paths of equal weight may differ by some
 * milliseconds. */
enum { ALIKE_MS = 20 };

/* The duration of the shortest path. */
static uint32_t path_ms(const struct map *map,
                        const struct place_search *search,
                        const struct place *from, const struct place *to)
{
    struct route_steps steps;
    uint32_t sum = 0;

    if (map->roads.profile.weight_is_duration ||
        place_search_cost(search) > COST_MAX)
        return place_search_cost(search);
    assert_int_equal(place_search_steps(search, map, WEIGHTING_OF_MAP(map),
                                        from, to, &steps),
                     0);
    for (uint32_t i = 0; i < steps.count; i++)
        sum += steps.list[i].duration_ms + steps.list[i].turn_duration_ms;
    free(steps.list);
    return sum;
}

static uint32_t path_ms_between(struct search_desk *desk,
                                const struct place *from,
                                const struct place *to)
{
    struct place_search search;
    uint32_t ms;

    search_desk_ask(desk, 0, from, to, &search);
    ms = path_ms(desk->map, &search, from, to);
    place_search_finish(&search);
    return ms;
}

static void check_node(const struct roads *roads, uint32_t spent,
                       uint32_t path_ms)
{
    if (roads->profile.weight_is_duration)
        assert_int_equal(spent, path_ms <= MOST_MS ? path_ms : COST_INFINITY);
    else if (path_ms < MOST_MS - ALIKE_MS)
        assert_in_range(spent,
                        path_ms - (path_ms < ALIKE_MS ? path_ms : ALIKE_MS),
                        path_ms + ALIKE_MS);
    else if (path_ms > MOST_MS + ALIKE_MS)
        assert_int_equal(spent, COST_INFINITY);
}

static struct place node_place(const struct map *map, uint32_t node)
{
    struct place place;

    assert_true(place_of_node(&map->roads, WEIGHTING_OF_MAP(map),
                              map->roads.node_id[node], &place));
    return place;
}

/* All nodes, from or to the nearest of several sources. */
static void check_town(uint64_t seed, bool backward, size_t source_count)
{
    struct map *map = road_town(7, seed, true);
    struct measure measure = {false, backward, MOST_MS, NULL};
    struct place sources[SOURCES];
    struct search_desk desk;
    struct random random;
    struct spent spent;
    uint32_t reached = 0;

    random_seed(&random, seed);
    for (size_t i = 0; i < source_count; i++)
        sources[i] =
            node_place(map, random_below(&random, map->roads.node_count));
    search_desk_open(&desk, map);
    walk_all(map, sources, source_count, &measure, &spent);
    for (uint32_t n = 0; n < map->roads.node_count; n++) {
        struct place place = node_place(map, n);
        uint32_t least = COST_INFINITY;

        for (size_t i = 0; i < source_count; i++) {
            uint32_t cost = backward
                                ? path_ms_between(&desk, &place, &sources[i])
                                : path_ms_between(&desk, &sources[i], &place);

            least = cost < least ? cost : least;
        }
        check_node(&map->roads, spent.least[n], least);
        reached += least <= MOST_MS;
    }
    assert_true(reached > 1);
    free(spent.least);
    search_desk_close(&desk);
    map_destroy(map);
}

static void departing_takes_what_trips_there_cost(void **state)
{
    for (uint64_t seed = 1; seed <= 12; seed++)
        check_town(seed, false, 1);
}

static void arriving_takes_what_trips_from_there_cost(void **state)
{
    for (uint64_t seed = 1; seed <= 12; seed++)
        check_town(seed, true, 1);
}

static void of_several_places_the_nearest_counts(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        check_town(seed, false, SOURCES);
        check_town(seed, true, SOURCES);
    }
}

/* A one-way street of 200 m, and the way around of 400 m that is open both
 * ways. */
static void a_one_way_street_counts_one_way(void **state)
{
    struct road_draft draft;
    struct map *map;
    struct spent spent;
    struct place place;
    struct measure measure = {true, false, 1000000, NULL};

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 200, 0, false);
    road_draft_junction(&draft, 100, 173.2, false);
    road_draft_road(&draft, 0, 1, "A", 1, true);
    road_draft_road(&draft, 1, 2, "B", 1, false);
    road_draft_road(&draft, 2, 0, "C", 1, false);
    map = road_draft_map(&draft, false);
    place = node_place(map, 0);
    walk_all(map, &place, 1, &measure, &spent);
    assert_in_range(spent.least[1], 199000, 201000);
    free(spent.least);
    measure.backward = true;
    walk_all(map, &place, 1, &measure, &spent);
    assert_in_range(spent.least[1], 398000, 402000);
    free(spent.least);
    map_destroy(map);
}

static void note_last(void *context, const struct stretch_part *part)
{
    struct stretch_part *last = context;

    if (part->spent_to > last->spent_to)
        *last = *part;
}

/* 100 m take 10 s: from the end of a street of 200 m 12.3 s lead to 123 m. */
static void the_last_metre_is_found(void **state)
{
    struct road_draft draft;
    struct map *map;
    struct place place;
    struct measure measure = {false, false, 12300, NULL};
    struct stretch_part last = {.spent_to = -1};
    struct reach reach;
    double share;

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 200, 0, false);
    road_draft_road(&draft, 0, 1, "A", 4, false);
    map = road_draft_map(&draft, false);
    place = node_place(map, 0);
    assert_int_equal(
        reach_find(map, WEIGHTING_OF_MAP(map), &place, 1, &measure, &reach), 0);
    for (size_t i = 0; i < reach.count; i++)
        stretch_walk(&reach.list[i], &measure, &map->roads,
                     WEIGHTING_OF_MAP(map), note_last, &last);
    share = (double)(last.to.lon_e7 - map->roads.node_position[0].lon_e7) /
            (map->roads.node_position[4].lon_e7 -
             map->roads.node_position[0].lon_e7);
    assert_float_equal(200 * share, 123, 0.1);
    free(reach.list);
    map_destroy(map);
}

static void a_cancelled_search_ends(void **state)
{
    struct map *map = road_town(80, 1, false);
    struct cancel cancel = {.requested = true};
    struct measure measure = {false, false, COST_MAX, &cancel};
    struct place place = node_place(map, 0);
    struct reach reach;

    assert_int_equal(
        reach_find(map, WEIGHTING_OF_MAP(map), &place, 1, &measure, &reach),
        -ECANCELED);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(departing_takes_what_trips_there_cost),
        cmocka_unit_test(arriving_takes_what_trips_from_there_cost),
        cmocka_unit_test(of_several_places_the_nearest_counts),
        cmocka_unit_test(a_one_way_street_counts_one_way),
        cmocka_unit_test(the_last_metre_is_found),
        cmocka_unit_test(a_cancelled_search_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
