/* array: growth and sizes that do not fit. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/clock.h"

static void refuses_a_size_that_overflows(void **state)
{
    void *items = NULL;
    size_t capacity = 0;

    assert_null(array_alloc(SIZE_MAX / 2, 4));
    assert_null(array_alloc_huge(SIZE_MAX / 2, 4));
    assert_null(array_alloc_huge(SIZE_MAX, 1));
    assert_int_equal(array_reserve(&items, &capacity, SIZE_MAX / 2, 4),
                     -ENOMEM);
    assert_null(items);
    assert_int_equal(capacity, 0);
}

static void keeps_what_was_there_when_it_grows(void **state)
{
    size_t *items = NULL;
    size_t count = 0;
    size_t capacity = 0;

    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(array_append(&items, &count, &capacity, &i, sizeof(i)),
                         0);
    assert_int_equal(count, 1000);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    free(items);
}

static void huge_arrays_hold_what_is_written(void **state)
{
    static const size_t counts[] = {0, 1, 1000000, 5000001};

    for (int i = 0; i < 4; i++) {
        uint32_t *items = array_alloc_huge(counts[i], sizeof(*items));

        assert_non_null(items);
        for (size_t j = 0; j < counts[i]; j++)
            items[j] = (uint32_t)j;
        for (size_t j = 0; j < counts[i]; j++)
            assert_int_equal(items[j], j);
        free(items);
    }
}

/* Whether all pages of an array are in memory. It may have been recycled. */
static bool is_resident(const void *array, size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)array + page - 1) / page * page;
    size_t pages = bytes / page - 1;
    unsigned char *resident = malloc(pages);
    bool all;

    assert_non_null(resident);
    all = mincore((void *)first, pages * page, resident) == 0;
    for (size_t i = 0; i < pages; i++)
        all &= resident[i] & 1;
    free(resident);
    return all;
}

static void recycled_arrays_keep_their_pages(void **state)
{
    const size_t bytes = (size_t)24 << 20;
    uint8_t *a, *b;

#ifdef __SANITIZE_ADDRESS__
    print_message("under the address sanitizer nothing is recycled\n");
    skip();
#endif
    a = array_alloc_huge(bytes, 1);
    assert_non_null(a);
    memset(a, 0x5a, bytes);
    array_recycle(a);
    array_recycle(NULL);
    assert_true(is_resident(a, bytes));
    b = array_alloc_huge(bytes / 4, 4);
    assert_ptr_equal(a, b);
    a = array_alloc_huge(bytes, 1);
    assert_non_null(a);
    assert_ptr_not_equal(a, b);
    memset(a, 0x5a, bytes);
    array_recycle(a);
    array_recycle(b);
    a = array_alloc_huge(bytes / 2, 1); /* those are too large for it */
    assert_non_null(a);
    array_recycle(a);
    array_trim();
    b = array_alloc_huge(bytes, 1);
    assert_non_null(b);
    array_recycle(b);
    array_trim();
}

static void arrays_that_were_used_stay(void **state)
{
    const size_t bytes = (size_t)24 << 20;
    uint64_t recycled_us;
    uint8_t *array;

#ifdef __SANITIZE_ADDRESS__
    print_message("under the address sanitizer nothing is recycled\n");
    skip();
#endif
    array = array_alloc_huge(bytes, 1);
    assert_non_null(array);
    memset(array, 0x5a, bytes);
    recycled_us = clock_now_us();
    array_recycle(array);
    array_trim_unused();
    if (clock_now_us() - recycled_us < 900000)
        assert_true(is_resident(array, bytes));
    while (is_resident(array, bytes)) {
        usleep(50000);
        array_trim_unused();
    }
    assert_true(clock_now_us() - recycled_us > 1000000);
}

static void recycled_arrays_have_an_owner_each(void **state)
{
    enum { ARRAYS = 90 };
    uint8_t *array[ARRAYS];

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < ARRAYS; i++) {
            array[i] = array_alloc_huge((size_t)(1 + i % 3) << 20, 1);
            memset(array[i], i, (size_t)(1 + i % 3) << 20);
        }
        for (int i = 0; i < ARRAYS; i++) {
            assert_int_equal(array[i][0], i);
            assert_int_equal(array[i][((size_t)(1 + i % 3) << 20) - 1], i);
            array_recycle(array[i]);
        }
    }
    array_trim();
}

static void lists_items_by_group(void **state)
{
    const uint32_t group[] = {2, 0, UINT32_MAX, 2, 0, 4};
    const uint32_t first[] = {0, 2, 2, 4, 4, 5};
    const uint32_t member[] = {1, 4, 0, 3, 5};
    uint32_t found_first[6];
    uint32_t found_member[6];

    array_group(group, 6, 5, found_first, found_member);
    assert_memory_equal(found_first, first, sizeof(first));
    assert_memory_equal(found_member, member, sizeof(member));
    array_group(group, 0, 0, found_first, found_member);
    assert_int_equal(found_first[0], 0);
}

static void finds_words_where_they_are(void **state)
{
    const uint32_t words[] = {0, 3, 4, 9, UINT32_MAX};

    for (size_t count = 0; count <= 5; count++) {
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(array_find(words, count, words[i]),
                             i < count ? i : count);
        assert_int_equal(array_find(words, count, 1), count);
        assert_int_equal(array_find(words, count, 10), count);
    }
}

static void finds_the_first_item_that_is_not_below(void **state)
{
    static const struct item {
        char name;
        uint32_t number;
    } item[] = {{'a', 2}, {'b', 2}, {'c', 5}, {'d', UINT32_MAX}};
    const uint32_t least[] = {0, 2, 3, 5, 6, UINT32_MAX};
    const size_t expected[] = {0, 0, 2, 2, 3, 3};

    for (size_t i = 0; i < sizeof(least) / sizeof(least[0]); i++)
        assert_int_equal(array_lower_bound(item, sizeof(item[0]),
                                           offsetof(struct item, number), 4,
                                           least[i]),
                         expected[i]);
    assert_int_equal(array_lower_bound(item, sizeof(item[0]),
                                       offsetof(struct item, number), 3, 9),
                     3);
    assert_int_equal(array_lower_bound(NULL, 4, 0, 0, 9), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_a_size_that_overflows),
        cmocka_unit_test(huge_arrays_hold_what_is_written),
        cmocka_unit_test(recycled_arrays_keep_their_pages),
        cmocka_unit_test(arrays_that_were_used_stay),
        cmocka_unit_test(recycled_arrays_have_an_owner_each),
        cmocka_unit_test(keeps_what_was_there_when_it_grows),
        cmocka_unit_test(lists_items_by_group),
        cmocka_unit_test(finds_words_where_they_are),
        cmocka_unit_test(finds_the_first_item_that_is_not_below),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
