/* test_cuda_cch_perfect: the exact distances within fronts that the device
 * finds equal, word by word, those that the CPU finds, and so does the count of
 * what they prune.
 *
 * usage: test_cuda_cch_perfect [EVERY]: one graph of so many and a smaller
 * town, for a sanitizer. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/random.h"
#include "core/graph/hierarchy/map_order.h"
#include "core/graph/map_builder.h"
#include "gpu/cch/perfect.h"
#include "gpu/forms/cuda_cch.h"
#include "lab/generate/generate.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/panels.h"
#include "tests/solver/graphs.h"
#include "tests/solver/ordered.h"

/* Smaller where the device is emulated. */
#ifndef CCH_VERTICES
#define CCH_VERTICES 600
#endif
#ifndef CCH_TOWN
#define CCH_TOWN 4000
#endif

enum { LITTLE_TOWN = 500 };

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};
static const struct device *gpu;
static uint64_t every = 1;

static void assert_count(const struct gpu_cch_perfect *perfect,
                         const struct metric *metric,
                         const struct cch_perfect *expected,
                         const struct cch_metric *expected_metric)
{
    struct cch_pruning a;
    struct cch_pruning b = cch_perfect_count(expected, expected_metric);

    assert_int_equal(gpu_cch_perfect_count(perfect, metric, &a, NULL), 0);
    assert_int_equal(a.entries, b.entries);
    assert_int_equal(a.infinite, b.infinite);
    assert_int_equal(a.pruned, b.pruned);
}

static void compare(const struct map *map, const char *name)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t nodes = hierarchy->supernode_count;
    struct metric *metric = panels_make(&cuda_cch_form, gpu, map);
    struct metric *base = panels_make(&cch_form, &cpu, map);
    const struct cch_metric *expected_metric = (const struct cch_metric *)base;
    struct gpu_cch_perfect perfect;
    struct cch_perfect expected;
    float ms = -1;

    assert_int_equal(gpu_cch_perfect_init(&perfect, metric, NULL), 0);
    assert_int_equal(gpu_cch_perfect(&perfect, metric, &ms, NULL), 0);
    assert_true(ms >= 0);
    assert_int_equal(cch_perfect_init(&expected, expected_metric, NULL), 0);
    if (nodes) {
        assert_words(perfect.panel, expected.panel,
                     hierarchy->first_entry[nodes], "panels", name);
        assert_words(perfect.upper, expected.upper,
                     hierarchy->first_schur[nodes], "uppers", name);
    }
    assert_count(&perfect, metric, &expected, expected_metric);
    cch_perfect_finish(&expected);
    gpu_cch_perfect_finish(&perfect);
    panels_destroy(base);
    panels_destroy(metric);
}

static void distances_equal_those_of_the_cpu(void **state)
{
    for (uint64_t number = 0; number < test_graph_variety(); number += every) {
        struct test_graph graph;
        char name[64];

        test_graph_make(number, CCH_VERTICES, true, &graph);
        snprintf(name, sizeof(name), "graph %lu, %s", (unsigned long)number,
                 graph.kind);
        compare(graph.map, name);
        test_graph_finish(&graph);
    }
}

static struct map *generate_town(uint32_t vertex_count)
{
    struct generate_request request = {models[0], vertex_count, 7};
    struct map *map = NULL;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    return map;
}

static void they_do_on_a_generated_map(void **state)
{
    struct map *map = generate_town(every > 1 ? LITTLE_TOWN : CCH_TOWN);
    struct map *ordered = ordered_map(map, NULL);

    compare(ordered, "town");
    map_destroy(ordered);
    map_destroy(map);
}

/* Fronts of several tiles: a binary tree of CLUB_LEVELS levels of clubs, whose
 * members have an arc, one way or the other, to each other and to all of the
 * clubs above. */
enum { CLUB = 40, CLUB_LEVELS = 3, CLUB_COUNT = (1 << CLUB_LEVELS) - 1 };

/* Clubs are numbered as a heap is, the root 1. */
static bool is_above(uint32_t above, uint32_t club)
{
    while (club > above)
        club /= 2;
    return club == above;
}

static void join(struct map_builder *builder, uint32_t a, uint32_t b,
                 struct random *random)
{
    uint32_t weight = 1 + random_below(random, 1000);
    bool back = random_below(random, 2);

    assert_int_equal(
        map_builder_add_arc(builder, back ? b : a, back ? a : b, weight, NULL),
        0);
}

/* The last vertices first: children before their parents. */
static struct map *make_clubs(void)
{
    uint32_t count = CLUB_COUNT * CLUB;
    uint32_t *order = malloc(count * sizeof(*order));
    struct map_builder *builder = NULL;
    struct map *ordered = NULL;
    struct map *map = NULL;
    struct random random;

    random_seed(&random, 1);
    assert_int_equal(map_builder_create(count, &builder, NULL), 0);
    for (uint32_t v = 0; v < count; v++) {
        order[v] = count - 1 - v;
        for (uint32_t u = 0; u < v; u++)
            if (is_above(1 + u / CLUB, 1 + v / CLUB))
                join(builder, u, v, &random);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, order, &ordered, NULL), 0);
    map_destroy(map);
    free(order);
    return ordered;
}

static bool has_large_front(const struct hierarchy *hierarchy)
{
    for (uint32_t node = 0; node < hierarchy->supernode_count; node++)
        if (supernode_size(hierarchy, node) > 32 &&
            supernode_uppers(hierarchy, node) > 64)
            return true;
    return false;
}

static void they_do_in_large_fronts(void **state)
{
    struct map *map = make_clubs();

    assert_true(has_large_front(&map->hierarchy));
    compare(map, "clubs");
    map_destroy(map);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_equal_those_of_the_cpu),
        cmocka_unit_test(they_do_on_a_generated_map),
        cmocka_unit_test(they_do_in_large_fronts),
    };

    gpu = device_or_skip();
    if (argc > 1 && atoi(argv[1]) > 0)
        every = (uint64_t)atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
