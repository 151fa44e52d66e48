/* key_search: the places are those of a search for each key alone. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/key_search.h"
#include "core/base/random.h"

enum { KEYS_MAX = 3000, KEY_BELOW = 4000 };

static void draw(struct random *random, uint64_t *key, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        key[i] = random_below(random, KEY_BELOW) - KEY_BELOW / 2;
}

static void check(const uint64_t *key, uint32_t count, uint64_t flip,
                  size_t searches)
{
    uint64_t wanted[KEY_GROUP];
    uint32_t place[KEY_GROUP];
    struct key_search search;
    struct random random;
    uint32_t *index;

    random_seed(&random, count);
    assert_int_equal(key_order(key, count, flip, &index), 0);
    assert_int_equal(
        key_search_init(&search, key, index, count, flip, searches), 0);
    for (uint32_t group = 1; group <= KEY_GROUP; group++) {
        draw(&random, wanted, group);
        wanted[0] = UINT64_MAX;
        key_search_find(&search, wanted, group, place);
        for (uint32_t i = 0; i < group; i++)
            assert_int_equal(
                place[i], key_lower_bound(key, index, count, flip, wanted[i]));
    }
    key_search_finish(&search);
    free(index);
}

static void finds_what_single_searches_find(void **state)
{
    static uint64_t key[KEYS_MAX];
    const uint32_t counts[] = {0,  1,  2,  3,   31,  32,   33,
                               63, 64, 65, 127, 128, 1000, KEYS_MAX};
    struct random random;

    (void)state;
    random_seed(&random, 1);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        draw(&random, key, counts[i]);
        for (size_t searches = 0; searches <= KEYS_MAX; searches += KEYS_MAX) {
            check(key, counts[i], 0, searches);
            check(key, counts[i], KEY_SIGNED, searches);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_single_searches_find),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
