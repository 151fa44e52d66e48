/* ordering: whatever ordering comes to, there is a map to write. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "clients/relaxctl/ordering.h"
#include "lab/generate/generate.h"
#include "tests/unit/failing.h"

static int order_and_forget(void *context, struct error *error)
{
    struct ordering ordering;
    struct map *ordered = ordering_try(context, &ordering);

    if (ordering.outcome == ORDERING_FAILED) {
        assert_null(ordered);
        return error_set(error, -ENOMEM, "%s", ordering.error.text);
    }
    assert_int_equal(ordering.outcome, ORDERING_DONE);
    assert_int_not_equal(ordered->hierarchy.supernode_count, 0);
    map_destroy(ordered);
    return 0;
}

static void leaves_the_map_as_it_is_when_memory_is_short(void **state)
{
    const struct generate_request request = {models[0], 300, 1};
    struct map *map;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_true(failing_each(order_and_forget, map) > 10);
    assert_int_equal(map->topology.vertex_count, 300);
    assert_int_equal(map->hierarchy.supernode_count, 0);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_the_map_as_it_is_when_memory_is_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
