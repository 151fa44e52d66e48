#include "tests/unit/service/search_desk.h"

#include "core/solver/catalog.h"
#include "core/weighting/weighting.h"
#include "tests/unit/cmocka_all.h"

void search_desk_open(struct search_desk *desk, const struct map *map)
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
        assert_int_equal(ops->form->customize(desk->prepared[i],
                                              &map->imported.arcs,
                                              &desk->metric[i], NULL),
                         0);
        assert_int_equal(
            ops->create(desk->prepared[i], NULL, 0, &desk->solver[i], NULL), 0);
    }
}

void search_desk_close(struct search_desk *desk)
{
    for (size_t i = 0; i < DESK_SOLVERS; i++) {
        desk->ops[i]->destroy(desk->solver[i]);
        desk->ops[i]->form->metric_destroy(desk->metric[i]);
        desk->ops[i]->form->prepared_destroy(desk->prepared[i]);
    }
}

static void solve(struct search_desk *desk, size_t solver,
                  struct place_search *search)
{
    struct query *query = &search->query;
    struct batch batch = {.queries = &query, .query_count = 1};

    assert_int_equal(desk->ops[solver]->solve(desk->solver[solver],
                                              desk->metric[solver], &batch,
                                              NULL),
                     0);
    assert_int_equal(query->status, QUERY_DONE);
}

static void init(const struct search_desk *desk, const struct place *from,
                 const struct place *to, struct place_search *ret_search)
{
    struct transit from_end = transit_any(from);
    struct transit to_end = transit_any(to);

    assert_int_equal(place_search_init(ret_search, desk->map,
                                       WEIGHTING_OF_MAP(desk->map), from_end,
                                       to_end),
                     0);
}

void search_desk_ask(struct search_desk *desk, size_t solver,
                     const struct place *from, const struct place *to,
                     struct place_search *ret_search)
{
    init(desk, from, to, ret_search);
    solve(desk, solver, ret_search);
}

bool search_desk_ask_further(struct search_desk *desk, size_t solver,
                             const struct place *from, const struct place *to,
                             uint32_t wanted, struct place_search *ret_search)
{
    if (!(desk->ops[solver]->capabilities & SOLVER_ALTERNATIVES))
        return false;
    init(desk, from, to, ret_search);
    assert_int_equal(place_search_want(ret_search, desk->map, from, to, wanted),
                     0);
    solve(desk, solver, ret_search);
    return true;
}
