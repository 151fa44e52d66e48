/* tile_cache: respects its limit of bytes, and keeps what was used last. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "api/tile/tile_store.h"

static struct tile_blob *new_blob(size_t length)
{
    struct tile_blob *blob = calloc(1, sizeof(*blob));

    assert_non_null(blob);
    atomic_init(&blob->holders, 1);
    blob->bytes = calloc(1, length);
    blob->length = length;
    return blob;
}

static struct tile_cache_key place_of(uint32_t x)
{
    return (struct tile_cache_key){.map = 1, .id = {19, x, 7}};
}

static void keep(struct tile_cache *cache, uint32_t x, size_t length)
{
    struct tile_cache_key key = place_of(x);
    struct tile_blob *blob = new_blob(length);

    tile_cache_keep(cache, &key, blob);
    tile_blob_release(blob);
}

/* The tile's length, 0 where it is not cached. */
static size_t look(struct tile_cache *cache, uint32_t x)
{
    struct tile_cache_key key = place_of(x);
    struct tile_blob *blob = tile_cache_find(cache, &key);
    size_t length = blob ? blob->length : 0;

    tile_blob_release(blob);
    return length;
}

static void what_was_used_longest_ago_goes_first(void **state)
{
    struct tile_cache *cache = tile_cache_create(35000);

    for (uint32_t x = 0; x < 3; x++)
        keep(cache, x, 10000);
    assert_int_equal(look(cache, 0), 10000);
    keep(cache, 3, 10000);
    assert_int_equal(look(cache, 0), 10000);
    assert_int_equal(look(cache, 1), 0);
    assert_int_equal(look(cache, 2), 10000);
    assert_int_equal(look(cache, 3), 10000);
    tile_cache_destroy(cache);
}

static void it_never_holds_more_than_it_may(void **state)
{
    struct tile_cache *cache = tile_cache_create(50000);

    for (uint32_t x = 0; x < 20000; x++) {
        keep(cache, x % 7000, 1 + x * 37 % 9000);
        assert_true(tile_cache_bytes(cache) <= 50000);
        assert_int_equal(look(cache, x % 7000), 1 + x * 37 % 9000);
    }
    keep(cache, 1, 60000); /* larger than the whole cache */
    assert_int_equal(look(cache, 1), 0);
    tile_cache_destroy(cache);
}

static void a_place_has_one_tile_and_codings_are_two_places(void **state)
{
    struct tile_cache *cache = tile_cache_create(50000);
    struct tile_cache_key packed = place_of(1);

    keep(cache, 1, 100);
    keep(cache, 1, 200);
    assert_int_equal(look(cache, 1), 200);
    packed.packed = true;
    assert_null(tile_cache_find(cache, &packed));
    packed = place_of(1);
    packed.map = 2;
    assert_null(tile_cache_find(cache, &packed));
    tile_cache_destroy(cache);
}

static void a_tile_outlives_its_place(void **state)
{
    struct tile_cache *cache = tile_cache_create(1000);
    struct tile_cache_key key = place_of(1);
    struct tile_blob *blob;

    keep(cache, 1, 500);
    blob = tile_cache_find(cache, &key);
    assert_non_null(blob);
    keep(cache, 2, 500);
    assert_int_equal(look(cache, 1), 0);
    tile_cache_destroy(cache);
    assert_int_equal(blob->bytes[499], 0);
    tile_blob_release(blob);
}

static void without_room_it_keeps_nothing(void **state)
{
    struct tile_cache *cache = tile_cache_create(0);

    keep(cache, 1, 1);
    assert_int_equal(look(cache, 1), 0);
    tile_cache_destroy(cache);
    tile_cache_destroy(NULL);
}

static void a_smaller_cache_forgets_at_once(void **state)
{
    struct tile_cache *cache = tile_cache_create(50000);

    for (uint32_t x = 0; x < 4; x++)
        keep(cache, x, 10000);
    tile_cache_resize(cache, 25000);
    assert_true(tile_cache_bytes(cache) <= 25000);
    assert_int_equal(look(cache, 1), 0);
    assert_int_equal(look(cache, 2), 10000);
    assert_int_equal(look(cache, 3), 10000);
    tile_cache_destroy(cache);
}

static void a_map_is_forgotten_with_all_its_tiles(void **state)
{
    struct tile_cache *cache = tile_cache_create(50000);
    struct tile_cache_key other = place_of(1);
    struct tile_blob *blob = new_blob(100);

    other.map = 2;
    tile_cache_keep(cache, &other, blob);
    tile_blob_release(blob);
    keep(cache, 1, 100);
    keep(cache, 2, 100);
    tile_cache_forget(cache, 1);
    assert_int_equal(look(cache, 1), 0);
    assert_int_equal(look(cache, 2), 0);
    blob = tile_cache_find(cache, &other);
    assert_non_null(blob);
    tile_blob_release(blob);
    tile_cache_forget(cache, 2);
    assert_int_equal(tile_cache_bytes(cache), 0);
    tile_cache_destroy(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_used_longest_ago_goes_first),
        cmocka_unit_test(it_never_holds_more_than_it_may),
        cmocka_unit_test(a_place_has_one_tile_and_codings_are_two_places),
        cmocka_unit_test(a_tile_outlives_its_place),
        cmocka_unit_test(without_room_it_keeps_nothing),
        cmocka_unit_test(a_smaller_cache_forgets_at_once),
        cmocka_unit_test(a_map_is_forgotten_with_all_its_tiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
