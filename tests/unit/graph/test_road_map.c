/* road_map: the search graph of a road network has all of its paths and no
 * others. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/conditions.h"
#include "core/graph/cost.h"
#include "core/graph/profile/conditional.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weighting.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/graph/road_walker.h"

enum { TOWNS = 60 };

/* Costs from the end of an edge to all vertices. */
static uint32_t *labels_from(const struct map *map, uint32_t edge)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t *cost = array_alloc(n, sizeof(*cost));
    bool changed = true;

    for (uint32_t v = 0; v < n; v++)
        cost[v] = COST_INFINITY;
    cost[map->roads.end_vertex[edge]] = 0;
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t a = map->topology.first_out[v];
                 a < map->topology.first_out[v + 1]; a++) {
                uint32_t head = map->topology.head[a];
                uint32_t sum = cost_add(cost[v], map->imported.arcs.weight[a]);

                if (sum < cost[head]) {
                    cost[head] = sum;
                    changed = true;
                }
            }
        }
    }
    return cost;
}

/* The least over all vertices of an edge. */
static uint32_t cost_at_end(const struct roads *roads, const uint32_t *cost,
                            uint32_t edge)
{
    uint32_t least = cost[roads->end_vertex[edge]];
    uint32_t first;
    uint32_t count = roads_find_states(roads, edge, &first);

    for (uint32_t i = first; i < first + count; i++) {
        if (cost[roads->state_vertex[i]] < least)
            least = cost[roads->state_vertex[i]];
    }
    return least;
}

/* Plain junctions hide the edge of arrival: costs there are the least over all
 * edges that end there. */
static uint32_t expected_at(const struct road_network *network,
                            const uint32_t *expected, uint32_t edge)
{
    uint32_t junction = road_network_head(network, edge);
    uint32_t least = expected[edge];

    if (!network->junction_plain[junction])
        return least;
    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        if (road_network_head(network, e) == junction && expected[e] < least)
            least = expected[e];
    }
    return least;
}

static void assert_costs_from(const struct map *map,
                              const struct road_network *network, uint32_t edge)
{
    uint32_t edges = 2 * network->piece_count;
    uint32_t *expected = array_alloc(edges, sizeof(*expected));
    uint32_t *cost = labels_from(map, edge);

    road_walk(network, edge, expected);
    for (uint32_t e = 0; e < edges; e++) {
        if (road_network_has(network, e))
            assert_int_equal(cost_at_end(&map->roads, cost, e),
                             expected_at(network, expected, e));
        else
            assert_int_equal(map->roads.end_vertex[e], VERTEX_NONE);
    }
    free(expected);
    free(cost);
}

static void check_town(uint64_t seed, bool ordered)
{
    struct road_network network;
    struct road_draft draft;
    struct map *map = road_town(3, seed, ordered);

    road_town_draft(3, seed, &draft);
    road_draft_network(&draft, &network);
    for (uint32_t e = 0; e < 2 * network.piece_count; e++) {
        if (road_network_has(&network, e))
            assert_costs_from(map, &network, e);
    }
    assert_int_equal(map->hierarchy.supernode_count > 0, ordered);
    road_network_finish(&network);
    map_destroy(map);
}

static void knows_every_way_that_is_allowed(void **state)
{
    for (uint64_t seed = 0; seed < TOWNS; seed++)
        check_town(seed, false);
}

static void knows_the_same_ways_when_ordered(void **state)
{
    for (uint64_t seed = 0; seed < TOWNS; seed++)
        check_town(seed, true);
}

/* ---- Conditions ---------------------------------------------------------- */

static const char *const conditions[] = {"no @ (Mo)", "no @ (Tu)",
                                         "no @ (Sa-Tu)"};
enum { CONDITIONS = sizeof(conditions) / sizeof(*conditions) };

static void add_texts(struct road_network *network, uint32_t *ret_offset)
{
    size_t size = network->text_size;

    network->text = realloc(network->text, size + 100);
    assert_non_null(network->text);
    for (int i = 0; i < CONDITIONS; i++) {
        ret_offset[i] = (uint32_t)size;
        strcpy(network->text + size, conditions[i]);
        size += strlen(conditions[i]) + 1;
    }
    network->text_size = size;
}

