/* questions on roads: ids are those of nodes, including contracted ones. */
#include "tests/unit/cmocka_all.h"

#include "core/service/isochrone/isochrone.h"
#include "tests/unit/service/road_bench.h"
#include "tests/unit/service/route_reference.h"

enum { SIDE = 5, PAIRS = 200, ROWS = 30, COLUMNS = 25 };

/* By the reference; in the form of an answer. */
static uint32_t expected_cost(const struct road_bench *town, uint64_t from,
                              uint64_t to)
{
    struct place places[2];
    uint64_t cost;

    assert_true(place_of_node(town->roads, WEIGHTING_OF_MAP(town->map),
                              (int64_t)from, &places[0]));
    assert_true(place_of_node(town->roads, WEIGHTING_OF_MAP(town->map),
                              (int64_t)to, &places[1]));
    cost = route_reference(&town->network, places, 2, true);
    return cost == UINT64_MAX ? COST_INFINITY : (uint32_t)cost;
}

/* Whether an open segment leads from one node to the other. */
static bool are_neighbours(const struct road_network *network, uint64_t from,
                           uint64_t to)
{
    for (uint32_t p = 0; p < network->piece_count; p++) {
        for (uint32_t i = network->first_node[p];
             i + 1 < network->first_node[p + 1]; i++) {
            uint64_t a = (uint64_t)network->node_id[i];
            uint64_t b = (uint64_t)network->node_id[i + 1];

            if ((a == from && b == to && road_network_opens(network, 2 * p)) ||
                (b == from && a == to &&
                 road_network_opens(network, 2 * p + 1)))
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

    question.base.readable = NULL; /* all at once */
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

/* Some nodes lie on streets where others begin. */
static void random_nodes(const struct road_bench *town, struct random *random,
                         uint64_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ids[i] = road_bench_node(town, random);
}

/* Strips of a table arrive while it is read. */
static void check_table(struct road_bench *town,
                        struct table_question *question)
{
    unsigned seen = 0;
    size_t row = 0;

    while (row < question->source_count) {
        struct table_rows rows = table_read(question);

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

static struct tree_question tree(struct road_bench *town, uint64_t from,
                                 bool dense)
{
    return (struct tree_question){
        .base = road_bench_base(town, "auto"),
        .from = from,
        .limit = COST_OVERFLOW,
        .dense = dense,
    };
}

/* All labels of a tree, in order; the stream is small, so the test must read
 * them while it is solved. */
static size_t read_tree(struct road_bench *town, struct tree_question *question,
                        uint64_t *ret_ids, uint32_t *ret_costs)
{
    unsigned seen = 0;
    size_t count = 0;

    assert_int_equal(service_ask_tree(town->service, question), OUTCOME_OK);
    for (;;) {
        bool over = waiter_ended_already(&town->bench->waiter);
        struct tree_labels labels = tree_read(question, 50);

        for (size_t i = 0; i < labels.count; i++, count++) {
            if (labels.id)
                ret_ids[count] = labels.id[i];
            ret_costs[count] = labels.cost[i];
        }
        if (!labels.count && over)
            break;
        if (!labels.count)
            seen = waiter_wait_readable(&town->bench->waiter, seen);
    }
    assert_int_equal(question->base.outcome, OUTCOME_OK);
    return count;
}

enum { LABELS_MAX = 4000 };

/* The nodes where edges end, each once, that can be reached. */
static size_t count_reached(const struct road_bench *town, uint64_t from,
                            uint32_t limit)
{
    const struct map *map = town->map;
    size_t count = 0;

    for (uint32_t i = 0; i < map->topology.vertex_count; i++) {
        uint64_t id = map->external_id[map->vertex_by_id[i]];

        if (i && id == map->external_id[map->vertex_by_id[i - 1]])
            continue;
        count += expected_cost(town, from, id) <= limit;
    }
    return count;
}

static void check_tree(struct road_bench *town, uint64_t from, uint32_t limit)
{
    struct tree_question question = tree(town, from, false);
    uint64_t ids[LABELS_MAX];
    uint32_t costs[LABELS_MAX];
    size_t count;

    question.limit = limit;
    count = read_tree(town, &question, ids, costs);
    assert_int_equal(
        count,
        count_reached(town, from, limit < COST_OVERFLOW ? limit : COST_MAX));
    for (size_t i = 0; i < count; i++) {
        assert_true(!i || ids[i - 1] < ids[i]);
        assert_int_equal(costs[i], expected_cost(town, from, ids[i]));
    }
    tree_question_finish(&question);
}

/* The label of each vertex is at least its node's cost, and equal for one of
 * them. */
static void check_dense_tree(struct road_bench *town, uint64_t from)
{
    const struct map *map = town->map;
    struct tree_question question = tree(town, from, true);
    uint32_t costs[LABELS_MAX];
    uint32_t n = map->topology.vertex_count;

    assert_int_equal(read_tree(town, &question, NULL, costs), n);
    assert_int_equal(question.vertex_count, n);
    for (uint32_t i = 0; i < n;) {
        uint64_t id = map->external_id[map->vertex_by_id[i]];
        uint32_t least = COST_INFINITY;

        for (; i < n && map->external_id[map->vertex_by_id[i]] == id; i++) {
            if (costs[map->vertex_by_id[i]] < least)
                least = costs[map->vertex_by_id[i]];
        }
        if (id != from)
            assert_int_equal(least, expected_cost(town, from, id));
    }
    tree_question_finish(&question);
}

static void a_tree_is_from_node_to_nodes(void **state)
{
    struct random random;

    random_seed(&random, 13);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct road_bench town;

        road_bench_open(&town, 2 + (uint32_t)seed % 4, seed);
        for (int i = 0; i < 10; i++) {
            uint64_t from = road_bench_node(&town, &random);

            check_tree(&town, from, COST_OVERFLOW);
            check_tree(&town, from, random_below(&random, 40000));
            check_dense_tree(&town, from);
        }
        road_bench_close(&town);
    }
}

/* Leaves the labels unread, once the nodes are known. False: its time was over
 * before. `wait_us` 0: it is cancelled. */
static bool ends_unread(uint64_t wait_us)
{
    struct road_bench town;
    struct tree_question question;
    enum outcome outcome;
    bool told;
    bool said;

    road_bench_open(&town, 36, 1); /* more than one block */
    question = tree(&town, ROAD_NODE_OF_JUNCTION(0), false);
    if (wait_us)
        question.base.cancel.deadline_us = clock_now_us() + wait_us;
    assert_int_equal(service_ask_tree(town.service, &question), OUTCOME_OK);
    waiter_wait_readable(&town.bench->waiter, 0);
    told = !waiter_ended_already(&town.bench->waiter);
    if (!wait_us)
        question_cancel(&question.base);
    outcome = road_bench_wait(&town, &question.base);
    said = question.base.error.text[0];
    tree_question_finish(&question);
    road_bench_close(&town);
    assert_int_equal(outcome, wait_us ? OUTCOME_LATE : OUTCOME_CANCELLED);
    assert_true(said);
    return told;
}

static void a_tree_that_nobody_reads_ends_with_its_cancel(void **state)
{
    assert_true(ends_unread(0));
    for (uint64_t wait_us = 250000; !ends_unread(wait_us); wait_us *= 4)
        ;
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
                        "queries[1].to: node 77 is on no road of map 'line'");
    road_bench_close(&town);
}

static struct isochrone_question areas(struct road_bench *town,
                                       const struct route_stop *source)
{
    struct isochrone_question question = {
        .base = road_bench_base(town, NULL),
        .sources = source,
        .source_count = 1,
        .options = {.contour_count = ISOCHRONE_CONTOURS_MAX},
    };

    for (uint32_t i = 0; i < ISOCHRONE_CONTOURS_MAX; i++)
        question.options.contours[i] = (i + 1) * 20000; /* ms */
    return question;
}

/* With all corners, these take more than what is always given. */
static void areas_that_nobody_reads_share_the_memory(void **state)
{
    enum { MOST = 8 };
    struct road_bench town;
    struct route_stop source = {.has_node = true,
                                .node = ROAD_NODE_OF_JUNCTION(0)};
    struct limits settings;
    struct isochrone_question questions[MOST];
    size_t each;
    size_t fit = 0;

    road_bench_open(&town, SIDE, 7);
    questions[0] = areas(&town, &source);
    assert_int_equal(service_ask_isochrone(town.service, &questions[0]),
                     OUTCOME_OK);
    assert_int_equal(road_bench_wait(&town, &questions[0].base), OUTCOME_OK);
    each = service_memory(town.service);
    assert_true(each >
                questions[0].isochrone.point_count * sizeof(struct position));
    assert_true(each > 65536);
    isochrone_question_finish(&questions[0]);
    assert_int_equal(service_memory(town.service), 0);

    settings = *limits_now(&town.bench->fixture.limits);
    settings.memory_max = 3 * each;
    town.bench->fixture.limits.now = &settings;
    for (; fit < MOST; fit++) {
        questions[fit] = areas(&town, &source);
        assert_int_equal(service_ask_isochrone(town.service, &questions[fit]),
                         fit < 3 ? OUTCOME_OK : OUTCOME_MEMORY_FULL);
        if (fit == 3)
            break;
        assert_int_equal(road_bench_wait(&town, &questions[fit].base),
                         OUTCOME_OK);
    }
    assert_true(questions[fit].base.retry_after_s >= 1);
    for (size_t i = 0; i <= fit; i++)
        isochrone_question_finish(&questions[i]);
    assert_int_equal(service_memory(town.service), 0);
    road_bench_close(&town);
}

/* A table of one row; what places are snapped to is most of what it holds. */
static void places_of_a_table_count_as_memory(void **state)
{
    enum { PLACES = 1000 };
    static struct snap_options places[PLACES];
    static uint64_t ids[PLACES];
    struct road_bench town;
    struct table_question question;
    struct limits limits;
    size_t least;

    road_bench_open(&town, SIDE, 8);
    for (size_t i = 0; i < PLACES; i++) {
        places[i] = snap_options_of(town.roads->node_position[0]);
        ids[i] = i;
    }
    limits = *town.bench->fixture.limits.now;
    town.bench->fixture.limits.now = &limits;
    question = (struct table_question){
        .base = road_bench_base(&town, NULL),
        .places = places,
        .place_count = PLACES,
        .sources = ids,
        .source_count = 1,
        .targets = ids,
        .target_count = PLACES,
    };
    assert_int_equal(service_ask_table(town.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&town, &question.base), OUTCOME_OK);
    least = service_memory(town.service);
    assert_true(least >= PLACES * (sizeof(*places) + sizeof(*ids) +
                                   sizeof(struct snap)));
    table_question_finish(&question);

    /* Room for the answer, but not for finding it. */
    limits.memory_max = least;
    question.base = road_bench_base(&town, NULL);
    assert_int_equal(service_ask_table(town.service, &question),
                     OUTCOME_TOO_LARGE);
    assert_int_equal(service_memory(town.service), 0);
    road_bench_close(&town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_leads_from_node_to_node),
        cmocka_unit_test(a_table_is_between_nodes),
        cmocka_unit_test(a_tree_is_from_node_to_nodes),
        cmocka_unit_test(a_tree_that_nobody_reads_ends_with_its_cancel),
        cmocka_unit_test(an_unknown_node_is_named),
        cmocka_unit_test(areas_that_nobody_reads_share_the_memory),
        cmocka_unit_test(places_of_a_table_count_as_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
