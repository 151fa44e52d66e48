/* tile_marks: after a change every cached tile is the one that is drawn afresh,
 * and those that it did not touch are still cached. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/tile/tile_store.h"
#include "core/base/array.h"
#include "core/base/random.h"
#include "core/service/tile/tile_draw.h"
#include "core/solver/catalog.h"
#include "tests/unit/graph/road_fixture.h"

enum {
    SIDE = 40,
    CHANGES = 25,
    EDITS = 3,
    LOW = 11,
    HIGH = 16,
    CACHE = 1 << 26
};

struct town {
    struct registry *registry;
    struct published_map *published;
    const struct map *map;
    struct tile_store *store;
    struct tile_index *index;
    struct random random;
    uint64_t epoch;
    struct tile_id tile[4000];
    size_t count;
};

/* The tiles from zoom LOW to HIGH that show a node. */
static void list_tiles(struct town *town)
{
    const struct roads *roads = &town->map->roads;

    for (uint32_t z = LOW; z <= HIGH; z++) {
        for (uint32_t n = 0; n < roads->node_count; n += 7) {
            struct position at = roads->node_position[n];
            struct segment_box box = {at, at};
            struct tile_range range = tile_range_of(z, &box);
            struct tile_id id = {z, range.east, range.south};
            size_t i = 0;

            while (i < town->count &&
                   memcmp(&town->tile[i], &id, sizeof(id)) != 0)
                i++;
            if (i == town->count && i < 4000)
                town->tile[town->count++] = id;
        }
    }
}

static void open_town(struct town *town)
{
    const struct device *devices[] = {device_cpu()};
    struct published_map **maps = malloc(sizeof(*maps));
    struct map *map = road_town(SIDE, 3, false);
    struct weighting *imported = weighting_of_map(map, 0);
    struct catalog catalog;

    *town = (struct town){.map = map};
    random_seed(&town->random, 9);
    catalog_init(&catalog);
    assert_int_equal(registry_create(&town->registry, NULL), 0);
    assert_int_equal(published_map_create("town", map,
                                          weighting_copy(imported, map),
                                          catalog.solver, catalog.count,
                                          devices, 1, &maps[0], NULL),
                     0);
    town->published = maps[0];
    registry_serve(town->registry, maps, 1);
    weighting_release(imported);
    assert_int_equal(
        tile_store_create(town->registry, CACHE, &town->store, NULL), 0);
    assert_int_equal(tile_index_create(&map->roads, &town->index, NULL), 0);
    list_tiles(town);
    assert_in_range(town->count, 50, 4000);
}

static void close_town(struct town *town)
{
    tile_index_destroy(town->index);
    tile_store_destroy(town->store);
    published_map_release(town->published);
    registry_destroy(town->registry);
}

static void change(struct town *town, uint32_t count)
{
    struct weighting_edits edits = {0};
    struct next_entry *next;
    size_t changed;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = (uint32_t)random_below(
            &town->random, 2 * town->map->roads.segment_count);
        struct item_edit edit = {
            item, 7000, 1 + (uint32_t)random_below(&town->random, 90000)};

        assert_int_equal(array_append(&edits.items.edit, &edits.items.count,
                                      &edits.items.capacity, &edit,
                                      sizeof(edit)),
                         0);
    }
    assert_int_equal(published_map_change(town->published, &edits,
                                          ++town->epoch, &next, &changed, NULL),
                     0);
    tile_store_note(town->store, town->published, next_entry_delta(next),
                    town->epoch);
    published_map_put(town->published, next);
    weighting_edits_finish(&edits);
}

/* As a client gets it: from the cache, else drawn. */
static bool get(struct town *town, struct map_entry *entry, struct tile_id id,
                struct tile_blob **ret_blob)
{
    *ret_blob = tile_store_find(town->store, entry, id, false);
    if (*ret_blob)
        return true;
    assert_int_equal(
        tile_store_draw(town->store, entry, id, false, ret_blob, NULL), 0);
    return false;
}

/* Returns how many were cached. */
static size_t check_entry(struct town *town, struct map_entry *entry)
{
    size_t cached = 0;

    for (size_t i = 0; i < town->count; i++) {
        struct mvt_bytes afresh;
        struct tile_blob *blob;

        cached += get(town, entry, town->tile[i], &blob);
        assert_int_equal(tile_draw(town->index,
                                   (struct tile_weights){
                                       map_entry_weighting(entry),
                                       WEIGHTING_OF_MAP(map_entry_map(entry))},
                                   town->tile[i], &afresh, NULL),
                         0);
        assert_int_equal(blob->length, afresh.length);
        if (afresh.length)
            assert_memory_equal(blob->bytes, afresh.at, afresh.length);
        mvt_bytes_finish(&afresh);
        tile_blob_release(blob);
    }
    return cached;
}

static size_t check_all(struct town *town)
{
    struct map_entry *entry = published_map_current(town->published);
    size_t cached = check_entry(town, entry);

    map_entry_release(entry);
    return cached;
}

static void tiles_are_those_of_the_weights_in_force(void **state)
{
    struct town town;

    open_town(&town);
    assert_int_equal(check_all(&town), 0);
    assert_int_equal(check_all(&town), town.count);
    for (int i = 0; i < CHANGES; i++) {
        size_t cached;

        change(&town, 1 + (uint32_t)random_below(&town.random, EDITS));
        cached = check_all(&town);
        assert_in_range(cached, 1, town.count - 1);
        assert_int_equal(check_all(&town), town.count);
    }
    change(&town, 2 * town.map->roads.segment_count);
    assert_in_range(check_all(&town), 1, town.count / 2); /* low zooms */
    close_town(&town);
}

/* A tile that was drawn while a change came is not kept as if it were new, be
 * it the first of its map or not; nor does it drop the new one. */
static void a_tile_of_older_weights_is_not_kept_for_newer_ones(void **state)
{
    for (int first = 0; first < 2; first++) {
        struct map_entry *before;
        struct tile_blob *blob;
        struct town town;

        open_town(&town);
        if (!first)
            check_all(&town);
        before = published_map_current(town.published);
        change(&town, town.map->roads.segment_count);
        for (int twice = 0; twice < 2; twice++) {
            for (size_t i = 0; i < town.count; i++) {
                assert_int_equal(tile_store_draw(town.store, before,
                                                 town.tile[i], false, &blob,
                                                 NULL),
                                 0);
                tile_blob_release(blob);
            }
            if (twice)
                assert_int_equal(check_all(&town), town.count);
            else
                check_all(&town);
        }
        map_entry_release(before);
        close_town(&town);
    }
}

/* A question goes on with the weights that it began with. */
static void
a_tile_of_newer_weights_is_not_given_to_older_questions(void **state)
{
    struct map_entry *before;
    struct town town;

    open_town(&town);
    check_all(&town);
    before = published_map_current(town.published);
    change(&town, EDITS);
    check_all(&town);
    assert_in_range(check_entry(&town, before), 1, town.count - 1);
    map_entry_release(before);
    assert_int_equal(check_all(&town), town.count);
    close_town(&town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_those_of_the_weights_in_force),
        cmocka_unit_test(a_tile_of_older_weights_is_not_kept_for_newer_ones),
        cmocka_unit_test(
            a_tile_of_newer_weights_is_not_given_to_older_questions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
