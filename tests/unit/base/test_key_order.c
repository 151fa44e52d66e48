/* key_order: keys come out ascending, equal ones in their old order. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"

enum { COUNT = 5000 };

static void assert_ordered(const uint64_t *key, uint32_t count, uint64_t flip)
{
    uint8_t *seen = calloc(count + 1, 1);
    uint32_t *index = NULL;

    assert_int_equal(key_order(key, count, flip, &index), 0);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(index[i] < count);
        assert_int_equal(seen[index[i]]++, 0);
        if (!i)
            continue;
        assert_true((key[index[i - 1]] ^ flip) <= (key[index[i]] ^ flip));
        if (key[index[i - 1]] == key[index[i]])
            assert_true(index[i - 1] < index[i]);
    }
    free(index);
    free(seen);
}

/* Many equal ones, of every size. */
static void orders_keys_of_any_size(void **state)
{
    static uint64_t key[COUNT];
    struct random random;

    random_seed(&random, 1);
    for (unsigned bits = 1; bits <= 64; bits++) {
        for (uint32_t i = 0; i < COUNT; i++)
            key[i] = random_u64(&random) >> (64 - bits) << (bits % 7);
        assert_ordered(key, COUNT, 0);
        assert_ordered(key, COUNT, KEY_SIGNED);
    }
}

static void leaves_ascending_keys_where_they_are(void **state)
{
    const uint64_t key[] = {3, 3, 4, UINT64_MAX};
    uint32_t *index = NULL;

    assert_int_equal(key_order(key, 4, 0, &index), 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(index[i], i);
    free(index);
}

static void takes_numbers_below_zero_first_where_keys_are_signed(void **state)
{
    const int64_t key[] = {5, -1, INT64_MIN, 0};
    const uint32_t expected[] = {2, 1, 3, 0};
    uint32_t *index = NULL;

    assert_int_equal(key_order(key, 4, KEY_SIGNED, &index), 0);
    assert_memory_equal(index, expected, sizeof(expected));
    free(index);
}

static void takes_none(void **state)
{
    uint32_t *index = NULL;

    assert_int_equal(key_order(NULL, 0, 0, &index), 0);
    assert_non_null(index);
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_keys_of_any_size),
        cmocka_unit_test(leaves_ascending_keys_where_they_are),
        cmocka_unit_test(takes_numbers_below_zero_first_where_keys_are_signed),
        cmocka_unit_test(takes_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
