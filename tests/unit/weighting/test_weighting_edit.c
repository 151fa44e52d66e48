/* Weightings that are edited, or follow: always those of the same values summed
 * up afresh. */
#include "core/weighting/weighting_edit.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/road_network/road_map.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"

enum { SIDE = 9, SEEDS = 12, STEPS = 30, ELDERS = 3 };

static struct map *make_town(uint64_t seed)
{
    const struct road_map_settings settings = {.source = "a town"};
    struct road_network network;
    struct road_draft draft;
    struct map *map;

    road_town_draft(SIDE, seed, &draft);
    road_draft_network(&draft, &network);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    return map;
}

static void add(struct edit_list *list, struct item_edit edit)
{
    assert_int_equal(array_append(&list->edit, &list->count, &list->capacity,
                                  &edit, sizeof(edit)),
                     0);
}

static uint32_t draw_weight(struct random *random)
{
    return random_below(random, 4) ? random_below(random, 100000)
                                   : WEIGHT_CLOSED;
}

/* Some segments of open edges, and some turns. */
static void draw_edits(struct random *random, const struct map *map,
                       uint32_t count, struct weighting_edits *edits)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = random_below(random, 2 * map->roads.segment_count);
        uint32_t edge =
            2 * roads_segment_piece(&map->roads, item / 2) + item % 2;

        if (edge_is_in_graph(&map->roads, edge))
            add(&edits->items,
                (struct item_edit){item, draw_weight(random),
                                   random_below(random, 100000)});
        if (!random_below(random, 3))
            add(&edits->turns,
                (struct item_edit){
                    random_below(random, map->topology.arc_count),
                    draw_weight(random), random_below(random, 5000)});
    }
}

static void assert_equal(struct weighting *a, struct weighting *b,
                         const struct map *map)
{
    size_t arcs = map->topology.arc_count * sizeof(uint32_t);
    size_t items = 2 * (size_t)map->roads.segment_count * sizeof(uint32_t);
    const struct arc_sums *sums_a = weighting_arc_sums(a, map);
    const struct arc_sums *sums_b = weighting_arc_sums(b, map);

    assert_memory_equal(a->arrays.arcs.weight, b->arrays.arcs.weight, arcs);
    assert_memory_equal(a->arrays.segment, b->arrays.segment, items);
    assert_memory_equal(a->arrays.segment_duration_ms,
                        b->arrays.segment_duration_ms, items);
    assert_memory_equal(a->arrays.turn, b->arrays.turn, arcs);
    assert_memory_equal(a->arrays.turn_duration_ms, b->arrays.turn_duration_ms,
                        arcs);
    assert_memory_equal(sums_a->duration_ms, sums_b->duration_ms, arcs);
    assert_memory_equal(sums_a->length_mm, sums_b->length_mm, arcs);
    for (uint32_t e = 0; e < 2 * map->roads.piece_count; e++)
        assert_int_equal(weighting_edge_is_closed(a, e),
                         weighting_edge_is_closed(b, e));
    for (uint32_t i = 0; i < map->topology.arc_count; i++)
        assert_true(edge_is_open(&map->roads, map->roads.arc_edge[i]) ||
                    a->arrays.arcs.weight[i] == WEIGHT_CLOSED);
}

/* The slow way: the sums over the whole map. */
static void edit_afresh(struct weighting *weighting, const struct map *map,
                        const struct weighting_edits *edits)
{
    struct weighting_delta delta = {.all = true};

    assert_int_equal(weighting_edit(weighting, map, edits, &delta, NULL), 0);
    assert_true(delta.all);
}

/* An older weighting, and what has changed since. */
struct elder {
    struct weighting *weighting;
    struct weighting_delta delta;
};

static void few_edits_and_following_equal_sums_over_the_whole_map(void **state)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct map *map = make_town(seed);
        struct weighting *imported = weighting_of_map(map, 0);
        struct weighting *afresh = weighting_copy(imported, map);
        struct elder elder[ELDERS];
        struct random random;

        random_seed(&random, seed);
        for (int i = 0; i < ELDERS; i++)
            elder[i] =
                (struct elder){.weighting = weighting_copy(imported, map)};
        for (int step = 0; step < STEPS; step++) {
            uint32_t most = step % 7 == 6 ? map->topology.arc_count : 12;
            struct weighting_edits edits = {0};
            struct weighting_delta delta = {0};
            struct elder *next = &elder[random_below(&random, ELDERS)];
            struct weighting *newest = elder[0].weighting;

            if (next != &elder[0])
                assert_int_equal(weighting_follow(next->weighting, map, newest,
                                                  &next->delta),
                                 0);
            weighting_delta_finish(&next->delta);
            if (random_below(&random, 2)) /* sums are kept up to date, too */
                weighting_arc_sums(next->weighting, map);
            draw_edits(&random, map, 1 + random_below(&random, most), &edits);
            assert_int_equal(
                weighting_edit(next->weighting, map, &edits, &delta, NULL), 0);
            edit_afresh(afresh, map, &edits);
            assert_equal(next->weighting, afresh, map);
            for (int i = 0; i < ELDERS; i++) {
                if (&elder[i] != next)
                    assert_int_equal(
                        weighting_delta_add(&elder[i].delta, &delta), 0);
            }
            if (next != &elder[0]) {
                struct elder before = elder[0];

                elder[0] = *next;
                *next = before;
            }
            weighting_edits_finish(&edits);
            weighting_delta_finish(&delta);
        }
        for (int i = 0; i < ELDERS; i++) {
            weighting_release(elder[i].weighting);
            weighting_delta_finish(&elder[i].delta);
        }
        weighting_release(afresh);
        weighting_release(imported);
        map_destroy(map);
    }
}

static void a_copy_leaves_the_weighting_as_it_was(void **state)
{
    struct map *map = make_town(1);
    struct weighting *imported = weighting_of_map(map, 0);
    struct weighting *copy = weighting_copy(imported, map);
    struct weighting *second;
    struct weighting_edits edits = {0};
    struct weighting_delta delta = {0};
    struct random random;

    random_seed(&random, 1);
    draw_edits(&random, map, 5, &edits);
    assert_int_equal(weighting_edit(copy, map, &edits, &delta, NULL), 0);
    second = weighting_copy(copy, map);
    assert_equal(second, copy, map);
    weighting_release(copy);
    weighting_arc_sums(second, map);
    assert_ptr_equal(imported->arrays.segment, map->imported.segment);
    assert_null(imported->closed);
    weighting_release(second);
    weighting_release(imported);
    weighting_edits_finish(&edits);
    weighting_delta_finish(&delta);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_edits_and_following_equal_sums_over_the_whole_map),
        cmocka_unit_test(a_copy_leaves_the_weighting_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
