/* alternatives: every solver that finds some keeps the promises of struct
 * alternatives (core/solver/query.h). */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "tests/solver/graphs.h"
#include "tests/solver/oracle.h"

enum {
    GRAPHS = 240,
    QUERIES = 6,
    VERTICES_MAX = 70,
    ENDS_MAX = 3,
    WANTED = 3,
};

/* A query with its answer. */
struct question {
    struct seed seeds[ENDS_MAX];
    struct target_vertex ends[ENDS_MAX];
    struct target target;
    uint32_t cost;
    struct path path;
    struct path further[WANTED];
    uint32_t further_cost[WANTED];
    struct alternatives alternatives;
    struct query query;
};

/* At most so many seeds, and vertices of the target; do not move it. */
static void question_init(struct question *question, uint32_t ends)
{
    *question = (struct question){
        .target = {question->ends, ends},
        .alternatives = {.wanted = WANTED,
                         .path = question->further,
                         .cost = question->further_cost},
        .query =
            {
                .seeds = question->seeds,
                .seed_count = ends,
                .targets = &question->target,
                .target_count = 1,
                .output = QUERY_PATHS,
                .bound = COST_OVERFLOW,
                .cost = &question->cost,
                .path = &question->path,
                .alternatives = &question->alternatives,
            },
    };
    path_init(&question->path);
    for (int i = 0; i < WANTED; i++)
        path_init(&question->further[i]);
}

static void question_finish(struct question *question)
{
    path_finish(&question->path);
    for (int i = 0; i < WANTED; i++)
        path_finish(&question->further[i]);
}

/* A solver on one map. */
struct bench {
    const struct map *map;
    const struct solver_ops *ops;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
};

static void bench_open(struct bench *bench, const struct solver_ops *ops,
                       const struct map *map)
{
    const struct form_ops *form = ops->form;

    *bench = (struct bench){.map = map, .ops = ops};
    assert_int_equal(form->prepare(device_cpu(), map, &bench->prepared, NULL),
                     0);
    assert_int_equal(form->customize(bench->prepared, &map->imported.arcs,
                                     &bench->metric, NULL),
                     0);
    assert_int_equal(
        ops->create(bench->prepared, NULL, 0, &bench->solver, NULL), 0);
}

static void bench_close(struct bench *bench)
{
    bench->ops->destroy(bench->solver);
    bench->ops->form->metric_destroy(bench->metric);
    bench->ops->form->prepared_destroy(bench->prepared);
}

static void bench_ask(struct bench *bench, struct question *question)
{
    struct query *queries[] = {&question->query};
    struct batch batch = {queries, 1, NULL};
    struct error error;

    assert_int_equal(
        bench->ops->solve(bench->solver, bench->metric, &batch, &error), 0);
    assert_int_equal(question->query.status, QUERY_DONE);
}

/* ---- Checks ------------------------------------------------------------- */

static uint32_t vertex_after(const struct bench *bench, const struct path *path,
                             size_t arcs)
{
    return path_vertex(path, &bench->map->topology, arcs);
}

static uint64_t weight_of(const struct bench *bench, const struct path *path,
                          size_t begin, size_t end)
{
    uint64_t sum = 0;

    for (size_t i = begin; i < end; i++)
        sum += bench->map->imported.arcs.weight[path->arc[i]];
    return sum;
}

static uint32_t seed_cost_at(const struct question *question, uint32_t vertex)
{
    uint32_t least = COST_INFINITY;

    for (uint32_t i = 0; i < question->query.seed_count; i++) {
        if (question->seeds[i].vertex == vertex &&
            question->seeds[i].cost < least)
            least = question->seeds[i].cost;
    }
    return least;
}

static int64_t adjustment_at(const struct question *question, uint32_t vertex)
{
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < question->target.vertex_count; i++) {
        if (question->ends[i].vertex == vertex &&
            question->ends[i].adjustment < least)
            least = question->ends[i].adjustment;
    }
    return least;
}

