/* test_cuda_grid: the matrix report on the device equals the CPU's to the last
 * bit: product, both minima, and the cost of the path. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "clients/relaxctl/program.h"
#include "lab/grid.h"
#include "tests/gpu/devices_or_skip.h"

static const struct device *device;

static struct grid_run run_on(const struct grid_matrices *matrices,
                              const char *name, const char *solver)
{
    const struct grid_settings settings = {.device = name, .solver = solver};
    struct error error = {""};
    struct grid_run run;

    if (grid_run(matrices, &settings, &run, &error))
        fail_msg("%s on %s: %s", solver, name, error.text);
    return run;
}

static void assert_same(const struct grid_run *run,
                        const struct grid_run *expected)
{
    assert_int_equal(run->size, expected->size);
    assert_memory_equal(run->product, expected->product,
                        sizeof(float) * run->size * run->size);
    assert_memory_equal(run->minimum, expected->minimum, sizeof(run->minimum));
    assert_int_equal(run->cost, expected->cost);
    assert_true(run->cell_count > 1);
    assert_int_equal(run->cell[0], expected->cell[0]);
    assert_int_equal(run->cell[run->cell_count - 1],
                     expected->cell[expected->cell_count - 1]);
}

static void compare(uint32_t size, uint64_t seed, const char *solver)
{
    struct grid_matrices matrices;
    struct grid_run expected;
    struct grid_run run;

    assert_int_equal(grid_matrices_random(size, seed, &matrices, NULL), 0);
    expected = run_on(&matrices, "cpu", "dijkstra");
    run = run_on(&matrices, device->name, solver);
    assert_string_equal(run.product_device.name, device->name);
    assert_string_equal(run.solver_device.name, device->name);
    assert_string_equal(run.solver, solver);
    assert_same(&run, &expected);
    grid_run_finish(&run);
    grid_run_finish(&expected);
    grid_matrices_finish(&matrices);
}

static void the_reports_kernels_find_what_the_cpu_finds(void **state)
{
    static const uint32_t sizes[] = {2, 9, 20};

    for (uint64_t seed = 0; seed < 3; seed++) {
        for (int i = 0; i < 3; i++)
            compare(sizes[i], seed, "harish");
    }
}

static void other_solvers_find_a_path_of_the_same_cost(void **state)
{
    compare(12, 4, "selection");
    compare(12, 4, "adaptive");
}

/* The solver's device does not determine the product's. */
static void by_itself_the_product_is_made_on_the_device(void **state)
{
    struct grid_matrices matrices;
    struct grid_run run;

    assert_int_equal(grid_matrices_random(5, 1, &matrices, NULL), 0);
    run = run_on(&matrices, "auto", "dijkstra");
    assert_string_equal(run.product_device.name, device->name);
    assert_string_equal(run.solver_device.name, "cpu");
    grid_run_finish(&run);
    grid_matrices_finish(&matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reports_kernels_find_what_the_cpu_finds),
        cmocka_unit_test(other_solvers_find_a_path_of_the_same_cost),
        cmocka_unit_test(by_itself_the_product_is_made_on_the_device),
    };

    device = device_or_skip();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
