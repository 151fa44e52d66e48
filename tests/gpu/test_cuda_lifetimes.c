/* test_cuda_lifetimes: what the CUDA solvers hold beyond right answers: memory
 * comes back, a query ends between phases, workspaces do not meet, large
 * answers arrive whole. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "core/solver/dijkstra.h"
#include "gpu/gpu.h"
#include "gpu/tune.h"
#include "tests/gpu/devices_or_skip.h"

enum {
    SIDE = 420,
    VERTICES = SIDE * SIDE,
    ROUNDS = 8,
    SEEDS = 3000,
    TARGETS = 4000
};

/* A city grid large enough for several blocks of an answer. */
struct fixture {
    const struct device *device;
    struct catalog catalog;
    struct map *map;
    uint32_t *expected; /* [VERTICES] labels from vertex 0 */
};

/* Keeps the label of every vertex; refuses after a number of blocks. */
struct label_sink {
    struct sink base;
    uint32_t *cost; /* [VERTICES] */
    uint32_t labels;
    unsigned blocks_left;
};

static int keep(struct sink *sink, const struct label_block *block)
{
    struct label_sink *labels = (struct label_sink *)sink;

    if (labels->blocks_left-- == 0)
        return 1;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t v = block->vertex ? block->vertex[i] : block->first + i;

        labels->cost[v] = block->cost[i];
    }
    labels->labels += block->count;
    return 0;
}

static void label_sink_init(struct label_sink *sink)
{
    sink->base.write = keep;
    sink->cost = malloc(VERTICES * sizeof(*sink->cost));
    sink->labels = 0;
    sink->blocks_left = UINT32_MAX;
    assert_non_null(sink->cost);
    memset(sink->cost, 0xff, VERTICES * sizeof(*sink->cost));
}

static const struct seed corner = {0, 0};

static struct query whole_map(enum query_output output, struct sink *sink)
{
    return (struct query){
        .seeds = &corner,
        .seed_count = 1,
        .output = output,
        .bound = COST_OVERFLOW,
        .sink = sink,
    };
}

/* Prepares, solves one query, frees all of it. */
static int solve(const struct solver_ops *ops, const struct device *device,
                 const struct map *map, struct query *query,
                 struct phase_observer *observer)
{
    const struct representation_ops *form = ops->representation;
    struct batch batch = {&query, 1, observer};
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    struct error error;
    int r = form->prepare(device, map, &prepared, &error);

    if (!r)
        r = form->customize(prepared, &map->weights, &metric, &error);
    if (!r)
        r = ops->create(prepared, NULL, 0, &solver, &error);
    if (!r)
        r = ops->solve(solver, metric, &batch, &error);
    if (r)
        print_message("%s: %s\n", ops->name, error.text);
    ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    return r;
}

static void add_street(struct map_builder *builder, struct random *random,
                       uint32_t from, uint32_t to)
{
    struct error error;

    assert_int_equal(map_builder_add_arc(builder, from, to,
                                         random_below(random, 1000), &error),
                     0);
    assert_int_equal(map_builder_add_arc(builder, to, from,
                                         random_below(random, 1000), &error),
                     0);
}

static struct map *make_grid(void)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;
    struct random random;

    random_seed(&random, 7);
    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (v % SIDE + 1 < SIDE)
            add_street(builder, &random, v, v + 1);
        if (v + SIDE < VERTICES)
            add_street(builder, &random, v, v + SIDE);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static struct fixture fixture;

