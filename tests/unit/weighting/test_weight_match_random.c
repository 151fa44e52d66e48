/* weight_match: on random towns it finds what a slow look at every segment and
 * arc finds, whatever the order and number of rows. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weight_match.h"
#include "tests/unit/graph/road_fixture.h"

enum { TOWNS = 30, SIDE = 6, WAYS = 9, ROWS = 9000, ALONE = 300 };

/* ---- Towns --------------------------------------------------------------- */

/* Ways at random: some pass several pieces, some pieces several ways, and some
 * meet themselves. */
static void draw_ways(struct road_network *network, struct random *random)
{
    uint32_t segments = network->node_count - network->piece_count;
    uint32_t count = 0;

    free(network->first_of_stretch);
    free(network->stretch_way);
    network->first_of_stretch = calloc(segments + 1, sizeof(uint32_t));
    network->stretch_way = calloc(segments, sizeof(int64_t));
    assert_true(network->first_of_stretch && network->stretch_way);
    for (uint32_t p = 0; p < network->piece_count; p++) {
        uint32_t first = network->first_node[p] - p;

        for (uint32_t s = first; s < network->first_node[p + 1] - p - 1; s++) {
            int64_t way = random_below(random, 2 * WAYS);

            way = way == STRETCH_AGAINST(0) ? STRETCH_MADE_UP : way;
            if (s > first && (random_below(random, 3) ||
                              way == network->stretch_way[count - 1]))
                continue;
            network->first_of_stretch[count] = s;
            network->stretch_way[count++] = way;
        }
    }
    network->first_of_stretch[count] = segments;
    network->stretch_count = count;
}

static struct map *draw_town(uint64_t seed, struct random *random)
{
    struct road_map_settings settings = {.unordered = true};
    struct road_network network;
    struct road_draft draft;
    struct map *map;

    road_town_draft(SIDE, seed, &draft);
    road_draft_network(&draft, &network);
    draw_ways(&network, random);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    return map;
}

/* ---- Rows ---------------------------------------------------------------- */

/* Near another node, most often. */
static uint32_t node_near(const struct roads *roads, struct random *random,
                          uint32_t node)
{
    uint32_t near = node + random_below(random, 7) - 3;

    return near < roads->node_count && random_below(random, 4)
               ? near
               : random_below(random, roads->node_count);
}

static int64_t id_of(const struct roads *roads, struct random *random,
                     uint32_t node)
{
    return random_below(random, 40) ? roads->node_id[node]
                                    : (int64_t)random_below(random, 2000000);
}

static struct weight_key draw_key(const struct roads *roads,
                                  enum weight_kind kind, struct random *random)
{
    uint32_t via = random_below(random, roads->node_count);
    int64_t a = id_of(roads, random, node_near(roads, random, via));
    int64_t b = id_of(roads, random, via);
    int64_t c = id_of(roads, random, node_near(roads, random, via));

    if (kind == WEIGHT_TURNS)
        return (struct weight_key){{a, b, c}};
    if (random_below(random, 10))
        return (struct weight_key){{a, b, SEGMENT_PAIR}};
    return (struct weight_key){
        {random_below(random, WAYS + 2), 0,
         random_below(random, 2) ? SEGMENT_WAY_FORWARD : SEGMENT_WAY_BACKWARD}};
}

/* Turns at random hardly exist: half of the rows are turns of arcs. */
static struct weight_row draw_row(const struct map *map, enum weight_kind kind,
                                  struct random *random)
{
    struct weight_row row = {.value = 30};
    struct weight_key keys[ITEM_KEYS_MAX];
    uint32_t arc = random_below(random, map->topology.arc_count);

    row.key = draw_key(&map->roads, kind, random);
    if (kind == WEIGHT_TURNS && random_below(random, 2) &&
        weight_item_keys(map, kind, arc, keys))
        row.key = keys[0];
    return row;
}

/* ---- The slow matcher ---------------------------------------------------- */

