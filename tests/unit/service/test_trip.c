/* trip: the least way between two places, whatever solver finds it. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/solver/catalog.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/random_place.h"
#include "tests/unit/service/trip_check.h"

enum { SOLVERS = 3, TOWNS = 100, TRIPS = 60 };

/* Some that answer, on one map. */
struct desk {
    struct map *map;
    struct road_network network;
    const struct solver_ops *ops[SOLVERS];
    struct prepared *prepared[SOLVERS];
    struct metric *metric[SOLVERS];
    struct solver *solver[SOLVERS];
};

/* From two drafts of the same roads. */
static void desk_open(struct desk *desk, struct road_draft *for_map,
                      struct road_draft *for_network)
{
    static const char *const names[SOLVERS] = {"dijkstra", "bidirectional",
                                               "cch"};
    struct catalog catalog;

    catalog_init(&catalog);
    desk->map = road_draft_map(for_map, true);
    road_draft_network(for_network, &desk->network);
    for (size_t i = 0; i < SOLVERS; i++) {
        const struct solver_ops *ops = catalog_find(&catalog, names[i]);

        desk->ops[i] = ops;
        assert_int_equal(ops->representation->prepare(device_cpu(), desk->map,
                                                      &desk->prepared[i], NULL),
                         0);
        assert_int_equal(ops->representation->customize(desk->prepared[i],
                                                        &desk->map->weights,
                                                        &desk->metric[i], NULL),
                         0);
        assert_int_equal(
            ops->create(desk->prepared[i], NULL, 0, &desk->solver[i], NULL), 0);
    }
}

static void desk_close(struct desk *desk)
{
    for (size_t i = 0; i < SOLVERS; i++) {
        desk->ops[i]->destroy(desk->solver[i]);
        desk->ops[i]->representation->metric_destroy(desk->metric[i]);
        desk->ops[i]->representation->prepared_destroy(desk->prepared[i]);
    }
    road_network_finish(&desk->network);
    map_destroy(desk->map);
}

static void solve(struct desk *desk, size_t solver, struct trip *trip)
{
    struct query *query = &trip->query;
    struct batch batch = {.queries = &query, .query_count = 1};

    assert_int_equal(desk->ops[solver]->solve(desk->solver[solver],
                                              desk->metric[solver], &batch,
                                              NULL),
                     0);
    assert_int_equal(query->status, QUERY_DONE);
}

/* Its steps are a way, and add up to its cost. */
static void check_steps(const struct desk *desk, const struct trip *trip,
                        const struct place *from, const struct place *to)
{
    struct route_steps steps;
    struct trip_past past;

    trip_past_clear(&past);
    assert_int_equal(trip_steps(trip, desk->map, from, to, &steps), 0);
    assert_int_equal(trip_check(&desk->network, &steps, from, to, &past),
                     trip_cost(trip));
    free(steps.list);
}

/* The cost that all solvers find; COST_INFINITY. */
static uint32_t check_trip(struct desk *desk, const struct place *from,
                           const struct place *to)
{
    const struct place both[] = {*from, *to};
    uint64_t expected = route_reference(&desk->network, both, 2, true);
    uint32_t cost = expected == UINT64_MAX ? COST_INFINITY : (uint32_t)expected;
    struct trip_end from_end = {from, course_any()};
    struct trip_end to_end = {to, course_any()};

    for (size_t i = 0; i < SOLVERS; i++) {
        struct trip trip;

        assert_int_equal(trip_init(&trip, desk->map, from_end, to_end), 0);
        solve(desk, i, &trip);
        assert_int_equal(trip_cost(&trip), cost);
        if (cost <= COST_MAX)
            check_steps(desk, &trip, from, to);
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
        struct road_draft drafts[2];
        struct desk desk;

        road_town_draft(2 + (uint32_t)seed % 5, seed, &drafts[0]);
        road_town_draft(2 + (uint32_t)seed % 5, seed, &drafts[1]);
        desk_open(&desk, &drafts[0], &drafts[1]);
        for (int i = 0; i < TRIPS; i++) {
            uint32_t pieces = desk.map->roads.piece_count;
            uint32_t a = random_below(&random, pieces);
            uint32_t b =
                random_below(&random, 3) ? random_below(&random, pieces) : a;
            struct place from = random_place_on(&desk.map->roads, &random, a);
            struct place to = random_place_on(&desk.map->roads, &random, b);

            found += check_trip(&desk, &from, &to) != COST_INFINITY;
        }
        desk_close(&desk);
    }
    assert_in_range(found, TOWNS * TRIPS / 2, TOWNS * TRIPS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_least_between_any_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
