/* trip_desk: solvers that answer trips on one map. */
#include "tests/unit/service/trip_desk.h"

#include "core/solver/catalog.h"
#include "tests/unit/cmocka_all.h"

void trip_desk_open(struct trip_desk *desk, const struct map *map)
{
    static const char *const names[DESK_SOLVERS] = {"dijkstra", "bidirectional",
                                                    "cch"};
    struct catalog catalog;

    catalog_init(&catalog);
    desk->map = map;
    for (size_t i = 0; i < DESK_SOLVERS; i++) {
        const struct solver_ops *ops = catalog_find(&catalog, names[i]);

        desk->ops[i] = ops;
        assert_int_equal(
            ops->form->prepare(device_cpu(), map, &desk->prepared[i], NULL), 0);
        assert_int_equal(ops->form->customize(desk->prepared[i], &map->weights,
                                              &desk->metric[i], NULL),
                         0);
        assert_int_equal(
            ops->create(desk->prepared[i], NULL, 0, &desk->solver[i], NULL), 0);
    }
}

void trip_desk_close(struct trip_desk *desk)
{
    for (size_t i = 0; i < DESK_SOLVERS; i++) {
        desk->ops[i]->destroy(desk->solver[i]);
        desk->ops[i]->form->metric_destroy(desk->metric[i]);
        desk->ops[i]->form->prepared_destroy(desk->prepared[i]);
    }
}

static void solve(struct trip_desk *desk, size_t solver, struct trip *trip)
{
    struct query *query = &trip->query;
    struct batch batch = {.queries = &query, .query_count = 1};

    assert_int_equal(desk->ops[solver]->solve(desk->solver[solver],
                                              desk->metric[solver], &batch,
                                              NULL),
                     0);
    assert_int_equal(query->status, QUERY_DONE);
}

static void init(const struct trip_desk *desk, const struct place *from,
                 const struct place *to, struct trip *ret_trip)
{
    struct trip_end from_end = {from, transit_any()};
    struct trip_end to_end = {to, transit_any()};

    assert_int_equal(trip_init(ret_trip, desk->map, from_end, to_end), 0);
}

void trip_desk_ask(struct trip_desk *desk, size_t solver,
                   const struct place *from, const struct place *to,
                   struct trip *ret_trip)
{
    init(desk, from, to, ret_trip);
    solve(desk, solver, ret_trip);
}

bool trip_desk_ask_further(struct trip_desk *desk, size_t solver,
                           const struct place *from, const struct place *to,
                           uint32_t wanted, struct trip *ret_trip)
{
    if (!(desk->ops[solver]->capabilities & SOLVER_ALTERNATIVES))
        return false;
    init(desk, from, to, ret_trip);
    assert_int_equal(trip_want(ret_trip, desk->map, from, to, wanted), 0);
    solve(desk, solver, ret_trip);
    return true;
}