struct slow {
    const struct map *map;
    uint32_t *piece; /* [segment_count] */
    int64_t *way;    /* [segment_count] stretch_way */
    uint32_t *steps; /* [2 * segment_count] */
    uint32_t item[1 << 12];
    size_t count;
};

static void slow_init(struct slow *slow, const struct map *map)
{
    const struct roads *roads = &map->roads;

    slow->map = map;
    slow->piece = calloc(roads->segment_count, sizeof(uint32_t));
    slow->way = calloc(roads->segment_count, sizeof(int64_t));
    slow->steps = calloc(2 * roads->segment_count, sizeof(uint32_t));
    assert_true(slow->piece && slow->way && slow->steps);
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        for (uint32_t n = roads->first_node[p];
             n + 1 < roads->first_node[p + 1]; n++)
            slow->piece[n - p] = p;
    }
    for (uint32_t i = 0; i < roads->stretch_count; i++) {
        for (uint32_t s = roads->first_of_stretch[i];
             s < roads->first_of_stretch[i + 1]; s++)
            slow->way[s] = roads->stretch_way[i];
    }
}

static void slow_finish(struct slow *slow)
{
    free(slow->piece);
    free(slow->way);
    free(slow->steps);
}

/* The node where an item begins (0) or ends (1). */
static uint32_t end_of(const struct slow *slow, uint32_t item, uint32_t end)
{
    return item / 2 + slow->piece[item / 2] + (item % 2 ^ end);
}

static int64_t id_at(const struct slow *slow, uint32_t item, uint32_t end)
{
    return slow->map->roads.node_id[end_of(slow, item, end)];
}

static bool is_open(const struct slow *slow, uint32_t item)
{
    return edge_is_in_graph(&slow->map->roads,
                            2 * slow->piece[item / 2] + item % 2);
}

/* The way, and whether the item travels along it. */
static int64_t sense_of(const struct slow *slow, uint32_t item)
{
    return slow->way[item / 2] ^ (item % 2);
}

static bool follows(const struct slow *slow, uint32_t a, uint32_t b)
{
    const struct roads *roads = &slow->map->roads;
    uint32_t end = end_of(slow, a, 1);
    uint32_t begin = end_of(slow, b, 0);
    uint32_t edge = 2 * slow->piece[a / 2] + a % 2;
    uint32_t next = 2 * slow->piece[b / 2] + b % 2;

    if (sense_of(slow, a) != sense_of(slow, b))
        return false;
    return (end == begin && edge == next) ||
           (end == edge_last_node(roads, edge) &&
            begin == edge_first_node(roads, next) &&
            edge_head(roads, edge) == edge_tail(roads, next));
}

/* The fewest segments of a walk; 0: none. */
static uint32_t slow_span(struct slow *slow, const int64_t *id)
{
    uint32_t items = 2 * slow->map->roads.segment_count;

    for (uint32_t i = 0; i < items; i++) {
        slow->steps[i] = id_at(slow, i, 0) == id[0] && is_open(slow, i) &&
                         slow->way[i / 2] >> 1;
    }
    for (uint32_t steps = 1, found = 1; found; steps++) {
        found = 0;
        for (uint32_t i = 0; i < items; i++) {
            if (slow->steps[i] != steps)
                continue;
            if (id_at(slow, i, 1) == id[1])
                return steps;
            for (uint32_t j = 0; j < items; j++) {
                if (slow->steps[j] || !is_open(slow, j) || !follows(slow, i, j))
                    continue;
                slow->steps[j] = steps + 1;
                found = 1;
            }
        }
    }
    return 0;
}

/* Neighbours, open or not. */
static bool slow_pair(struct slow *slow, const int64_t *id)
{
    bool near = false;

    for (uint32_t i = 0; i < 2 * slow->map->roads.segment_count; i++) {
        if (id_at(slow, i, 0) != id[0] || id_at(slow, i, 1) != id[1])
            continue;
        near = true;
        if (is_open(slow, i))
            slow->item[slow->count++] = i;
    }
    return near;
}