/* A path from a seed to the target, over open arcs, of that cost. */
static void check_legal(const struct bench *bench,
                        const struct question *question,
                        const struct path *path, uint32_t cost)
{
    const struct topology *topology = &bench->map->topology;
    uint32_t last = vertex_after(bench, path, path->arc_count);
    int64_t adjustment = adjustment_at(question, last);

    for (size_t i = 0; i < path->arc_count; i++) {
        assert_int_equal(topology_tail(topology, path->arc[i]),
                         vertex_after(bench, path, i));
        assert_int_not_equal(bench->map->imported.arcs.weight[path->arc[i]],
                             WEIGHT_CLOSED);
    }
    assert_int_equal(path->seed_cost,
                     seed_cost_at(question, path->first_vertex));
    assert_int_not_equal(path->seed_cost, COST_INFINITY);
    assert_true(adjustment != INT64_MAX);
    assert_int_equal((int64_t)path->seed_cost +
                         (int64_t)weight_of(bench, path, 0, path->arc_count) +
                         adjustment,
                     cost);
}

static void check_simple(const struct bench *bench, const struct path *path)
{
    for (size_t i = 0; i <= path->arc_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(vertex_after(bench, path, i),
                                 vertex_after(bench, path, k));
}

static uint64_t shared_arcs(const struct bench *bench, const struct path *a,
                            const struct path *b)
{
    uint64_t shared = 0;

    for (size_t i = 0; i < a->arc_count; i++)
        for (size_t k = 0; k < b->arc_count; k++)
            if (a->arc[i] == b->arc[k])
                shared += bench->map->imported.arcs.weight[a->arc[i]];
    return shared;
}

/* Labels from one vertex, or from the question's seeds. */
static uint64_t *labels_from(const struct bench *bench,
                             const struct question *question, uint32_t vertex)
{
    uint64_t *exact =
        array_alloc(bench->map->topology.vertex_count, sizeof(*exact));
    struct seed seed = {vertex, 0};
    struct query query = question->query;

    assert_non_null(exact);
    if (vertex != VERTEX_NONE) {
        query.seeds = &seed;
        query.seed_count = 1;
    }
    oracle_labels(&bench->map->topology, &bench->map->imported.arcs, &query,
                  exact);
    return exact;
}

/* Checks all parts that begin with vertex i. */
static void check_parts_from(const struct bench *bench,
                             const struct question *question,
                             const struct path *path, size_t i)
{
    uint64_t *exact =
        labels_from(bench, question, vertex_after(bench, path, i));

    for (size_t k = i; k <= path->arc_count; k++) {
        uint64_t cost = weight_of(bench, path, i, k);

        if (cost <= alternatives_local(question->cost))
            assert_int_equal(exact[vertex_after(bench, path, k)], cost);
    }
    free(exact);
}

static void check_local(const struct bench *bench,
                        const struct question *question,
                        const struct path *path)
{
    uint64_t *exact = labels_from(bench, question, VERTEX_NONE);

    for (size_t k = 0; k <= path->arc_count; k++) {
        uint64_t cost = path->seed_cost + weight_of(bench, path, 0, k);

        if (cost <= alternatives_local(question->cost))
            assert_int_equal(exact[vertex_after(bench, path, k)], cost);
    }
    free(exact);
    for (size_t i = 0; i <= path->arc_count; i++)
        check_parts_from(bench, question, path, i);
}

/* The cost of the common start and end of a path and the shortest one. */
static int64_t shared_ends(const struct bench *bench,
                           const struct question *question,
                           const struct path *path)
{
    const struct path *least = &question->path;
    uint32_t last = vertex_after(bench, path, path->arc_count);
    int64_t shared = 0;

    if (path->first_vertex == least->first_vertex)
        shared += path->seed_cost;
    if (last == vertex_after(bench, least, least->arc_count))
        shared += adjustment_at(question, last);
    return shared;
}

/* Compares with the shortest path and the earlier alternatives. */
static void check_further(const struct bench *bench,
                          const struct question *question, uint32_t index)
{
    const struct path *path = &question->further[index];
    uint32_t cost = question->further_cost[index];
    int64_t least = question->cost;
    int64_t shared_max = (int64_t)alternatives_shared_max(question->cost);
    int64_t ends = shared_ends(bench, question, path);
    int64_t shared = ends + (int64_t)shared_arcs(bench, path, &question->path);

    check_legal(bench, question, path, cost);
    check_simple(bench, path);
    assert_in_range(cost,
                    index ? question->further_cost[index - 1] : question->cost,
                    alternatives_cost_max(question->cost));
    assert_true(shared <= shared_max);
    assert_true(4 * ((int64_t)cost - shared) <= 5 * (least - shared));
    for (uint32_t k = 0; k < index && !ends; k++)
        assert_true((int64_t)shared_arcs(bench, path, &question->further[k]) <=
                    shared_max);
    check_local(bench, question, path);
}

static void check_least(struct bench *bench, struct question *question)
{
    uint64_t *exact = labels_from(bench, question, VERTEX_NONE);

    assert_int_equal(
        question->cost,
        oracle_target_cost(&question->query, &question->target, exact));
    if (question->cost <= COST_MAX && question->cost > 0)
        check_legal(bench, question, &question->path, question->cost);
    else
        assert_int_equal(question->alternatives.count, 0);
    free(exact);
}

static uint32_t check_answer(struct bench *bench, struct question *question)
{
    uint32_t count = question->alternatives.count;

    check_least(bench, question);
    assert_in_range(count, 0, WANTED);
    for (uint32_t i = 0; i < count; i++)
        check_further(bench, question, i);
    for (uint32_t i = count; i < WANTED; i++)
        assert_int_equal(question->further[i].first_vertex, VERTEX_NONE);
    return count;
}

/* ---- Tests -------------------------------------------------------------- */

static void draw_question(const struct map *map, struct random *random,
                          struct question *question)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t ends = 1 + random_below(random, ENDS_MAX);

    question_init(question, ends);
    for (uint32_t i = 0; i < ends; i++) {
        uint32_t weight =
            map->topology.arc_count
                ? map->imported.arcs
                      .weight[random_below(random, map->topology.arc_count)]
                : 0;
        uint32_t cost = weight <= WEIGHT_MAX / 2 ? weight : 0;

        question->seeds[i] =
            (struct seed){random_below(random, n), i ? cost : 0};
        question->ends[i] = (struct target_vertex){
            random_below(random, n),
            random_below(random, 2) ? cost : -(int64_t)(cost / 2)};
    }
}

