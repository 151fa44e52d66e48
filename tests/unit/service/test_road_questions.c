/* questions on roads: ids are those of nodes, contracted ones too. */
#include "tests/unit/cmocka_all.h"

#include "tests/unit/service/road_bench.h"
#include "tests/unit/service/route_reference.h"

enum { SIDE = 5, PAIRS = 200, ROWS = 30, COLUMNS = 25 };

/* By the reference; as a question would answer. */
static uint32_t expected_cost(const struct road_bench *town, uint64_t from,
                              uint64_t to)
{
    struct place places[2];
    uint64_t cost;

    assert_true(place_of_node(town->roads, (int64_t)from, &places[0]));
    assert_true(place_of_node(town->roads, (int64_t)to, &places[1]));
    cost = route_reference(&town->network, places, 2, true);
    return cost == UINT64_MAX ? COST_INFINITY : (uint32_t)cost;
}

/* Whether a segment that is open leads from one node to the other. */
static bool are_neighbours(const struct road_network *network, uint64_t from,
                           uint64_t to)
{
    for (uint32_t p = 0; p < network->piece_count; p++) {
        for (uint32_t i = network->first_node[p];
             i + 1 < network->first_node[p + 1]; i++) {
            uint64_t a = (uint64_t)network->node_id[i];
            uint64_t b = (uint64_t)network->node_id[i + 1];

            if ((a == from && b == to && network->edge_open[2 * p]) ||
                (b == from && a == to && network->edge_open[2 * p + 1]))
                return true;
        }
    }
    return false;
}

static void check_path(const struct road_bench *town,
                       const struct path_pair *pair,
                       const struct path_answer *answer)
{
    assert_int_equal(answer->cost, expected_cost(town, pair->from, pair->to));
    if (answer->cost == COST_INFINITY) {
        assert_int_equal(answer->vertex_count, 0);
        return;
    }
    assert_int_equal(answer->vertices[0], pair->from);
    assert_int_equal(answer->vertices[answer->vertex_count - 1], pair->to);
    for (size_t i = 0; i + 1 < answer->vertex_count; i++)
        assert_true(are_neighbours(&town->network, answer->vertices[i],
                                   answer->vertices[i + 1]));
}

static void ask_paths(struct road_bench *town, const char *solver,
                      const struct path_pair *pairs, bool costs_only)
{
    struct path_question question = {.base = road_bench_base(town, solver),
                                     .pairs = pairs,
                                     .pair_count = PAIRS,
                                     .costs_only = costs_only};

    assert_int_equal(service_ask_path(town->service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(town, &question.base), OUTCOME_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        if (!costs_only) {
            check_path(town, &pairs[i], &question.answers[i]);
            continue;
        }
        assert_int_equal(question.answers[i].cost,
                         expected_cost(town, pairs[i].from, pairs[i].to));
        assert_int_equal(question.answers[i].vertex_count, 0);
    }
    path_question_finish(&question);
}

static void a_path_leads_from_node_to_node(void **state)
{
    static const char *const solvers[] = {"dijkstra", "bidirectional", "cch"};
    struct random random;

    random_seed(&random, 7);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct path_pair pairs[PAIRS];
        struct road_bench town;

        road_bench_open(&town, SIDE, seed);
        for (size_t i = 0; i < PAIRS; i++) {
            pairs[i].from = road_bench_node(&town, &random);
            pairs[i].to =
                i % 20 ? road_bench_node(&town, &random) : pairs[i].from;
        }
        ask_paths(&town, solvers[seed % 3], pairs, false);
        ask_paths(&town, "auto", pairs, true);
        road_bench_close(&town);
    }
}

/* Some nodes are those of streets that others begin on, too. */
static void random_nodes(const struct road_bench *town, struct random *random,
                         uint64_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ids[i] = road_bench_node(town, random);
}

/* Strips of a table come while it is read. */
static void check_table(struct road_bench *town,
                        struct table_question *question)
{
    unsigned seen = 0;
    size_t row = 0;

    while (row < question->source_count) {
        struct table_rows rows = table_take(question);

        assert_true(!rows.count || rows.first == row);
        for (size_t i = 0; i < rows.count * question->target_count; i++)
            assert_int_equal(
                rows.cost[i],
                expected_cost(
                    town, question->sources[row + i / question->target_count],
                    question->targets[i % question->target_count]));
        row += rows.count;
        if (!rows.count)
            seen = waiter_wait_readable(&town->bench->waiter, seen);
    }
    assert_int_equal(road_bench_wait(town, &question->base), OUTCOME_OK);
}

static void a_table_is_between_nodes(void **state)
{
    static const char *const solvers[] = {"dijkstra", "cch"};
    struct random random;

    random_seed(&random, 11);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t sources[ROWS], targets[COLUMNS];
        struct road_bench town;
        struct table_question question = {
            .sources = sources,
            .source_count = ROWS,
            .targets = targets,
            .target_count = COLUMNS,
            .readable = waiter_table_readable,
        };

        road_bench_open(&town, 2 + (uint32_t)seed % 4, seed);
        random_nodes(&town, &random, sources, ROWS);
        random_nodes(&town, &random, targets, COLUMNS);
        question.base = road_bench_base(&town, solvers[seed % 2]);
        assert_int_equal(service_ask_table(town.service, &question),
                         OUTCOME_OK);
        check_table(&town, &question);
        table_question_finish(&question);
        road_bench_close(&town);
    }
}

static void an_unknown_node_is_named(void **state)
{
    struct path_pair pairs[] = {{1000, 1001}, {1000, 77}};
    struct road_bench town;
    struct path_question question = {.pairs = pairs, .pair_count = 2};

    road_bench_open(&town, SIDE, 1);
    question.base = road_bench_base(&town, NULL);
    assert_int_equal(service_ask_path(town.service, &question),
                     OUTCOME_UNKNOWN_ID);
    assert_string_equal(question.base.error.text,
                        "queries[1].to: node 77: no road of map 'line' passes "
                        "it");
    road_bench_close(&town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_leads_from_node_to_node),
        cmocka_unit_test(a_table_is_between_nodes),
        cmocka_unit_test(an_unknown_node_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