static void slow_way(struct slow *slow, const struct weight_key *key)
{
    int64_t sense = 2 * key->id[0] + (key->id[2] == SEGMENT_WAY_BACKWARD);

    for (uint32_t i = 0; i < 2 * slow->map->roads.segment_count; i++) {
        if (key->id[0] && sense_of(slow, i) == sense && is_open(slow, i))
            slow->item[slow->count++] = i;
    }
}

static void slow_turn(struct slow *slow, const int64_t *id)
{
    const struct map *map = slow->map;
    const struct roads *roads = &map->roads;

    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        uint32_t edge = roads->vertex_edge[v];

        if (edge == EDGE_NONE ||
            roads->node_id[edge_second_node(roads, edge ^ 1)] != id[0] ||
            roads->node_id[edge_last_node(roads, edge)] != id[1])
            continue;
        for (uint32_t a = map->topology.first_out[v];
             a < map->topology.first_out[v + 1]; a++) {
            if (roads->node_id[edge_second_node(roads, roads->arc_edge[a])] ==
                id[2])
                slow->item[slow->count++] = a;
        }
    }
}

/* ---- Comparing ----------------------------------------------------------- */

static void assert_walk(const struct slow *slow, const int64_t *id,
                        const uint32_t *item, size_t count)
{
    assert_int_equal(id_at(slow, item[0], 0), id[0]);
    assert_int_equal(id_at(slow, item[count - 1], 1), id[1]);
    for (size_t i = 0; i < count; i++) {
        assert_true(is_open(slow, item[i]));
        assert_true(!i || follows(slow, item[i - 1], item[i]));
    }
}

static int compare_items(const void *a, const void *b)
{
    return (int)(*(const uint32_t *)a > *(const uint32_t *)b) -
           (int)(*(const uint32_t *)a < *(const uint32_t *)b);
}

static void check_row(struct slow *slow, enum weight_kind kind,
                      const struct weight_key *key,
                      const struct weight_matches *matches, size_t row)
{
    uint32_t *item = matches->item + matches->first[row];
    size_t count = matches->first[row + 1] - matches->first[row];

    slow->count = 0;
    if (kind == WEIGHT_TURNS)
        slow_turn(slow, key->id);
    else if (key->id[2] != SEGMENT_PAIR)
        slow_way(slow, key);
    else if (!slow_pair(slow, key->id) && key->id[0] != key->id[1]) {
        assert_int_equal(count, slow_span(slow, key->id));
        assert_int_equal(matches->outcome[row] == MATCH_SPAN, count > 0);
        if (count)
            assert_walk(slow, key->id, item, count);
        return;
    }
    assert_int_equal(matches->outcome[row] == MATCH_DIRECT, count > 0);
    qsort(item, count, sizeof(*item), compare_items);
    qsort(slow->item, slow->count, sizeof(*item), compare_items);
    assert_int_equal(count, slow->count);
    if (count)
        assert_memory_equal(item, slow->item, count * sizeof(*item));
}

/* A row alone takes other ways to its nodes than thousands. */
static void check_alone(const struct map *map, enum weight_kind kind,
                        const struct weight_row *row,
                        const struct weight_matches *all, size_t i)
{
    struct weight_matches alone;
    size_t count = all->first[i + 1] - all->first[i];

    assert_int_equal(weight_match(map, kind, row, 1, &alone, NULL), 0);
    assert_int_equal(alone.first[1], count);
    assert_int_equal(alone.outcome[0], all->outcome[i]);
    assert_int_equal(alone.matched, match_is_found(all->outcome[i]));
    if (count)
        assert_memory_equal(alone.item, all->item + all->first[i],
                            count * sizeof(uint32_t));
    weight_matches_finish(&alone);
}

