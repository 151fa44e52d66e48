/* generate: exact counts, the same map for a seed, and similar to a real one.
 */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/components.h"
#include "core/graph/statistics.h"
#include "lab/generate/generate.h"

static struct map *generated(const char *preset, uint32_t vertex_count,
                             uint64_t seed)
{
    struct generate_request request = {model_find(preset), vertex_count, seed};
    struct map *map = NULL;

    assert_non_null(request.model);
    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    return map;
}

/* Within a fifth. */
static void assert_like(double value, double real)
{
    assert_true(fabs(value / real - 1) < 0.2);
}

static bool has_arc(const struct topology *topology, uint32_t tail,
                    uint32_t head)
{
    for (uint32_t a = topology->first_out[tail];
         a < topology->first_out[tail + 1]; a++) {
        if (topology->head[a] == head)
            return true;
    }
    return false;
}

static uint32_t count_one_ways(const struct topology *topology)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            count += !has_arc(topology, topology->head[a], v);
    }
    return count;
}

static uint32_t count_class(const struct map *map, enum road_class road_class)
{
    uint32_t count = 0;

    for (uint32_t a = 0; a < map->topology.arc_count; a++)
        count += map->road_class[a] == road_class;
    return count;
}

static void has_the_vertices_asked_for(void **state)
{
    static const uint32_t counts[] = {1, 2, 3, 10, 17, 100, 999, 5000};

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        for (size_t p = 0; p < model_count; p++) {
            struct map *map = generated(models[p]->name, counts[i], 1);
            struct components strong;

            assert_int_equal(map->topology.vertex_count, counts[i]);
            assert_int_equal(map->external_id[0], 1);
            assert_non_null(map->position);
            assert_int_equal(components_strong(map, &strong), 0);
            assert_int_equal(strong.largest, counts[i]);
            map_destroy(map);
        }
    }
}

static void refuses_counts_out_of_range(void **state)
{
    struct generate_request none = {models[0], 0, 1};
    struct generate_request many = {models[0], GENERATE_VERTICES_MOST + 1, 1};
    struct map *map = NULL;
    struct error error;

    assert_int_equal(generate_map(&none, NULL, &map, &error), -EINVAL);
    assert_string_equal(error.text, "a map needs at least one vertex");
    assert_int_equal(generate_map(&many, NULL, &map, &error), -EINVAL);
    assert_non_null(strstr(error.text, "at most 1000000000"));
    assert_null(map);
}

static void draws_the_same_map_for_a_seed(void **state)
{
    struct map *map = generated("ny", 5000, 7);
    struct map *again = generated("ny", 5000, 7);
    struct map *other = generated("ny", 5000, 8);
    size_t arcs = map->topology.arc_count;

    assert_int_equal(again->topology.arc_count, arcs);
    assert_memory_equal(map->topology.head, again->topology.head, 4 * arcs);
    assert_memory_equal(map->imported.arcs.weight, again->imported.arcs.weight,
                        4 * arcs);
    assert_memory_equal(map->position, again->position,
                        5000 * sizeof(*map->position));
    assert_memory_not_equal(map->imported.arcs.weight,
                            other->imported.arcs.weight, 4 * arcs);
    map_destroy(map);
    map_destroy(again);
    map_destroy(other);
}

/* The sum of all weights, each times its index, as first drawn from this seed.
 */
static void draws_the_same_map_on_every_machine(void **state)
{
    struct map *map = generated("kanto", 3000, 5);
    uint64_t sum = 0;

    for (uint32_t a = 0; a < map->topology.arc_count; a++)
        sum = sum * 31 + map->imported.arcs.weight[a] + map->topology.head[a];
    assert_int_equal(sum, UINT64_C(0x569c17a727771441));
    map_destroy(map);
}

static double share_of_squares(const struct statistics *statistics)
{
    double share = 1;

    for (unsigned degree = 0; degree < 5; degree++)
        share -= statistics_degree_share(statistics, degree);
    return share;
}