/* `edges` may be farther on in the network's own. */
static void add_sequence(struct road_network *network, const uint32_t *edges,
                         size_t count, uint32_t condition)
{
    uint32_t at = network->first_of_sequence[network->sequence_count];

    memmove(network->sequence_edge + at, edges, count * sizeof(*edges));
    network->sequence_condition[network->sequence_count++] = condition;
    network->first_of_sequence[network->sequence_count] = at + (uint32_t)count;
}

/* Most of its sequences, and some turns, are forbidden under a condition. */
static void add_conditions(struct road_network *network, uint64_t seed)
{
    const struct road_network before = *network;
    uint32_t turns = network->first_turn[2 * network->piece_count];
    size_t most = before.sequence_count + turns;
    size_t edges = before.first_of_sequence[before.sequence_count] + 2 * turns;
    uint32_t text[CONDITIONS + 1] = {0};
    struct random random;

    random_seed(&random, seed);
    add_texts(network, text + 1);
    network->first_of_sequence = array_zero(most + 1, sizeof(uint32_t));
    network->sequence_edge = array_alloc(edges, sizeof(uint32_t));
    network->sequence_condition = array_alloc(most, sizeof(uint32_t));
    network->sequence_count = 0;
    for (uint32_t s = 0; s < before.sequence_count; s++) {
        uint32_t first = before.first_of_sequence[s];

        add_sequence(network, before.sequence_edge + first,
                     before.first_of_sequence[s + 1] - first,
                     text[random_below(&random, CONDITIONS + 1)]);
    }
    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        for (uint32_t t = network->first_turn[e];
             t < network->first_turn[e + 1]; t++) {
            const uint32_t turn[] = {e, network->turn_edge[t]};

            if (random_below(&random, 5) == 0)
                add_sequence(network, turn, 2,
                             text[1 + random_below(&random, CONDITIONS)]);
        }
    }
    free(before.first_of_sequence);
    free(before.sequence_edge);
}

/* Drops the sequences that are not in force. */
static void settle_conditions(struct road_network *network,
                              const struct tm *local)
{
    uint32_t count = network->sequence_count;
    uint32_t from = 0;

    network->sequence_count = 0;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t condition = network->sequence_condition[s];
        uint32_t end = network->first_of_sequence[s + 1];

        if (!condition ||
            conditional_at(network->text + condition, local) == CONDITIONAL_ON)
            add_sequence(network, network->sequence_edge + from, end - from, 0);
        from = end;
    }
}

static uint32_t check_conditions(uint64_t seed, bool ordered,
                                 const struct tm *local)
{
    const struct road_map_settings settings = {.unordered = !ordered};
    const struct local_clock utc = {.at = NULL};
    struct tm day = *local;
    const struct date_time when = {true, true, timegm(&day)};
    struct road_network network;
    struct road_draft draft;
    struct map *map;
    uint32_t closed;

    road_town_draft(3, seed, &draft);
    road_draft_network(&draft, &network);
    add_conditions(&network, seed);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    assert_int_equal(conditions_close(map, &utc, &when, &closed), 0);
    road_network_finish(&network);
    road_town_draft(3, seed, &draft);
    road_draft_network(&draft, &network);
    add_conditions(&network, seed);
    settle_conditions(&network, local);
    for (uint32_t e = 0; e < 2 * network.piece_count; e++) {
        if (road_network_has(&network, e))
            assert_costs_from(map, &network, e);
    }
    road_network_finish(&network);
    map_destroy(map);
    return closed;
}

static void conditions_forbid_ways_while_they_hold(void **state)
{
    uint32_t closed[7] = {0};

    for (uint64_t seed = 0; seed < TOWNS; seed++) {
        struct tm local = {.tm_year = 126, .tm_mday = 4 + (int)(seed % 7)};

        timegm(&local);
        closed[local.tm_wday] += check_conditions(seed, seed % 2, &local);
    }
    assert_true(closed[1] > 0); /* Monday */
    assert_true(closed[2] > 0);
    assert_int_equal(closed[3], 0);
    assert_true(closed[6] > 0);
}

/* Which pieces a vehicle on a piece can reach, going either way where it is
 * open. */
