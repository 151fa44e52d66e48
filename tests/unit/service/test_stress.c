/* stress: all kinds of questions at once on a bare graph. */
#include "tests/unit/cmocka_all.h"

#include "tests/unit/service/askers.h"

enum {
    VERTICES = 300,
    ARCS = 900,
    MAP_SEED = 5,
    QUESTIONS = 300, /* of each asker */
    TABLE_SIDE = 12,
};

static uint32_t oracle[VERTICES][VERTICES]; /* by id - 1 */

static struct map *make_map(void)
{
    return build_random(VERTICES, ARCS, MAP_SEED);
}

/* Bellman and Ford's method: as different from the solvers as possible. */
static void fill_oracle(void)
{
    struct map *map = make_map();
    const struct topology *topology = &map->topology;

    for (uint32_t s = 0; s < VERTICES; s++) {
        uint32_t *cost = oracle[s];
        bool changed = true;

        for (uint32_t v = 0; v < VERTICES; v++)
            cost[v] = v == s ? 0 : COST_INFINITY;
        while (changed) {
            changed = false;
            for (uint32_t a = 0; a < topology->arc_count; a++) {
                uint32_t sum = cost_add(cost[topology_tail(topology, a)],
                                        map->imported.arcs.weight[a]);

                if (sum < cost[topology->head[a]]) {
                    cost[topology->head[a]] = sum;
                    changed = true;
                }
            }
        }
    }
    map_destroy(map);
}

static uint64_t random_id(struct asker *asker)
{
    return 1 + random_below(&asker->random, VERTICES);
}

/* Each part of a shortest path is one, too. */
static void check_path(const struct path_pair *pair,
                       const struct path_answer *answer)
{
    uint32_t sum = 0;

    expect(answer->cost == oracle[pair->from - 1][pair->to - 1]);
    if (answer->cost == COST_INFINITY) {
        expect(answer->vertex_count == 0);
        return;
    }
    expect(answer->vertices[0] == pair->from);
    expect(answer->vertices[answer->vertex_count - 1] == pair->to);
    for (size_t i = 0; i + 1 < answer->vertex_count; i++)
        sum += oracle[answer->vertices[i] - 1][answer->vertices[i + 1] - 1];
    expect(sum == answer->cost);
}

static void ask_path(struct asker *asker)
{
    struct path_pair pairs[5];
    struct path_question question = {
        .base = asker_base(asker),
        .pairs = pairs,
        .pair_count = 1 + random_below(&asker->random, 5),
    };

    for (size_t i = 0; i < question.pair_count; i++)
        pairs[i] = (struct path_pair){random_id(asker), random_id(asker)};
    if (!asker_is_heard(asker, service_ask_path(asker->service, &question),
                        &question.base))
        return;
    if (asker_is_answered(asker, &question.base)) {
        for (size_t i = 0; i < question.pair_count; i++)
            check_path(&pairs[i], &question.answers[i]);
    }
    path_question_finish(&question);
}

/* Rows as they arrive, and whether they were all. */
static void read_table(struct asker *asker, struct table_question *question)
{
    size_t next = 0;
    unsigned seen = 0;

    for (;;) {
        bool over = waiter_ended_already(&asker->waiter);
        struct table_rows rows = table_read(question);

        expect(!rows.count || rows.first == next);
        for (size_t i = 0; i < rows.count * TABLE_SIDE; i++)
            expect(rows.cost[i] ==
                   oracle[question->sources[next + i / TABLE_SIDE] - 1]
                         [question->targets[i % TABLE_SIDE] - 1]);
        next += rows.count;
        if (rows.count == 0 && over)
            break;
        if (rows.count == 0)
            seen = waiter_wait_readable(&asker->waiter, seen);
    }
    if (asker_is_answered(asker, &question->base))
        expect(next == TABLE_SIDE);
}

static void ask_table(struct asker *asker)
{
    uint64_t ids[2 * TABLE_SIDE];
    struct table_question question = {
        .base = asker_base(asker),
        .sources = ids,
        .source_count = TABLE_SIDE,
        .targets = ids + TABLE_SIDE,
        .target_count = TABLE_SIDE,
    };

    for (size_t i = 0; i < 2 * TABLE_SIDE; i++)
        ids[i] = random_id(asker);
    if (!asker_is_heard(asker, service_ask_table(asker->service, &question),
                        &question.base))
        return;
    read_table(asker, &question);
    table_question_finish(&question);
}

static void ask_tree(struct asker *asker)
{
    struct tree_question question = {
        .base = asker_base(asker),
        .from = random_id(asker),
        .limit = COST_OVERFLOW,
        .dense = true,
    };
    uint32_t next = 0;
    unsigned seen = 0;

    if (!asker_is_heard(asker, service_ask_tree(asker->service, &question),
                        &question.base))
        return;
    for (;;) {
        bool over = waiter_ended_already(&asker->waiter);
        struct tree_labels labels = tree_read(&question, 70);

        for (size_t i = 0; i < labels.count; i++)
            expect(labels.cost[i] == oracle[question.from - 1][next++]);
        if (labels.count == 0 && over)
            break;
        if (labels.count == 0)
            seen = waiter_wait_readable(&asker->waiter, seen);
    }
    if (asker_is_answered(asker, &question.base))
        expect(next == VERTICES);
    tree_question_finish(&question);
}

static void every_answer_is_the_oracles(void **state)
{
    static const struct limits settings = {
        .deadline_ms = 60000,
        .queries_max = 10,
        .table_ids_max = 1000000,
        .table_cells_max = 1000,
        .stream_bytes_max = 400, /* a third of a tree, four rows each strip */
        .memory_max = 1000000,
    };
    static void (*const kinds[])(struct asker *) = {ask_path, ask_table,
                                                    ask_tree};
    static const struct askers_plan plan = {
        .settings = &settings,
        .map = "random",
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
        cmocka_unit_test(every_answer_is_the_oracles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
