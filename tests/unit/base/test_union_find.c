/* union_find: joined sets are one, and know their size. */
#include "tests/unit/cmocka_all.h"

#include "core/base/random.h"
#include "core/base/union_find.h"

enum { COUNT = 300, JOINS = 200 };

static void counts_members_of_the_larger_root(void **state)
{
    struct union_find sets;

    assert_int_equal(union_find_init(&sets, 5), 0);
    assert_true(union_find_join(&sets, 3, 1));
    assert_true(union_find_join(&sets, 4, 1));
    assert_false(union_find_join(&sets, 3, 4));
    assert_int_equal(union_find_root(sets.parent, 4), 3);
    assert_int_equal(sets.size[3], 3);
    assert_int_equal(union_find_root(sets.parent, 0), 0);
    assert_int_equal(sets.size[0], 1);
    union_find_finish(&sets);
}

/* Compares with labels, which each join rewrites. */
static void agrees_with_labels(void **state)
{
    struct union_find sets;
    struct random random;
    uint32_t label[COUNT];

    random_seed(&random, 3);
    assert_int_equal(union_find_init(&sets, COUNT), 0);
    for (uint32_t i = 0; i < COUNT; i++)
        label[i] = i;
    for (int j = 0; j < JOINS; j++) {
        uint32_t a = random_below(&random, COUNT);
        uint32_t b = random_below(&random, COUNT);
        uint32_t from = label[a];
        uint32_t to = label[b];

        assert_int_equal(union_find_join(&sets, a, b), from != to);
        for (uint32_t i = 0; i < COUNT; i++)
            label[i] = label[i] == from ? to : label[i];
    }
    for (uint32_t a = 0; a < COUNT; a++) {
        for (uint32_t b = 0; b < COUNT; b++)
            assert_int_equal(union_find_root(sets.parent, a) ==
                                 union_find_root(sets.parent, b),
                             label[a] == label[b]);
    }
    union_find_finish(&sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_members_of_the_larger_root),
        cmocka_unit_test(agrees_with_labels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