static int setup(void **state)
{
    struct label_sink sink;
    struct query query = whole_map(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    catalog_init(&fixture.catalog);
    gpu_add_solvers(&fixture.catalog);
    fixture.map = make_grid();
    fixture.expected = sink.cost;
    return solve(&dijkstra_solver, device_cpu(), fixture.map, &query, NULL);
}

static int teardown(void **state)
{
    map_destroy(fixture.map);
    free(fixture.expected);
    return 0;
}

/* Calls `test` with every CUDA solver. */
static void for_each_cuda(void (*test)(const struct solver_ops *ops))
{
    for (size_t i = 0; i < fixture.catalog.count; i++) {
        const struct solver_ops *ops = fixture.catalog.solver[i];

        if (ops->representation->device_kind == DEVICE_CUDA)
            test(ops);
    }
}

static void expect_all_labels(const struct label_sink *sink)
{
    assert_int_equal(sink->labels, VERTICES);
    assert_memory_equal(sink->cost, fixture.expected,
                        VERTICES * sizeof(*sink->cost));
}

static void expect_whole(const struct solver_ops *ops, enum query_output output)
{
    struct label_sink sink;
    struct query query = whole_map(output, &sink.base);

    label_sink_init(&sink);
    assert_int_equal(solve(ops, fixture.device, fixture.map, &query, NULL), 0);
    assert_int_equal(query.status, QUERY_DONE);
    expect_all_labels(&sink);
    free(sink.cost);
}

static void whole_answers(const struct solver_ops *ops)
{
    expect_whole(ops, QUERY_TREE);
    expect_whole(ops, QUERY_REACHED);
}

static void answers_of_several_blocks_arrive_whole(void **state)
{
    for_each_cuda(whole_answers);
}

/* Many seeds, several at one vertex, against dijkstra. */
static void plant_many(const struct solver_ops *ops)
{
    static struct seed seeds[SEEDS];
    struct label_sink expected;
    struct label_sink sink;
    struct query query = whole_map(QUERY_TREE, &expected.base);
    struct random random;

    random_seed(&random, 3);
    for (int i = 0; i < SEEDS; i++)
        seeds[i] = (struct seed){random_below(&random, 2 * SEEDS),
                                 random_below(&random, 100000)};
    query.seeds = seeds;
    query.seed_count = SEEDS;
    label_sink_init(&expected);
    label_sink_init(&sink);
    assert_int_equal(
        solve(&dijkstra_solver, device_cpu(), fixture.map, &query, NULL), 0);
    query.sink = &sink.base;
    assert_int_equal(solve(ops, fixture.device, fixture.map, &query, NULL), 0);
    assert_memory_equal(sink.cost, expected.cost,
                        VERTICES * sizeof(*sink.cost));
    free(expected.cost);
    free(sink.cost);
}

static void takes_more_seeds_than_one_launch_does(void **state)
{
    for_each_cuda(plant_many);
}

struct path_targets {
    struct target_vertex vertex[TARGETS];
    struct target target[TARGETS];
    uint32_t cost[TARGETS];
    struct path path[TARGETS];
};

static void expect_path(const struct path *path, uint32_t cost, uint32_t end)
{
    const struct topology *topology = &fixture.map->topology;

    assert_int_equal(cost, fixture.expected[end]);
    assert_int_equal(path->first_vertex, corner.vertex);
    assert_int_equal(path_vertex(path, topology, path->arc_count), end);
    assert_int_equal(path_cost(path, &fixture.map->weights), cost);
    for (size_t i = 0; i < path->arc_count; i++)
        assert_int_equal(topology_tail(topology, path->arc[i]),
                         path_vertex(path, topology, i));
}

/* More arcs than travel at once. */
static void walk_many(const struct solver_ops *ops)
{
    static struct path_targets targets;
    struct query query = whole_map(QUERY_PATHS, NULL);

    for (uint32_t i = 0; i < TARGETS; i++) {
        targets.vertex[i] = (struct target_vertex){VERTICES - 1 - i * 8, 0};
        targets.target[i] = (struct target){&targets.vertex[i], 1};
        path_init(&targets.path[i]);
    }
    query.targets = targets.target;
    query.target_count = TARGETS;
    query.cost = targets.cost;
    query.path = targets.path;
    assert_int_equal(solve(ops, fixture.device, fixture.map, &query, NULL), 0);
    for (uint32_t i = 0; i < TARGETS; i++) {
        expect_path(&targets.path[i], targets.cost[i],
                    targets.vertex[i].vertex);
        path_finish(&targets.path[i]);
    }
}

static void many_long_paths_arrive_whole(void **state)
{
    for_each_cuda(walk_many);
}

static void stop_at_sink(const struct solver_ops *ops)
{
    struct label_sink sink;
    struct query query = whole_map(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    sink.blocks_left = 1;
    assert_int_equal(solve(ops, fixture.device, fixture.map, &query, NULL), 0);
    assert_int_equal(query.status, QUERY_CANCELLED);
    assert_in_range(sink.labels, 1, VERTICES - 1);
    free(sink.cost);
}

static void a_sink_that_refuses_ends_the_query(void **state)
{
    for_each_cuda(stop_at_sink);
}

/* Sums up what the phases report; asks for an end after some. */
struct watcher {
    struct phase_observer base;
    struct cancel cancel;
    uint32_t phases;
    uint32_t cancel_after;
    uint64_t updated;
    uint64_t threads;
    bool consistent;
};

static void watch(struct phase_observer *observer, const struct phase *phase)
{
    struct watcher *watcher = (struct watcher *)observer;

    watcher->consistent &= phase->index == watcher->phases;
    watcher->consistent &= phase->time_us > 0 && phase->method;
    watcher->updated += phase->updated;
    watcher->threads += phase->threads;
    if (++watcher->phases == watcher->cancel_after)
        atomic_store(&watcher->cancel.requested, true);
}

static void cancel_on_the_way(const struct solver_ops *ops)
{
    struct watcher watcher = {.base.phase = watch, .cancel_after = 5};
    struct label_sink sink;
    struct query query = whole_map(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    query.cancel = &watcher.cancel;
    assert_int_equal(
        solve(ops, fixture.device, fixture.map, &query, &watcher.base), 0);
    assert_int_equal(query.status, QUERY_CANCELLED);
    assert_int_equal(watcher.phases, 5);
    assert_int_equal(sink.labels, 0);
    free(sink.cost);
}

static void a_query_is_cancelled_between_two_phases(void **state)
{
    for_each_cuda(cancel_on_the_way);
}

static void watch_whole(const struct solver_ops *ops)
{
    struct watcher watcher = {.base.phase = watch, .consistent = true};
    struct label_sink sink;
    struct query query = whole_map(QUERY_REACHED, &sink.base);

    label_sink_init(&sink);
    assert_int_equal(
        solve(ops, fixture.device, fixture.map, &query, &watcher.base), 0);
    assert_true(watcher.consistent);
    assert_int_equal(watcher.phases, query.figures.phases);
    assert_int_equal(watcher.updated, query.figures.settled);
    assert_true(watcher.updated >= VERTICES - 1);
    if (!strcmp(ops->name, "harish"))
        assert_int_equal(watcher.threads, 1 + 2ull * VERTICES * watcher.phases);
    if (!strcmp(ops->name, "selection"))
        assert_int_equal(watcher.threads, 1 + watcher.updated);
    free(sink.cost);
}

static void phases_report_updates_and_threads(void **state)
{
    for_each_cuda(watch_whole);
}

static void tuning_finds_settings_that_adaptive_takes(void **state)
{
    const struct solver_ops *ops = catalog_find(&fixture.catalog, "adaptive");
    const struct tune_settings settings = {.source_count = 2, .seed = 1};
    struct tune_result result;
    struct error error;

    assert_int_equal(gpu_tune_adaptive(fixture.map, fixture.device, &settings,
                                       NULL, &result, &error),
                     0);
    assert_int_equal(
        solver_settings_check(
            ops,
            (const struct solver_setting[]){
                {"to-all-us", result.thresholds.to_all_us},
                {"to-selected-us", result.thresholds.to_selected_us},
            },
            2, &error),
        0);
    assert_true(result.adaptive_us > 0);
    assert_true(result.harish_us > 0);
    assert_true(result.selection_us > 0);
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

static void device_memory_comes_back(void **state)
{
    size_t before;

    for_each_cuda(whole_answers);
    before = free_memory();
    for (int i = 0; i < ROUNDS; i++)
        for_each_cuda(whole_answers);
    assert_int_equal(free_memory(), before);
}

/* A thread with a workspace of its own over a shared map. */
struct neighbour {
    const struct solver_ops *ops;
    struct prepared *prepared;
    struct metric *metric;
    struct label_sink sink;
    int outcome;
};

static void *solve_beside(void *context)
{
    struct neighbour *neighbour = context;
    struct query query = whole_map(QUERY_TREE, &neighbour->sink.base);
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, NULL};
    struct solver *solver = NULL;
    int r = neighbour->ops->create(neighbour->prepared, NULL, 0, &solver, NULL);

    for (int i = 0; i < ROUNDS && !r; i++) {
        neighbour->sink.labels = 0;
        r = neighbour->ops->solve(solver, neighbour->metric, &batch, NULL);
    }
    neighbour->ops->destroy(solver);
    neighbour->outcome = r;
    return NULL;
}

static void two_workspaces_share_a_prepared_map(void **state)
{
    struct neighbour neighbours[2];
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    pthread_t threads[2];
    const char *names[] = {"harish", "adaptive"};
    const struct solver_ops *ops = catalog_find(&fixture.catalog, names[0]);
    const struct representation_ops *form = ops->representation;

    assert_int_equal(
        form->prepare(fixture.device, fixture.map, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &fixture.map->weights, &metric, NULL), 0);
    for (int i = 0; i < 2; i++) {
        neighbours[i] = (struct neighbour){
            .ops = catalog_find(&fixture.catalog, names[i]),
            .prepared = prepared,
            .metric = metric,
        };
        label_sink_init(&neighbours[i].sink);
        assert_int_equal(
            pthread_create(&threads[i], NULL, solve_beside, &neighbours[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(neighbours[i].outcome, 0);
        expect_all_labels(&neighbours[i].sink);
        free(neighbours[i].sink.cost);
    }
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_several_blocks_arrive_whole),
        cmocka_unit_test(takes_more_seeds_than_one_launch_does),
        cmocka_unit_test(many_long_paths_arrive_whole),
        cmocka_unit_test(a_sink_that_refuses_ends_the_query),
        cmocka_unit_test(a_query_is_cancelled_between_two_phases),
        cmocka_unit_test(phases_report_updates_and_threads),
        cmocka_unit_test(tuning_finds_settings_that_adaptive_takes),
        cmocka_unit_test(device_memory_comes_back),
        cmocka_unit_test(two_workspaces_share_a_prepared_map),
    };

    fixture.device = device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
