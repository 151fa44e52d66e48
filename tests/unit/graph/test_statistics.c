/* statistics: figures of a small map that can be worked out by hand. */
#include "tests/unit/cmocka_all.h"

#include <math.h>

#include "core/graph/cost.h"
#include "core/graph/map_builder.h"
#include "core/graph/statistics.h"

/* A ring 0 - 1 - 2 in one direction with weights 2, 4, 9, a spur 2 -> 3 without
 * a way back, and a closed arc back. */
static struct map *ring_with_spur(void)
{
    static const uint32_t arcs[][3] = {
        {0, 1, 2}, {1, 2, 4}, {2, 0, 9}, {2, 3, 1}, {3, 2, WEIGHT_CLOSED},
    };
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(4, &builder, NULL), 0);
    for (size_t i = 0; i < sizeof(arcs) / sizeof(arcs[0]); i++)
        assert_int_equal(map_builder_add_arc(builder, arcs[i][0], arcs[i][1],
                                             arcs[i][2], NULL),
                         0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static void counts_degrees_and_measures_open_weights(void **state)
{
    struct map *map = ring_with_spur();
    struct statistics statistics;

    statistics_take(map, &statistics);
    assert_int_equal(statistics.degree_count[1], 3);
    assert_int_equal(statistics.degree_count[2], 1);
    assert_true(statistics_degree_share(&statistics, 1) == 0.75);
    assert_int_equal(statistics.closed_count, 1);
    assert_int_equal(statistics.weight_least, 1);
    assert_int_equal(statistics.weight_most, 9);
    assert_true(statistics.weight_mean == 4);
    assert_true(fabs(statistics.weight_deviation - sqrt(38.0 / 4)) < 1e-12);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_degrees_and_measures_open_weights),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
