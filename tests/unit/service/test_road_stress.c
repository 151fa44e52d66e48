/* stress on roads: all kinds of questions at once, as in test_stress on a bare
 * graph. */
#include "tests/unit/cmocka_all.h"

#include "core/service/route/route_question.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/askers.h"
#include "tests/unit/service/route_reference.h"

enum {
    SIDE = 3,
    SEED = 9,
    QUESTIONS = 200, /* of each asker */
    NODES_MAX = 100,
    TABLE_SIDE = 8,
};

static int64_t node[NODES_MAX];
static uint32_t node_count;
static uint64_t oracle[NODES_MAX][NODES_MAX];

static bool is_known(int64_t id)
{
    for (uint32_t i = 0; i < node_count; i++) {
        if (node[i] == id)
            return true;
    }
    return false;
}

static void fill_oracle(void)
{
    struct map *map = road_town(SIDE, SEED, false);
    struct road_network network;
    struct road_draft draft;

    road_town_draft(SIDE, SEED, &draft);
    road_draft_network(&draft, &network);
    for (uint32_t i = 0; i < network.node_count; i++) {
        if (!is_known(network.node_id[i]) && node_count < NODES_MAX)
            node[node_count++] = network.node_id[i];
    }
    for (uint32_t i = 0; i < node_count; i++) {
        for (uint32_t j = 0; j < node_count; j++) {
            struct place places[2];

            place_of_node(&map->roads, WEIGHTING_OF_MAP(map), node[i],
                          &places[0]);
            place_of_node(&map->roads, WEIGHTING_OF_MAP(map), node[j],
                          &places[1]);
            oracle[i][j] = route_reference(&network, places, 2, true);
        }
    }
    road_network_finish(&network);
    map_destroy(map);
}

static uint32_t answer_of(uint64_t cost)
{
    return cost == UINT64_MAX ? COST_INFINITY : (uint32_t)cost;
}

static uint32_t random_node(struct asker *asker)
{
    return random_below(&asker->random, node_count);
}

static void ask_path(struct asker *asker)
{
    uint32_t a = random_node(asker);
    uint32_t b = random_node(asker);
    struct path_pair pair = {(uint64_t)node[a], (uint64_t)node[b]};
    struct path_question question = {
        .base = asker_base(asker), .pairs = &pair, .pair_count = 1};

    if (!asker_is_heard(asker, service_ask_path(asker->service, &question),
                        &question.base))
        return;
    if (asker_is_answered(asker, &question.base)) {
        expect(question.answers[0].cost == answer_of(oracle[a][b]));
        expect(oracle[a][b] == UINT64_MAX ||
               question.answers[0].vertices[0] == pair.from);
    }
    path_question_finish(&question);
}

/* Where U-turns at stops are allowed, legs add up. */
static void ask_route(struct asker *asker)
{
    uint32_t at[3] = {random_node(asker), random_node(asker),
                      random_node(asker)};
    uint64_t first = oracle[at[0]][at[1]];
    uint64_t second = oracle[at[1]][at[2]];
    struct route_stop stops[3];
    struct route_question question = {.base = asker_base(asker),
                                      .stops = stops,
                                      .stop_count = 3,
                                      .straight = STRAIGHT_NO};

    for (size_t i = 0; i < 3; i++)
        stops[i] = (struct route_stop){.has_node = true, .node = node[at[i]]};
    if (!asker_is_heard(asker, service_ask_route(asker->service, &question),
                        &question.base))
        return;
    if (asker_is_answered(asker, &question.base)) {
        bool found = first != UINT64_MAX && second != UINT64_MAX;

        expect(question.finding == (found ? ROUTE_FOUND : ROUTE_NONE));
        expect(!found || question.weight == first + second);
        expect(route_question_map(&question)->roads.piece_count > 0);
    }
    route_question_finish(&question);
}

static void ask_table(struct asker *asker)
{
    uint32_t at[2 * TABLE_SIDE];
    uint64_t ids[2 * TABLE_SIDE];
    struct table_question question = {
        .base = asker_base(asker),
        .sources = ids,
        .source_count = TABLE_SIDE,
        .targets = ids + TABLE_SIDE,
        .target_count = TABLE_SIDE,
    };
    unsigned seen = 0;

    for (size_t i = 0; i < 2 * TABLE_SIDE; i++) {
        at[i] = random_node(asker);
        ids[i] = (uint64_t)node[at[i]];
    }
    if (!asker_is_heard(asker, service_ask_table(asker->service, &question),
                        &question.base))
        return;
    for (;;) {
        bool over = waiter_ended_already(&asker->waiter);
        struct table_rows rows = table_read(&question);

        for (size_t i = 0; i < rows.count * TABLE_SIDE; i++)
            expect(rows.cost[i] ==
                   answer_of(oracle[at[rows.first + i / TABLE_SIDE]]
                                   [at[TABLE_SIDE + i % TABLE_SIDE]]));
        if (!rows.count && over)
            break;
        if (!rows.count)
            seen = waiter_wait_readable(&asker->waiter, seen);
    }
    asker_is_answered(asker, &question.base);
    table_question_finish(&question);
}

static uint32_t index_of(uint64_t id)
{
    uint32_t i = 0;

    while (i < node_count && node[i] != (int64_t)id)
        i++;
    return i;
}

static void ask_tree(struct asker *asker)
{
    uint32_t from = random_node(asker);
    struct tree_question question = {
        .base = asker_base(asker),
        .from = (uint64_t)node[from],
        .limit = COST_OVERFLOW,
    };
    unsigned seen = 0;

    if (!asker_is_heard(asker, service_ask_tree(asker->service, &question),
                        &question.base))
        return;
    for (;;) {
        bool over = waiter_ended_already(&asker->waiter);
        struct tree_labels labels = tree_read(&question, 7);

        for (size_t i = 0; i < labels.count; i++)
            expect(labels.cost[i] ==
                   answer_of(oracle[from][index_of(labels.id[i])]));
        if (!labels.count && over)
            break;
        if (!labels.count)
            seen = waiter_wait_readable(&asker->waiter, seen);
    }
    asker_is_answered(asker, &question.base);
    tree_question_finish(&question);
}

static struct map *make_map(void)
{
    return road_town(SIDE, SEED, true);
}

static void every_answer_is_the_references(void **state)
{
    static const struct limits settings = {
        .deadline_ms = 60000,
        .queries_max = 10,
        .stops_max = 10,
        .table_ids_max = 1000000,
        .table_cells_max = 1000,
        .stream_bytes_max = 100, /* some nodes of a tree, a row each strip */
        .memory_max = 1000000,
    };
    static void (*const kinds[])(struct asker *) = {ask_path, ask_route,
                                                    ask_table, ask_tree};
    static const struct askers_plan plan = {
        .settings = &settings,
        .map = "town",
        .make_map = make_map,
        .kinds = kinds,
        .kind_count = sizeof(kinds) / sizeof(kinds[0]),
        .questions = QUESTIONS,
    };

    fill_oracle();
    askers_run(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_the_references),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
