/* intern_pool: equal texts have one offset, different ones two. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "core/base/intern_pool.h"

enum { COUNT = 5000, TEXT_SIZE = 24 };

static uint32_t add_text(struct intern_pool *pool, const char *text)
{
    uint32_t offset;

    assert_int_equal(intern_pool_add(pool, text, strlen(text) + 1, &offset), 0);
    assert_string_equal(pool->bytes + offset, text);
    return offset;
}

static void add_many(struct intern_pool *pool, uint32_t *ret_offset)
{
    for (int i = 0; i < COUNT; i++) {
        char text[TEXT_SIZE];

        snprintf(text, sizeof(text), "text %d", i);
        ret_offset[i] = add_text(pool, text);
    }
}

static void equal_texts_have_one_offset_for_good(void **state)
{
    static uint32_t first[COUNT], second[COUNT];
    struct intern_pool pool = {0};
    size_t size;

    add_many(&pool, first);
    size = pool.size;
    add_many(&pool, second);
    assert_memory_equal(first, second, sizeof(first));
    assert_int_equal(pool.size, size);
    for (int i = 1; i < COUNT; i++)
        assert_true(first[i - 1] < first[i]);
    intern_pool_finish(&pool);
    assert_null(pool.bytes);
}

static void a_text_is_not_the_end_of_another(void **state)
{
    struct intern_pool pool = {0};
    uint32_t whole = add_text(&pool, "main street");
    uint32_t end = add_text(&pool, "street");
    uint32_t begin = add_text(&pool, "main");
    uint32_t none = add_text(&pool, "");

    assert_int_equal(whole, 0);
    assert_int_equal(end, sizeof("main street"));
    assert_int_equal(begin, end + sizeof("street"));
    assert_int_equal(none, begin + sizeof("main"));
    intern_pool_finish(&pool);
}

static void records_are_told_apart_byte_by_byte(void **state)
{
    struct intern_pool pool = {0};
    uint32_t record[9] = {0};
    uint32_t offset;

    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 300; i++) {
            record[8] = i << 16;
            assert_int_equal(
                intern_pool_add(&pool, record, sizeof(record), &offset), 0);
            assert_int_equal(offset, i * sizeof(record));
        }
    }
    assert_int_equal(pool.used, 300);
    intern_pool_finish(&pool);
}

/* Else data could be made of texts that all meet in one slot. */
static void no_two_pools_use_the_same_slots(void **state)
{
    uint32_t offset[COUNT];
    struct intern_pool one = {0};
    struct intern_pool other = {0};

    add_many(&one, offset);
    add_many(&other, offset);
    assert_int_equal(one.slot_count, other.slot_count);
    assert_memory_not_equal(one.slot, other.slot, one.slot_count);
    intern_pool_finish(&one);
    intern_pool_finish(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_have_one_offset_for_good),
        cmocka_unit_test(a_text_is_not_the_end_of_another),
        cmocka_unit_test(records_are_told_apart_byte_by_byte),
        cmocka_unit_test(no_two_pools_use_the_same_slots),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