static uint32_t ask_all(const struct solver_ops *ops, const struct map *map,
                        struct random *random)
{
    struct bench bench;
    uint32_t found = 0;

    bench_open(&bench, ops, map);
    for (int i = 0; i < QUERIES; i++) {
        struct question question;

        draw_question(map, random, &question);
        bench_ask(&bench, &question);
        found += check_answer(&bench, &question);
        question_finish(&question);
    }
    bench_close(&bench);
    return found;
}

static void are_admissible_on_graphs_of_all_kinds(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    for (size_t s = 0; s < catalog.count; s++) {
        const struct solver_ops *ops = catalog.solver[s];
        struct random random;
        uint32_t found = 0;

        if (!(ops->capabilities & SOLVER_ALTERNATIVES))
            continue;
        random_seed(&random, 7);
        for (uint64_t number = 0; number < GRAPHS; number++) {
            struct test_graph graph;

            test_graph_make(number, VERTICES_MAX,
                            ops->capabilities & SOLVER_NEEDS_ORDER, &graph);
            found += ask_all(ops, graph.map, &random);
            test_graph_finish(&graph);
        }
        assert_in_range(found, GRAPHS / 4, GRAPHS * QUERIES * WANTED);
    }
}

/* Two-way roads drawn as arcs, and a query from a to z. */
struct drawing {
    const char *roads; /* "ab5 bc7": one digit each */
    uint32_t least;
    uint32_t count;
    uint32_t cost[WANTED];
};

