/* trip: the least way between two places, whatever solver finds it. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/further_check.h"
#include "tests/unit/service/random_place.h"
#include "tests/unit/service/trip_check.h"
#include "tests/unit/service/trip_desk.h"

enum { TOWNS = 100, TRIPS = 60, WANTED = FURTHER_MAX };

struct town {
    struct map *map;
    struct road_network network;
    struct trip_desk desk;
};

static void open_town(struct town *town, uint32_t side, uint64_t seed)
{
    struct road_draft draft;

    town->map = road_town(side, seed, true);
    road_town_draft(side, seed, &draft);
    road_draft_network(&draft, &town->network);
    trip_desk_open(&town->desk, town->map);
}

static void close_town(struct town *town)
{
    trip_desk_close(&town->desk);
    road_network_finish(&town->network);
    map_destroy(town->map);
}

/* Its steps are a way, and add up to its cost. */
static void check_steps(const struct town *town, const struct trip *trip,
                        const struct place *from, const struct place *to)
{
    struct route_steps steps;
    struct trip_past past;

    trip_past_clear(&past);
    assert_int_equal(trip_steps(trip, town->map, from, to, &steps), 0);
    assert_int_equal(trip_check(&town->network, &steps, from, to, &past),
                     trip_cost(trip));
    free(steps.list);
}

/* The cost that all solvers find; COST_INFINITY. */
static uint32_t check_trip(struct town *town, const struct place *from,
                           const struct place *to)
{
    const struct place both[] = {*from, *to};
    uint64_t expected = route_reference(&town->network, both, 2, true);
    uint32_t cost = expected == UINT64_MAX ? COST_INFINITY : (uint32_t)expected;

    for (size_t i = 0; i < DESK_SOLVERS; i++) {
        struct trip trip;

        trip_desk_ask(&town->desk, i, from, to, &trip);
        assert_int_equal(trip_cost(&trip), cost);
        if (cost <= COST_MAX)
            check_steps(town, &trip, from, to);
        trip_finish(&trip);
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
        for (int i = 0; i < TRIPS; i++) {
            uint32_t pieces = town.map->roads.piece_count;
            uint32_t a = random_below(&random, pieces);
            uint32_t b =
                random_below(&random, 3) ? random_below(&random, pieces) : a;
            struct place from = random_place_on(&town.map->roads, &random, a);
            struct place to = random_place_on(&town.map->roads, &random, b);

            found += check_trip(&town, &from, &to) != COST_INFINITY;
        }
        close_town(&town);
    }
    assert_in_range(found, TOWNS * TRIPS / 2, TOWNS * TRIPS - 1);
}

/* Each is a way over the town. */
static void check_ways(const struct town *town, const struct trip *trip,
                       const struct place *from, const struct place *to,
                       const struct trip_way *ways, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct route_steps steps;
        struct trip_past past;

        trip_past_clear(&past);
        assert_int_equal(
            trip_way_steps(trip, &ways[i], town->map, from, to, &steps), 0);
        assert_int_equal(trip_check(&town->network, &steps, from, to, &past),
                         ways[i].cost);
        free(steps.list);
    }
}

static uint32_t find_further(struct town *town, size_t solver,
                             const struct place *from, const struct place *to)
{
    struct trip_way ways[WANTED];
    struct trip least;
    struct trip trip;
    uint32_t count;

    if (!trip_desk_ask_further(&town->desk, solver, from, to, WANTED, &trip))
        return 0;
    trip_desk_ask(&town->desk, solver, from, to, &least);
    assert_int_equal(trip_cost(&trip), trip_cost(&least));
    count = trip_further(&trip, town->map, from, to, ways);
    assert_in_range(count, 0, WANTED);
    check_ways(town, &trip, from, to, ways, count);
    if (count)
        further_check(&trip, town->map, from, to, ways, count);
    trip_finish(&trip);
    trip_finish(&least);
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
        for (int i = 0; i < TRIPS; i++) {
            uint32_t pieces = town.map->roads.piece_count;
            uint32_t a = random_below(&random, pieces);
            uint32_t b =
                random_below(&random, 6) ? random_below(&random, pieces) : a;
            struct place from = random_place_on(&town.map->roads, &random, a);
            struct place to = random_place_on(&town.map->roads, &random, b);

            for (size_t k = 0; k < DESK_SOLVERS; k++)
                found[k] += find_further(&town, k, &from, &to);
        }
        close_town(&town);
    }
    /* A hierarchy shows most of what searches over all of the town do. */
    assert_in_range(found[1], TOWNS * TRIPS / 4, TOWNS * TRIPS * WANTED);
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