static void reach(const struct road_network *network, uint32_t piece,
                  bool *reached)
{
    reached[piece] = true;
    for (uint32_t e = 2 * piece; e < 2 * piece + 2; e++) {
        uint32_t junction = road_network_head(network, e);

        if (!road_network_opens(network, e))
            continue;
        for (uint32_t f = 0; f < 2 * network->piece_count; f++) {
            bool turns = network->junction_plain[junction];

            for (uint32_t t = network->first_turn[e];
                 t < network->first_turn[e + 1]; t++)
                turns |= network->turn_edge[t] == f;
            if (turns && road_network_opens(network, f) &&
                network->piece_end[f] == junction && !reached[f / 2])
                reach(network, f / 2, reached);
        }
    }
}

static void assert_components(const struct road_network *network,
                              const struct roads *roads, uint32_t least)
{
    uint32_t pieces = network->piece_count;
    bool *reached = array_zero((size_t)pieces * pieces, sizeof(bool));
    uint32_t *size = array_zero(pieces, sizeof(*size));

    for (uint32_t p = 0; p < pieces; p++) {
        reach(network, p, reached + (size_t)p * pieces);
        size[roads->component[p]]++;
    }
    for (uint32_t p = 0; p < pieces; p++) {
        for (uint32_t q = 0; q < pieces; q++)
            assert_int_equal(reached[p * pieces + q] && reached[q * pieces + p],
                             roads->component[p] == roads->component[q]);
    }
    for (uint32_t c = 0; c < pieces && size[c]; c++) {
        assert_int_equal(c < roads->large_count, size[c] >= least);
        assert_true(c == 0 || size[c] <= size[c - 1]);
    }
    free(reached);
    free(size);
}

static void knows_which_roads_belong_together(void **state)
{
    for (uint64_t seed = 0; seed < TOWNS; seed++) {
        struct road_network network;
        struct road_draft draft;
        struct map *map = road_town(4, seed, false);

        road_town_draft(4, seed, &draft);
        road_draft_network(&draft, &network);
        assert_components(&network, &map->roads, 3);
        road_network_finish(&network);
        map_destroy(map);
    }
}

/* Two streets of two pieces each that cross at junction 0. */
static void draw_crossing(struct road_draft *draft, bool plain)
{
    uint32_t middle, end;

    road_draft_init(draft);
    middle = road_draft_junction(draft, 0, 0, plain);
    for (int i = 0; i < 4; i++) {
        static const double at[4][2] = {
            {-100, 0}, {0, -100}, {100, 0}, {0, 100}};

        end = road_draft_junction(draft, at[i][0], at[i][1], false);
        road_draft_road(draft, end, middle, i % 2 ? "B" : "A", 2, false);
    }
}

static void puts_vertices_at_the_nodes_where_edges_end(void **state)
{
    struct road_draft draft;
    struct map *map;
    const struct roads *roads;
    uint32_t vertex;

    draw_crossing(&draft, false);
    map = road_draft_map(&draft, false);
    roads = &map->roads;
    assert_int_equal(map->topology.vertex_count, 8);
    for (uint32_t e = 0; e < 8; e++) {
        uint32_t v = roads->end_vertex[e];

        assert_int_equal(roads->vertex_edge[v], e);
        assert_int_equal(map->external_id[v],
                         ROAD_NODE_OF_JUNCTION(edge_head(roads, e)));
    }
    assert_true(map_find_vertex(map, ROAD_NODE_OF_JUNCTION(0), &vertex));
    assert_int_equal(vertex, roads->end_vertex[0]);
    assert_true(map_find_vertex(map, ROAD_NODE_OF_JUNCTION(3), &vertex));
    assert_int_equal(vertex, roads->end_vertex[5]);
    assert_false(map_find_vertex(map, 999, &vertex));
    assert_int_equal(map->position[roads->end_vertex[0]].lon_e7, 86800000);
    map_destroy(map);
}

static void has_one_vertex_for_a_plain_junction(void **state)
{
    struct road_draft draft;
    struct map *map;

    draw_crossing(&draft, true);
    map = road_draft_map(&draft, false);
    assert_int_equal(map->topology.vertex_count, 5);
    assert_int_equal(map->topology.arc_count, 8);
    assert_int_equal(map->roads.vertex_edge[map->roads.end_vertex[0]],
                     EDGE_NONE);
    map_destroy(map);
}