static struct map *draw(const char *roads)
{
    struct map_builder *builder;
    struct map *map;
    struct map *ordered;

    assert_int_equal(map_builder_create(26, &builder, NULL), 0);
    for (const char *at = roads; *at; at += at[3] == ' ' ? 4 : 3) {
        uint32_t a = (uint32_t)(at[0] - 'a');
        uint32_t b = (uint32_t)(at[1] - 'a');
        uint32_t weight = 100 * (uint32_t)(at[2] - '0');

        assert_int_equal(map_builder_add_arc(builder, a, b, weight, NULL), 0);
        assert_int_equal(map_builder_add_arc(builder, b, a, weight, NULL), 0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

static uint32_t vertex_named(const struct map *map, char name)
{
    uint32_t vertex = VERTEX_NONE;

    assert_true(map_find_vertex(map, (uint64_t)(name - 'a'), &vertex));
    return vertex;
}

static void check_drawing(const struct solver_ops *ops,
                          const struct drawing *drawing)
{
    struct map *map = draw(drawing->roads);
    struct question question;
    struct bench bench;

    bench_open(&bench, ops, map);
    question_init(&question, 1);
    question.seeds[0].vertex = vertex_named(map, 'a');
    question.ends[0].vertex = vertex_named(map, 'z');
    bench_ask(&bench, &question);
    if (question.alternatives.count != drawing->count)
        print_message("%s: %s\n", ops->name, drawing->roads);
    assert_int_equal(check_answer(&bench, &question), drawing->count);
    assert_int_equal(question.cost, drawing->least);
    for (uint32_t i = 0; i < drawing->count; i++)
        assert_int_equal(question.further_cost[i], drawing->cost[i]);
    question_finish(&question);
    bench_close(&bench);
    map_destroy(map);
}

static void are_found_where_people_see_them(void **state)
{
    static const struct drawing drawings[] = {
        /* Two roads, of equal and of different length. */
        {"ab5 bz5 ac5 cz5", 1000, 1, {1000}},
        {"ab5 bz5 ac5 cz6", 1000, 1, {1100}},
        {"ab5 bz5 ac5 cz6 ad6 dz6", 1000, 2, {1100, 1200}},
        /* Slightly too long. */
        {"ab5 bz5 ac6 cz7", 1000, 0, {0}},
        {"ab5 bz5 ac6 cd6 dz1", 1000, 0, {0}},
        /* A single path, with branches to nowhere. */
        {"ab5 bz5", 1000, 0, {0}},
        {"ab5 bz5 bc1 cd1 ae1", 1000, 0, {0}},
        /* A detour that leaves and comes back, and a loop. */
        {"ab5 bz5 bc1 cd1 db1", 1000, 0, {0}},
        {"ab3 bc3 cz3 bd1 dc3", 900, 0, {0}},
        /* The replaced part is small beside the whole, but the detour is
         * longer. */
        {"ab4 bc1 cz5 bd1 dc1", 1000, 0, {0}},
        /* Two bypasses one after another are not offered separately. */
        {"ab5 be2 ez5 bc1 ce1", 1200, 0, {0}},
    };
    struct catalog catalog;

    catalog_init(&catalog);
    for (size_t s = 0; s < catalog.count; s++) {
        if (!(catalog.solver[s]->capabilities & SOLVER_ALTERNATIVES))
            continue;
        for (size_t i = 0; i < sizeof(drawings) / sizeof(drawings[0]); i++)
            check_drawing(catalog.solver[s], &drawings[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_admissible_on_graphs_of_all_kinds),
        cmocka_unit_test(are_found_where_people_see_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
