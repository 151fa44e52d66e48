/* test_cuda_queue: bellman-ford-queue with its queue as full as possible, and
 * its figures. */
#include "tests/unit/cmocka_all.h"

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

/* A power of two: then the ring has exactly as many places as there are
 * vertices. */
enum { VERTICES = 256, DEGREE = 40, OPTIONS = 5 };

struct fixture {
    const struct device *device;
    const struct solver_ops *ops;
    struct map *map;
    struct seed seeds[VERTICES];
};

static struct fixture fixture;

/* Degrees beyond what a thread relaxes at a time; weights of 0 and ones that
 * overflow. */
static struct map *make_map(struct random *random)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    for (uint32_t v = 0; v < VERTICES; v++) {
        for (int i = 0; i < DEGREE; i++)
            assert_int_equal(map_builder_add_arc(
                                 builder, v, random_below(random, VERTICES),
                                 i % 8 ? random_below(random, 50) : WEIGHT_MAX,
                                 NULL),
                             0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int setup(void **state)
{
    static struct catalog catalog;
    struct random random;

    random_seed(&random, 11);
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    fixture.ops = catalog_find(&catalog, "bellman-ford-queue");
    fixture.map = make_map(&random);
    for (uint32_t v = 0; v < VERTICES; v++)
        fixture.seeds[v] = (struct seed){v, random_below(&random, 1000)};
    return 0;
}

static int teardown(void **state)
{
    map_destroy(fixture.map);
    return 0;
}

/* Adds up what the phases report. */
struct watcher {
    struct phase_observer base;
    uint64_t updated;
    bool all_named;
};

static void watch(struct phase_observer *observer, const struct phase *phase)
{
    struct watcher *watcher = (struct watcher *)observer;

    watcher->updated += phase->updated;
    watcher->all_named &= phase->method && phase->launches && phase->threads;
}

struct answer {
    struct sink sink;
    uint32_t cost[VERTICES];
};

static int keep(struct sink *sink, const struct label_block *block)
{
    struct answer *answer = (struct answer *)sink;

    for (uint32_t i = 0; i < block->count; i++)
        answer->cost[block->first + i] = block->cost[i];
    return 0;
}

static void solve(const struct solver_ops *ops, const struct device *device,
                  const struct solver_setting *settings, uint32_t seed_count,
                  struct watcher *watcher, struct answer *answer)
{
    const struct form_ops *form = ops->form;
    struct query query = {
        .seeds = fixture.seeds,
        .seed_count = seed_count,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &answer->sink,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, watcher ? &watcher->base : NULL};
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;

    answer->sink.write = keep;
    assert_int_equal(form->prepare(device, fixture.map, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &fixture.map->imported.arcs, &metric, NULL),
        0);
    assert_int_equal(
        ops->create(prepared, settings, settings ? OPTIONS : 0, &solver, NULL),
        0);
    assert_int_equal(ops->solve(solver, metric, &batch, NULL), 0);
    assert_int_equal(query.status, QUERY_DONE);
    ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

/* Every vertex is on the queue from the first round on. */
static void a_full_queue_loses_nobody(void **state)
{
    static const double windows[] = {1, 7, 32, 100, 255, 256, 1000};
    struct answer expected;
    struct answer answer;

    solve(&dijkstra_solver, device_cpu(), NULL, VERTICES, NULL, &expected);
    for (unsigned i = 0; i < sizeof(windows) / sizeof(windows[0]) * 8; i++) {
        const struct solver_setting settings[OPTIONS] = {
            {"window", windows[i / 8]}, {"slf", i & 1},
            {"lll", i >> 1 & 1},        {"alone-below", i & 4 ? 0 : 1024},
            {"rounds-at-once", 4},
        };

        solve(fixture.ops, fixture.device, settings, VERTICES, NULL, &answer);
        assert_memory_equal(answer.cost, expected.cost, sizeof(answer.cost));
    }
}

/* One vertex at a time, with one seed: every queued vertex fell, and no
 * unreachable vertex is reached. */
static void phases_report_who_was_put_on_the_queue(void **state)
{
    for (int alone = 0; alone < 2; alone++) {
        const struct solver_setting settings[OPTIONS] = {
            {"window", 1},
            {"slf", 0},
            {"lll", 0},
            {"alone-below", alone},
            {"rounds-at-once", 2},
        };
        struct watcher watcher = {.base.phase = watch, .all_named = true};
        struct answer answer;
        uint64_t reached = 0;

        solve(fixture.ops, fixture.device, settings, 1, &watcher, &answer);
        for (uint32_t v = 0; v < VERTICES; v++)
            reached += answer.cost[v] != COST_INFINITY;
        assert_true(watcher.all_named);
        assert_true(watcher.updated >= reached - 1);
        assert_true(watcher.updated < reached * reached);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_queue_loses_nobody),
        cmocka_unit_test(phases_report_who_was_put_on_the_queue),
    };

    fixture.device = device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
