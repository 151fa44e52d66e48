/* early stop: solvers that claim it leave most of a long street untouched. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "tests/solver/one_pair.h"

/* A two-way street of single steps; a vertex's id is its position in it. */
enum { LENGTH = 20000, HERE = LENGTH / 2, STEPS = 50 };

static struct map *make_street(void)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(LENGTH, &builder, NULL), 0);
    for (uint32_t v = 1; v < LENGTH; v++) {
        assert_int_equal(map_builder_add_arc(builder, v - 1, v, 1, NULL), 0);
        assert_int_equal(map_builder_add_arc(builder, v, v - 1, 1, NULL), 0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static uint32_t vertex_at(const struct map *map, uint64_t place)
{
    uint32_t vertex = VERTEX_NONE;

    assert_true(map_find_vertex(map, place, &vertex));
    return vertex;
}

static void solve(const struct solver_ops *ops, const struct map *map,
                  struct batch *batch)
{
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;

    assert_int_equal(ops->form->prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(
        ops->form->customize(prepared, &map->imported.arcs, &metric, NULL), 0);
    assert_int_equal(ops->create(prepared, NULL, 0, &solver, NULL), 0);
    assert_int_equal(ops->solve(solver, metric, batch, NULL), 0);
    ops->destroy(solver);
    ops->form->metric_destroy(metric);
    ops->form->prepared_destroy(prepared);
}

/* Every solver with the capability settles few vertices and finds the cost. */
static void check_all(unsigned capability, uint32_t end, uint32_t bound,
                      uint32_t cost)
{
    struct map *street = make_street();
    struct map *ordered;
    struct catalog catalog;

    assert_int_equal(map_order(street, NULL, &ordered, NULL), 0);
    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++) {
        unsigned capabilities = catalog.solver[i]->capabilities;
        const struct map *map =
            capabilities & SOLVER_NEEDS_ORDER ? ordered : street;
        struct one_pair pair;

        if (!(capabilities & capability))
            continue;
        one_pair_init(&pair, vertex_at(map, HERE), vertex_at(map, end));
        pair.query.bound = bound;
        solve(catalog.solver[i], map, &pair.batch);
        assert_int_equal(pair.cost, cost);
        assert_in_range(pair.query.figures.settled, 1, 3 * STEPS);
    }
    map_destroy(ordered);
    map_destroy(street);
}

static void ends_when_the_target_is_settled(void **state)
{
    check_all(SOLVER_STOPS_EARLY, HERE + STEPS, COST_OVERFLOW, STEPS);
}

static void goes_no_further_than_the_bound(void **state)
{
    check_all(SOLVER_BOUNDED, LENGTH - 1, STEPS, COST_INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_when_the_target_is_settled),
        cmocka_unit_test(goes_no_further_than_the_bound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
