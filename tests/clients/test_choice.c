/* bench_choice: which solvers are measured where all or some are asked for. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "clients/relaxctl/program.h"
#include "core/solver/catalog.h"
#include "lab/bench.h"

static struct solver_ops slow;
static struct inventory inventory;

static int set_up(void **state)
{
    slow = dijkstra_solver;
    slow.name = "snail";
    slow.slow = "made so";
    memset(&inventory, 0, sizeof(inventory));
    catalog_add(&inventory.catalog, &slow);
    catalog_add(&inventory.catalog, &dijkstra_solver);
    inventory.device[0] = *device_cpu();
    inventory.device_count = 1;
    return 0;
}

static void choose(const char *names, struct bench_choice *ret_choice)
{
    char solvers[64];
    struct bench_request request = {solvers, "cpu", SOLVER_TREES};

    strcpy(solvers, names);
    assert_int_equal(bench_choose(&inventory, &request, ret_choice, NULL), 0);
}

static void all_are_those_that_are_not_slow(void **state)
{
    struct bench_choice choice;

    choose("all", &choice);
    assert_true(choice.all);
    assert_int_equal(choice.count, 1);
    assert_ptr_equal(choice.item[0].ops, &dijkstra_solver);
}

static void a_slow_one_is_measured_by_name(void **state)
{
    struct bench_choice choice;

    choose("dijkstra,snail", &choice);
    assert_false(choice.all);
    assert_int_equal(choice.count, 2);
    assert_ptr_equal(choice.item[1].ops, &slow);
}

static void auto_is_not_slow(void **state)
{
    struct solver_choice choice;

    inventory.catalog.count = 1; /* nothing but the slow one */
    assert_int_equal(
        inventory_choose(&inventory, "auto", "auto", 0, &choice, NULL),
        -EINVAL);
    assert_int_equal(
        inventory_choose(&inventory, "snail", "auto", 0, &choice, NULL), 0);
    assert_ptr_equal(choice.ops, &slow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_are_those_that_are_not_slow, set_up),
        cmocka_unit_test_setup(a_slow_one_is_measured_by_name, set_up),
        cmocka_unit_test_setup(auto_is_not_slow, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
