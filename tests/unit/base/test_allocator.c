/* allocator: how malloc() is configured. */
#include "tests/unit/cmocka_all.h"

#include <malloc.h>
#include <stdlib.h>

#include "core/base/allocator.h"

enum { BLOCKS = 10000, BLOCK_BYTES = 64 };

/* A thread that joins leftover blocks later would delay all threads. */
static void small_blocks_are_joined_as_they_are_freed(void **state)
{
    void **block = malloc(BLOCKS * sizeof(*block));

    assert_non_null(block);
    for (size_t i = 0; i < BLOCKS; i++)
        assert_non_null(block[i] = malloc(BLOCK_BYTES));
    for (size_t i = 0; i < BLOCKS; i++)
        free(block[i]);
    assert_int_equal(mallinfo2().fsmblks, 0);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_blocks_are_joined_as_they_are_freed),
    };

    allocator_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
