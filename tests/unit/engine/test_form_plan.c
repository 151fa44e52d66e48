/* form_plan: the forms that are prepared when a map is loaded. */
#include "tests/unit/cmocka_all.h"

#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/solver/csr.h"

static const struct solver_ops *const all[] = {
    &dijkstra_solver, &bidirectional_solver, &cch_solver};

enum { ALL = sizeof(all) / sizeof(*all) };

static bool made(const struct form_ops *form, uint32_t supernodes,
                 size_t solver_count)
{
    const struct map map = {.hierarchy = {.supernode_count = supernodes}};

    return form_is_for_all(form, &map, all, solver_count);
}

static void an_unordered_map_is_made_for_pairs(void **state)
{
    assert_true(made(&csr_form, 0, ALL));
    assert_true(made(&csr_both_form, 0, ALL));
    assert_false(made(&cch_form, 0, ALL));
}

static void an_ordered_map_has_pairs_by_its_hierarchy(void **state)
{
    assert_true(made(&csr_form, 1, ALL));
    assert_false(made(&csr_both_form, 1, ALL));
    assert_true(made(&cch_form, 1, ALL));
}

static void without_a_solver_for_it_an_order_is_none(void **state)
{
    assert_true(made(&csr_both_form, 1, 2));
}

static void what_is_slow_waits(void **state)
{
    struct solver_ops slow = dijkstra_solver;
    const struct solver_ops *solvers[] = {&slow};
    const struct map map = {.hierarchy = {.supernode_count = 0}};

    assert_true(form_is_for_all(&csr_form, &map, solvers, 1));
    slow.slow = "it takes long";
    assert_false(form_is_for_all(&csr_form, &map, solvers, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unordered_map_is_made_for_pairs),
        cmocka_unit_test(an_ordered_map_has_pairs_by_its_hierarchy),
        cmocka_unit_test(without_a_solver_for_it_an_order_is_none),
        cmocka_unit_test(what_is_slow_waits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