static void is_like_new_york(void **state)
{
    const struct model *model = model_find("ny");

    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct map *map = generated("ny", 20000, seed);
        struct statistics statistics;

        statistics_take(map, &statistics);
        assert_int_equal(map->topology.arc_count, model_arcs(model, 20000));
        for (unsigned degree = 1; degree <= 4; degree++)
            assert_like(statistics_degree_share(&statistics, degree),
                        model->degree_share[degree]);
        assert_like(share_of_squares(&statistics), model->degree_share[5]);
        assert_like(statistics.weight_mean, model->weight_mean);
        assert_like(statistics.weight_deviation, model->weight_deviation);
        map_destroy(map);
    }
}

struct tenths {
    struct progress base;
    unsigned seen; /* bit i: i tenths were reported */
};

static void see(struct progress *progress, const char *what, uint64_t done,
                uint64_t total)
{
    struct tenths *tenths = (struct tenths *)progress;

    tenths->seen |= 1u << (10 * done / total);
}

static void reports_every_tenth(void **state)
{
    struct generate_request request = {model_find("ny"), 1000, 1};
    struct tenths tenths = {.base.report = see};
    struct map *map = NULL;

    assert_int_equal(generate_map(&request, &tenths.base, &map, NULL), 0);
    assert_int_equal(tenths.seen, (1u << 11) - 1);
    map_destroy(map);
}

static void has_kantos_proportions_at_any_size(void **state)
{
    const struct model *model = model_find("kanto");
    struct map *map = generated("kanto", 30000, 1);
    struct statistics statistics;

    assert_int_equal(model_arcs(model, 1427876), 4584822);
    assert_int_equal(map->topology.arc_count, model_arcs(model, 30000));
    statistics_take(map, &statistics);
    assert_true(fabs(statistics.weight_mean / 83666 - 1) < 0.01);
    assert_true(fabs(statistics.weight_deviation / 184384 - 1) < 0.01);
    assert_true(statistics.weight_least < 1000);
    assert_int_equal(statistics.weight_most, 1000000);
    assert_true(count_class(map, ROAD_RAIL) > 20);
    map_destroy(map);
}

static void has_every_class_one_ways_and_dead_ends(void **state)
{
    struct map *map = generated("ny", 50000, 3);
    struct statistics statistics;
    struct components strong;

    statistics_take(map, &statistics);
    for (unsigned c = ROAD_MOTORWAY; c <= ROAD_LOCAL; c++)
        assert_true(count_class(map, (enum road_class)c) > 100);
    assert_int_equal(count_class(map, ROAD_RAIL), 0);
    assert_true(count_one_ways(&map->topology) > 1000);
    assert_true(statistics.degree_count[1] > 5000);
    assert_int_equal(statistics.degree_count[0], 0);
    assert_int_equal(components_strong(map, &strong), 0);
    assert_true(strong.largest >= 49500);
    map_destroy(map);
}

/* With row-major numbers half of all arcs would span a row, and with random
 * ones a third of the map. */
static void numbers_neighbours_near_each_other(void **state)
{
    struct map *map = generated("ny", 50000, 3);
    const struct topology *topology = &map->topology;
    uint32_t near = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            near += labs((long)topology->head[a] - (long)v) <= 32;
    }
    assert_true(near > topology->arc_count / 4 * 3);
    map_destroy(map);
}

static void makes_distances_that_positions_allow(void **state)
{
    struct map *map = generated("ny", 20000, 3);
    const struct topology *topology = &map->topology;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            const struct position *to = &map->position[topology->head[a]];
            double x = to->lon_e7 - map->position[v].lon_e7;
            double y = to->lat_e7 - map->position[v].lat_e7;
            double length_dm = sqrt(x * x + y * y) * 111319.49 / 1e6;

            assert_true(fabs(map->imported.arcs.weight[a] - length_dm) < 2);
        }
    }
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_vertices_asked_for),
        cmocka_unit_test(refuses_counts_out_of_range),
        cmocka_unit_test(draws_the_same_map_for_a_seed),
        cmocka_unit_test(draws_the_same_map_on_every_machine),
        cmocka_unit_test(is_like_new_york),
        cmocka_unit_test(reports_every_tenth),
        cmocka_unit_test(has_kantos_proportions_at_any_size),
        cmocka_unit_test(has_every_class_one_ways_and_dead_ends),
        cmocka_unit_test(numbers_neighbours_near_each_other),
        cmocka_unit_test(makes_distances_that_positions_allow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
