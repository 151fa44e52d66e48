/* island: what closed roads cut off, as a search without bounds finds it. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/service/place/island.h"
#include "tests/unit/service/road_bench.h"

enum { SIDE = 40 };

static bool is_open(const struct road_bench *town,
                    const struct closed_set *closed, uint32_t edge)
{
    return edge_is_open(town->roads, edge) && !closed_set_has(closed, edge);
}

/* Marks what the vertices of a piece lead to. Returns how many they are. */
static uint32_t walk(const struct road_bench *town,
                     const struct closed_set *closed, uint32_t piece,
                     bool *reached)
{
    const struct topology *topology = &town->map->topology;
    uint32_t count = 0;
    bool grows = true;

    for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
        if (is_open(town, closed, edge))
            reached[town->roads->end_vertex[edge]] = true;
    }
    while (grows) {
        grows = false;
        for (uint32_t v = 0; v < topology->vertex_count; v++) {
            for (uint32_t a = topology->first_out[v];
                 reached[v] && a < topology->first_out[v + 1]; a++) {
                if (!reached[topology->head[a]] &&
                    is_open(town, closed, town->roads->arc_edge[a])) {
                    reached[topology->head[a]] = true;
                    grows = true;
                }
            }
        }
    }
    for (uint32_t v = 0; v < topology->vertex_count; v++)
        count += reached[v];
    return count;
}

static uint32_t least_of(const bool *reached, uint32_t count)
{
    uint32_t v = 0;

    while (v < count && !reached[v])
        v++;
    return v == count ? ISLAND_NONE : v;
}

static void islands_are_what_a_walk_finds(void **state)
{
    struct road_bench town;
    struct random random;
    uint32_t islands = 0, others = 0;

    road_bench_open(&town, SIDE, 5);
    random_seed(&random, 6);
    for (int round = 0; round < 40; round++) {
        uint32_t edges = 2 * town.roads->piece_count;
        struct closed_set *closed = closed_set_create(edges);
        uint32_t piece = random_below(&random, town.roads->piece_count);
        uint32_t vertices = town.map->topology.vertex_count;
        bool *reached = calloc(vertices, sizeof(*reached));
        uint32_t count, mainland;

        for (uint32_t edge = 0; edge < edges; edge++) {
            closed_set_put(closed, edge,
                           random_below(&random, 100) < (uint32_t)round * 2);
        }
        count = walk(&town, closed, piece, reached);
        assert_int_equal(island_of(town.roads, &town.map->topology, closed,
                                   piece, &mainland),
                         count < ISLAND_MOST ? least_of(reached, vertices)
                                             : ISLAND_NONE);
        assert_int_equal(mainland, town.roads->component[piece]);
        islands += count < ISLAND_MOST;
        others += count >= ISLAND_MOST;
        free(reached);
        closed_set_release(closed);
    }
    assert_in_range(islands, 5, 35);
    assert_in_range(others, 5, 35);
    road_bench_close(&town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_are_what_a_walk_finds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
