/* solver: options and capabilities; the catalog. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/solver/catalog.h"

static const struct solver_option options[] = {
    {.name = "width",
     .help = "vertices",
     .fallback = 4,
     .minimum = 1,
     .maximum = 8},
    {.name = "patience",
     .help = "us",
     .fallback = 0.5,
     .maximum = 1,
     .fractional = true},
};

static const struct solver_ops with_options = {
    .name = "made-up",
    .options = options,
    .option_count = 2,
    .capabilities = SOLVER_PAIRS,
};

static void takes_the_last_setting_else_the_fallback(void **state)
{
    const struct solver_setting settings[] = {{"width", 2}, {"width", 3}};

    assert_true(solver_option_value(&with_options, settings, 2, "width") == 3);
    assert_true(solver_option_value(&with_options, settings, 2, "patience") ==
                0.5);
}

static void assert_refused(const char *name, double value, const char *words)
{
    const struct solver_setting settings[] = {{"width", 2}, {name, value}};
    struct error error;

    assert_int_equal(solver_settings_check(&with_options, settings, 2, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, words));
}

static void refuses_settings_by_name_and_by_range(void **state)
{
    const struct solver_setting edges[] = {{"width", 1}, {"width", 8}};

    assert_int_equal(solver_settings_check(&with_options, edges, 2, NULL), 0);
    assert_refused("widht", 2, "no option 'widht'");
    assert_refused("width", 8.5, "8.5 is not allowed; want 1 to 8");
    assert_refused("width", 0, "0 is not allowed; want 1 to 8");
    assert_refused("width", NAN, "is not allowed; want 1 to 8");
}

static void pairs_alone_answer_one_target_only(void **state)
{
    struct query query = {.output = QUERY_COSTS, .target_count = 1};

    assert_true(solver_can_answer(&with_options, &query));
    query.target_count = 2;
    assert_false(solver_can_answer(&with_options, &query));
    query.output = QUERY_TREE;
    assert_false(solver_can_answer(&with_options, &query));
}

static void the_catalog_finds_solvers_by_name(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    assert_string_equal(catalog.solver[0]->name, "dijkstra");
    assert_non_null(catalog_find(&catalog, "bidirectional"));
    assert_null(catalog_find(&catalog, "made-up"));
    catalog_add(&catalog, &with_options);
    assert_ptr_equal(catalog_find(&catalog, "made-up"), &with_options);
}

static const struct form_ops cuda_form = {
    .name = "cuda-form",
    .device_kind = DEVICE_CUDA,
};

/* Maps as far as speed functions read them. */
static const struct map large = {.topology = {.vertex_count = 1000000}};
static const struct map large_ordered = {
    .topology = {.vertex_count = 1000000},
    .hierarchy = {.supernode_count = 1},
};

static void quick(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){.pair_us = 1, .tree_us = 1, .row_us = 1};
}

static void quick_at_trees(const struct map *map,
                           struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){.pair_us = 2, .tree_us = 0.5};
}

static const char *favourite_name(const struct catalog *catalog,
                                  enum device_kind kind, unsigned capabilities,
                                  const struct map *map)
{
    const struct solver_ops *ops =
        catalog_favourite(catalog, kind, capabilities, map, NULL);

    return ops ? ops->name : "none";
}

static void the_favourite_suits_the_question(void **state)
{
    struct catalog catalog = {
        {&dijkstra_solver, &bidirectional_solver},
        2,
    };

    assert_string_equal(favourite_name(&catalog, DEVICE_CPU, 0, &large),
                        "dijkstra");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CPU, SOLVER_TREES, &large), "dijkstra");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CPU, SOLVER_PAIRS, &large),
        "bidirectional");
    assert_string_equal(favourite_name(&catalog, DEVICE_CPU,
                                       SOLVER_PAIRS | SOLVER_TREES, &large),
                        "dijkstra");
    assert_string_equal(favourite_name(&catalog, DEVICE_CUDA, 0, &large),
                        "none");
    assert_string_equal(favourite_name(&catalog, DEVICE_CPU, 0, NULL),
                        "dijkstra");
}

static void the_favourite_is_the_quickest_that_can(void **state)
{
    static const struct solver_ops one = {
        .name = "one",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS | SOLVER_TREES,
        .speed = quick,
    };
    static const struct solver_ops other = {
        .name = "other",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS | SOLVER_TREES,
        .speed = quick_at_trees,
    };
    struct catalog catalog = {{&one, &other}, 2};

    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_PAIRS, &large), "one");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_TREES, &large), "other");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_TABLES, &large), "none");
}

static void ready_late(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){.ready_us = 50, .pair_us = 0.1};
}

static void the_favourite_suits_all_that_is_asked(void **state)
{
    static const struct solver_ops at_once = {
        .name = "at-once",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS,
        .speed = quick,
    };
    static const struct solver_ops late = {
        .name = "late",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS,
        .speed = ready_late,
    };
    struct catalog catalog = {{&at_once, &late}, 2};
    struct workload workload = {.queries = 20, .targets = 1, .shared = 1};

    assert_ptr_equal(catalog_favourite(&catalog, DEVICE_CUDA, SOLVER_PAIRS,
                                       &large, &workload),
                     &at_once);
    workload.queries = 100;
    assert_ptr_equal(catalog_favourite(&catalog, DEVICE_CUDA, SOLVER_PAIRS,
                                       &large, &workload),
                     &late);
}

static void the_favourite_suits_the_map(void **state)
{
    static const struct solver_ops on_order = {
        .name = "on-order",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS | SOLVER_NEEDS_ORDER,
        .speed = quick,
    };
    struct catalog catalog = {{&on_order}, 1};

    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_PAIRS, &large), "none");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_PAIRS, &large_ordered),
        "on-order");
}

static void the_favourite_is_never_slow(void **state)
{
    static const struct solver_ops slow = {
        .name = "locality",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS,
        .speed = quick,
        .slow = "made so",
    };
    static const struct solver_ops unknown = {
        .name = "of unknown speed",
        .form = &cuda_form,
        .capabilities = SOLVER_PAIRS,
    };
    struct catalog catalog = {{&slow, &unknown}, 2};

    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_PAIRS, &large), "none");
    assert_string_equal(
        favourite_name(&catalog, DEVICE_CUDA, SOLVER_PAIRS, NULL), "none");
}

static void names_in_the_catalog_differ(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++)
        assert_ptr_equal(catalog_find(&catalog, catalog.solver[i]->name),
                         catalog.solver[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_last_setting_else_the_fallback),
        cmocka_unit_test(refuses_settings_by_name_and_by_range),
        cmocka_unit_test(pairs_alone_answer_one_target_only),
        cmocka_unit_test(the_catalog_finds_solvers_by_name),
        cmocka_unit_test(the_favourite_suits_the_question),
        cmocka_unit_test(the_favourite_is_the_quickest_that_can),
        cmocka_unit_test(the_favourite_suits_all_that_is_asked),
        cmocka_unit_test(the_favourite_suits_the_map),
        cmocka_unit_test(the_favourite_is_never_slow),
        cmocka_unit_test(names_in_the_catalog_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