static void finds_pieces_places_and_sums(void **state)
{
    struct road_draft draft;
    struct map *map;
    struct edge_sums sums;
    uint32_t first;

    draw_crossing(&draft, false);
    map = road_draft_map(&draft, true);
    for (uint32_t s = 0; s < 8; s++)
        assert_int_equal(roads_segment_piece(&map->roads, s), s / 2);
    sums = weighting_edge_sums(WEIGHTING_OF_MAP(map), &map->roads, 2);
    assert_int_equal(sums.weight, 10000);
    assert_int_equal(sums.duration_ms, 10000);
    assert_int_equal(sums.length_mm, 100000);
    assert_int_equal(
        weighting_edge_sums(WEIGHTING_OF_MAP(map), &map->roads, 3).weight,
        10002);
    assert_int_equal(
        roads_find_node(&map->roads, ROAD_NODE_OF_JUNCTION(0), &first), 4);
    assert_int_equal(map->roads.node_by_id[first], 2);
    assert_int_equal(
        roads_find_node(&map->roads, ROAD_NODE_WITHIN(3, 1), &first), 1);
    assert_int_equal(map->roads.node_by_id[first], 10);
    assert_int_equal(roads_find_node(&map->roads, 5, &first), 0);
    map_destroy(map);
}

static void splits_an_edge_by_the_past_that_counts(void **state)
{
    struct road_draft draft;
    struct map *map;
    uint32_t first;

    road_draft_init(&draft);
    for (int i = 0; i < 4; i++)
        road_draft_junction(&draft, 100 * i, 0, false);
    for (uint32_t i = 0; i < 3; i++)
        road_draft_road(&draft, i, i + 1, "A", 1, false);
    road_draft_forbid(&draft, (const uint32_t[]){0, 2, 4}, 3);
    map = road_draft_map(&draft, false);
    assert_int_equal(map->topology.vertex_count, 7);
    assert_int_equal(map->roads.state_count, 1);
    assert_int_equal(roads_find_states(&map->roads, 2, &first), 1);
    assert_int_equal(roads_find_states(&map->roads, 4, &first), 0);
    assert_int_equal(map->roads.vertex_edge[map->roads.state_vertex[0]], 2);
    map_destroy(map);
}

static void assert_refused(struct road_network *network, const char *words)
{
    const struct road_map_settings settings = {.unordered = true};
    struct map *map = NULL;
    struct error error;

    assert_int_equal(road_map_make(network, &settings, &map, &error), -EINVAL);
    assert_null(map);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
}

static void refuses_what_no_map_can_hold(void **state)
{
    struct road_network network;
    struct road_draft draft;

    draw_crossing(&draft, false);
    road_draft_network(&draft, &network);
    network.segment_weight[0] = UINT32_MAX - 2;
    assert_refused(&network, "between the nodes 1001 and 1000 has the weight "
                             "4294972293");
    network.segment_weight[0] = UINT32_MAX - 2 - 5000;
    network.turn_weight[network.first_turn[1]] = 1;
    assert_refused(&network, "the weight with its turn");
    memset(network.edge_access, 0, 8);
    assert_refused(&network, "no road is open");
    road_network_finish(&network);
}

static void refuses_a_sequence_that_is_not_a_path(void **state)
{
    struct road_network network;
    struct road_draft draft;

    draw_crossing(&draft, false);
    road_draft_forbid(&draft, (const uint32_t[]){0, 3, 1}, 3);
    road_draft_network(&draft, &network);
    assert_refused(&network, "the forbidden sequence 0 is not a path");
    road_network_finish(&network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_every_way_that_is_allowed),
        cmocka_unit_test(knows_the_same_ways_when_ordered),
        cmocka_unit_test(conditions_forbid_ways_while_they_hold),
        cmocka_unit_test(knows_which_roads_belong_together),
        cmocka_unit_test(puts_vertices_at_the_nodes_where_edges_end),
        cmocka_unit_test(has_one_vertex_for_a_plain_junction),
        cmocka_unit_test(finds_pieces_places_and_sums),
        cmocka_unit_test(splits_an_edge_by_the_past_that_counts),
        cmocka_unit_test(refuses_what_no_map_can_hold),
        cmocka_unit_test(refuses_a_sequence_that_is_not_a_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