static void check_kind(const struct map *map, enum weight_kind kind,
                       struct random *random, size_t *outcomes)
{
    static struct weight_row row[ROWS];
    static struct slow slow;
    struct weight_matches matches;
    size_t matched = 0;

    slow_init(&slow, map);
    for (size_t i = 0; i < ROWS; i++)
        row[i] = draw_row(map, kind, random);
    assert_int_equal(weight_match(map, kind, row, ROWS, &matches, NULL), 0);
    for (size_t i = 0; i < ROWS; i++) {
        outcomes[matches.outcome[i]]++;
        matched += match_is_found(matches.outcome[i]);
    }
    assert_int_equal(matches.matched, matched);
    for (size_t i = 0; i < ALONE; i++) {
        size_t at = i * (ROWS / ALONE);

        check_alone(map, kind, &row[at], &matches, at);
        check_row(&slow, kind, &row[at].key, &matches, at);
    }
    weight_matches_finish(&matches);
    slow_finish(&slow);
}

static void finds_what_a_slow_look_finds(void **state)
{
    size_t outcomes[2][MATCH_FORBIDDEN + 1] = {{0}};
    struct random random;

    (void)state;
    random_seed(&random, 22);
    for (uint64_t seed = 0; seed < TOWNS; seed++) {
        struct map *map = draw_town(seed, &random);

        check_kind(map, WEIGHT_SEGMENTS, &random, outcomes[0]);
        check_kind(map, WEIGHT_TURNS, &random, outcomes[1]);
        map_destroy(map);
    }
    assert_true(outcomes[0][MATCH_DIRECT] && outcomes[0][MATCH_SPAN] &&
                outcomes[0][MATCH_NO_FROM] && outcomes[0][MATCH_NO_TO] &&
                outcomes[0][MATCH_NO_WAY] && outcomes[0][MATCH_NO_ROAD] &&
                outcomes[0][MATCH_LEFT_OUT]);
    assert_true(outcomes[1][MATCH_DIRECT] && outcomes[1][MATCH_NO_VIA] &&
                outcomes[1][MATCH_NO_FROM] && outcomes[1][MATCH_NO_ARRIVAL] &&
                outcomes[1][MATCH_NO_EXIT] && outcomes[1][MATCH_LEFT_OUT] &&
                outcomes[1][MATCH_NO_TURN] && outcomes[1][MATCH_FORBIDDEN]);
}

static void check_keys(const struct map *map, enum weight_kind kind,
                       uint32_t item)
{
    struct weight_row row[ITEM_KEYS_MAX] = {{.value = 30}, {.value = 30}};
    struct weight_key key[ITEM_KEYS_MAX];
    uint32_t count = weight_item_keys(map, kind, item, key);

    for (uint32_t k = 0; k < count; k++) {
        struct weight_matches matches;
        bool found = false;

        row[k].key = key[k];
        assert_int_equal(weight_match(map, kind, &row[k], 1, &matches, NULL),
                         0);
        assert_int_equal(matches.outcome[0], MATCH_DIRECT);
        for (size_t i = 0; i < matches.first[1]; i++)
            found |= matches.item[i] == item;
        assert_true(found);
        weight_matches_finish(&matches);
    }
    assert_true(count > 0 || kind == WEIGHT_TURNS);
}

static void the_keys_of_an_item_name_it(void **state)
{
    struct random random;

    (void)state;
    random_seed(&random, 23);
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct map *map = draw_town(seed, &random);
        const struct roads *roads = &map->roads;

        for (uint32_t i = 0; i < 2 * roads->segment_count; i++) {
            if (edge_is_in_graph(roads,
                                 2 * roads_segment_piece(roads, i / 2) + i % 2))
                check_keys(map, WEIGHT_SEGMENTS, i);
        }
        for (uint32_t a = 0; a < map->topology.arc_count; a++)
            check_keys(map, WEIGHT_TURNS, a);
        map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_slow_look_finds),
        cmocka_unit_test(the_keys_of_an_item_name_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
