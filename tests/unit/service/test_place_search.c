/* route: the shortest path between two places, with every solver. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/weighting/weighting.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/further_check.h"
#include "tests/unit/service/random_place.h"
#include "tests/unit/service/search_desk.h"
#include "tests/unit/service/steps_check.h"

enum { TOWNS = 100, SEARCHES = 60, WANTED = FURTHER_MAX };

struct town {
    struct map *map;
    struct road_network network;
    struct search_desk desk;
};

static void open_town(struct town *town, uint32_t side, uint64_t seed)
{
    struct road_draft draft;

    town->map = road_town(side, seed, true);
    road_town_draft(side, seed, &draft);
    road_draft_network(&draft, &town->network);
    search_desk_open(&town->desk, town->map);
}

static void close_town(struct town *town)
{
    search_desk_close(&town->desk);
    road_network_finish(&town->network);
    map_destroy(town->map);
}

/* Its steps form a path, and add up to its cost. */
static void check_steps(const struct town *town,
                        const struct place_search *search,
                        const struct place *from, const struct place *to)
{
    struct route_steps steps;
    struct steps_past past;

    steps_past_clear(&past);
    assert_int_equal(place_search_steps(search, town->map,
                                        WEIGHTING_OF_MAP(town->map), from, to,
                                        &steps),
                     0);
    assert_int_equal(steps_check(&town->network, &steps, from, to, &past),
                     place_search_cost(search));
    free(steps.list);
}

/* The cost that all solvers find; COST_INFINITY. */
static uint32_t check_search(struct town *town, const struct place *from,
                             const struct place *to)
{
    const struct place both[] = {*from, *to};
    uint64_t expected = route_reference(&town->network, both, 2, true);
    uint32_t cost = expected == UINT64_MAX ? COST_INFINITY : (uint32_t)expected;

    for (size_t i = 0; i < DESK_SOLVERS; i++) {
        struct place_search search;

        search_desk_ask(&town->desk, i, from, to, &search);
        assert_int_equal(place_search_cost(&search), cost);
        if (cost <= COST_MAX)
            check_steps(town, &search, from, to);
        place_search_finish(&search);
    }
    return cost;
}

static void is_the_least_between_any_places(void **state)
{
    struct random random;
    uint32_t found = 0;

    random_seed(&random, 1);
    for (uint64_t seed = 1; seed <= TOWNS; seed++) {
        struct town town;

        open_town(&town, 2 + (uint32_t)seed % 5, seed);
        for (int i = 0; i < SEARCHES; i++) {
            uint32_t pieces = town.map->roads.piece_count;
            uint32_t a = random_below(&random, pieces);
            uint32_t b =
                random_below(&random, 3) ? random_below(&random, pieces) : a;
            struct place from = random_place_on(town.map, &random, a);
            struct place to = random_place_on(town.map, &random, b);

            found += check_search(&town, &from, &to) != COST_INFINITY;
        }
        close_town(&town);
    }
    assert_in_range(found, TOWNS * SEARCHES / 2, TOWNS * SEARCHES - 1);
}

/* Each is a path over the town. */
static void check_ways(const struct town *town,
                       const struct place_search *search,
                       const struct place *from, const struct place *to,
                       const struct place_way *ways, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct route_steps steps;
        struct steps_past past;

        steps_past_clear(&past);
        assert_int_equal(place_search_way_steps(search, &ways[i], town->map,
                                                WEIGHTING_OF_MAP(town->map),
                                                from, to, &steps),
                         0);
        assert_int_equal(steps_check(&town->network, &steps, from, to, &past),
                         ways[i].cost);
        free(steps.list);
    }
}

static uint32_t find_further(struct town *town, size_t solver,
                             const struct place *from, const struct place *to)
{
    struct place_way ways[WANTED];
    struct place_search least;
    struct place_search search;
    uint32_t count;

    if (!search_desk_ask_further(&town->desk, solver, from, to, WANTED,
                                 &search))
        return 0;
    search_desk_ask(&town->desk, solver, from, to, &least);
    assert_int_equal(place_search_cost(&search), place_search_cost(&least));
    count = place_search_further(&search, town->map, from, to, ways);
    assert_in_range(count, 0, WANTED);
    check_ways(town, &search, from, to, ways, count);
    if (count)
        further_check(&search, town->map, from, to, ways, count);
    place_search_finish(&search);
    place_search_finish(&least);
    return count;
}

static void further_ways_are_worth_offering(void **state)
{
    uint32_t found[DESK_SOLVERS] = {0};
    struct random random;

    random_seed(&random, 2);
    for (uint64_t seed = 1; seed <= TOWNS; seed++) {
        struct town town;

        open_town(&town, 3 + (uint32_t)seed % 7, seed);
        for (int i = 0; i < SEARCHES; i++) {
            uint32_t pieces = town.map->roads.piece_count;
            uint32_t a = random_below(&random, pieces);
            uint32_t b =
                random_below(&random, 6) ? random_below(&random, pieces) : a;
            struct place from = random_place_on(town.map, &random, a);
            struct place to = random_place_on(town.map, &random, b);

            for (size_t k = 0; k < DESK_SOLVERS; k++)
                found[k] += find_further(&town, k, &from, &to);
        }
        close_town(&town);
    }
    /* A hierarchy finds most of what searches over the whole town do. */
    assert_in_range(found[1], TOWNS * SEARCHES / 4, TOWNS * SEARCHES * WANTED);
    assert_in_range(found[2], found[1] * 3 / 4, found[1] * 3 / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_least_between_any_places),
        cmocka_unit_test(further_ways_are_worth_offering),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
