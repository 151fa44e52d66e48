/* path: arcs in order, costs that saturate, links that do not end. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "core/graph/cost.h"
#include "core/solver/path.h"

/* 0 -> 1 -> 2 -> 3, and 3 -> 1. */
static const uint32_t first_out[] = {0, 1, 2, 3, 4};
static const uint32_t head[] = {1, 2, 3, 1};
static const struct topology topology = {4, 4, first_out, head};

static void follows_links_from_the_seed_on(void **state)
{
    const uint32_t predecessor[] = {ARC_NONE, 0, 1, 2};
    struct path path;

    path_init(&path);
    assert_int_equal(path_follow(&path, &topology, predecessor, 3), 0);
    assert_int_equal(path.first_vertex, 0);
    assert_int_equal(path.arc_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(path.arc[i], i);
        assert_int_equal(path_vertex(&path, &topology, i), i);
    }
    assert_int_equal(path_vertex(&path, &topology, 3), 3);
    path_finish(&path);
}

static void stays_at_a_vertex_without_a_link(void **state)
{
    const uint32_t predecessor[] = {ARC_NONE, 0, ARC_NONE, 2};
    struct path path;

    path_init(&path);
    assert_int_equal(path_follow(&path, &topology, predecessor, 2), 0);
    assert_int_equal(path.first_vertex, 2);
    assert_int_equal(path.arc_count, 0);
    path_finish(&path);
}

static void refuses_links_that_go_round(void **state)
{
    const uint32_t predecessor[] = {ARC_NONE, 3, 1, 2};
    struct path path;
    struct error error;

    path_init(&path);
    assert_int_equal(path_follow(&path, &topology, predecessor, 2), -ELOOP);
    assert_int_equal(path_error(&error, -ELOOP), -ELOOP);
    assert_string_equal(error.text, "the predecessor links form a cycle");
    path_finish(&path);
}

static void adds_up_to_overflow_not_beyond(void **state)
{
    const uint32_t weight[] = {1, COST_MAX - 1, 1, 0};
    const struct weights weights = {1, 4, weight};
    struct path path;

    path_init(&path);
    path.first_vertex = 0;
    assert_int_equal(path_append(&path, 0), 0);
    assert_int_equal(path_append(&path, 1), 0);
    assert_int_equal(path_cost(&path, &weights), COST_MAX);
    path.seed_cost = 1;
    assert_int_equal(path_cost(&path, &weights), COST_OVERFLOW);
    path.seed_cost = 0;
    assert_int_equal(path_append(&path, 2), 0);
    assert_int_equal(path_cost(&path, &weights), COST_OVERFLOW);
    path_finish(&path);
}

static void is_no_path_once_cleared(void **state)
{
    struct path path;

    path_init(&path);
    path.first_vertex = 1;
    assert_int_equal(path_append(&path, 1), 0);
    path_clear(&path);
    assert_int_equal(path.first_vertex, VERTEX_NONE);
    assert_int_equal(path.arc_count, 0);
    path_finish(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_links_from_the_seed_on),
        cmocka_unit_test(stays_at_a_vertex_without_a_link),
        cmocka_unit_test(refuses_links_that_go_round),
        cmocka_unit_test(adds_up_to_overflow_not_beyond),
        cmocka_unit_test(is_no_path_once_cleared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
