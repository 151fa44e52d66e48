/* test_cuda_memory: no solver takes more device memory than its table states,
 * nor much less.
 *
 * Two regular graphs of one degree, one with more vertices: the words stated
 * for each vertex and arc must cover the difference. Fixed amounts cancel out.
 * A device allocates in pages, so a real one needs large maps and some
 * tolerance. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include <cuda_runtime_api.h>

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/forms/forms.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

enum { DEGREE_MAX = 4, TREES_MAX = 64, ENDS = 2 };

/* Words a vertex for an option that the usual setting does not use. */
#define WORDS_UNUSED 1.01

struct fixture {
    const struct device *device;
    struct catalog catalog;
    uint32_t vertices; /* of the smaller graph */
    uint32_t more;     /* vertices of the larger one */
    size_t tolerance;  /* bytes */
    size_t trees;      /* of a batch */
};

static struct fixture fixture;

/* Each vertex has arcs to the next `degree` vertices around a ring. */
static struct map *make_ring(uint32_t vertices, uint32_t degree)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(vertices, &builder, NULL), 0);
    for (uint32_t v = 0; v < vertices; v++) {
        for (uint32_t i = 1; i <= degree; i++)
            assert_int_equal(
                map_builder_add_arc(builder, v, (v + i) % vertices, i, NULL),
                0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static struct map *make_ordered_ring(uint32_t vertices, uint32_t degree)
{
    struct map *ring = make_ring(vertices, degree);
    struct map *map = NULL;

    assert_int_equal(map_order(ring, NULL, &map, NULL), 0);
    map_destroy(ring);
    return map;
}

/* The hierarchy's memory, which the table's words do not include. */
static double hierarchy_bytes(const struct map *map)
{
    uint64_t prepared;
    uint64_t metric;

    if (map->hierarchy.supernode_count == 0)
        return 0;
    cuda_cch_bytes(map, &prepared, &metric);
    return (double)(prepared + metric);
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

static int ignore(struct sink *sink, const struct label_block *block)
{
    (void)sink;
    (void)block;
    return 0;
}

/* A small search with predecessors, which triggers late allocations. */
static void solve_little(struct solver *solver, const struct metric *metric)
{
    struct seed seed = {0, 0};
    struct sink sink = {ignore};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_REACHED,
        .bound = 8,
        .predecessors = true,
        .sink = &sink,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, NULL};

    assert_int_equal(solver->ops->solve(solver, metric, &batch, NULL), 0);
    assert_int_equal(query.status, QUERY_DONE);
}

/* Trees in parallel; on a hierarchy two take as much memory as all. */
static void solve_trees(struct solver *solver, const struct metric *metric)
{
    struct seed seed = {0, 0};
    struct sink sink = {ignore};
    struct query query[TREES_MAX];
    struct query *queries[TREES_MAX];
    struct batch batch = {queries, fixture.trees, NULL};

    for (size_t i = 0; i < fixture.trees; i++) {
        query[i] = (struct query){
            .seeds = &seed,
            .seed_count = 1,
            .output = QUERY_REACHED,
            .bound = 8,
            .sink = &sink,
        };
        queries[i] = &query[i];
    }
    assert_int_equal(solver->ops->solve(solver, metric, &batch, NULL), 0);
}

/* `shared`: they are rows of a table. */
static void solve_costs(struct solver *solver, const struct metric *metric,
                        bool shared)
{
    struct target_vertex vertices[] = {{3, 0}, {5, 0}};
    struct target targets[ENDS][ENDS] = {
        {{&vertices[0], 1}, {&vertices[1], 1}},
        {{&vertices[1], 1}, {&vertices[0], 1}},
    };
    struct seed seeds[ENDS] = {{0, 0}, {1, 0}};
    uint32_t cost[ENDS][ENDS];
    struct query query[ENDS];
    struct query *queries[ENDS] = {&query[0], &query[1]};
    struct batch batch = {queries, ENDS, NULL};

    for (int i = 0; i < ENDS; i++)
        query[i] = (struct query){
            .seeds = &seeds[i],
            .seed_count = 1,
            .targets = targets[shared ? 0 : i],
            .target_count = ENDS,
            .output = QUERY_COSTS,
            .bound = 8,
            .cost = cost[i],
        };
    assert_int_equal(solver->ops->solve(solver, metric, &batch, NULL), 0);
}

/* Options that lift a limit on the size of maps. */
static size_t lift_limits(const struct solver_ops *ops,
                          struct solver_setting *settings)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, "max-vertices")) {
            settings[0] = (struct solver_setting){"max-vertices",
                                                  ops->options[i].maximum};
            return 1;
        }
    }
    return 0;
}

/* Bytes on the device. */
struct taken {
    size_t form; /* with one set of weights */
    size_t all;  /* and a workspace that has answered every kind of query */
};

/* Compares with the form's own figure. */
static void expect_told(const struct form_ops *form,
                        const struct metric *metric, size_t taken)
{
    uint64_t told =
        form->prepared_bytes(metric->prepared) + form->metric_bytes(metric);

    if (told > taken + fixture.tolerance || taken > told + fixture.tolerance)
        fail_msg("%s takes %zu bytes and says %ju", form->name, taken,
                 (uintmax_t)told);
}

static struct taken measure(const struct solver_ops *ops, const struct map *map)
{
    const struct form_ops *form = ops->form;
    struct solver_setting settings[1];
    size_t setting_count = lift_limits(ops, settings);
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    size_t before = free_memory();
    struct taken taken;

    assert_int_equal(form->prepare(fixture.device, map, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &map->imported.arcs, &metric, NULL), 0);
    taken.form = before - free_memory();
    expect_told(form, metric, taken.form);
    assert_int_equal(
        ops->create(prepared, settings, setting_count, &solver, NULL), 0);
    solve_little(solver, metric);
    if (ops->capabilities & SOLVER_NEEDS_ORDER) {
        solve_trees(solver, metric);
        solve_costs(solver, metric, false);
        solve_costs(solver, metric, true);
    }
    taken.all = before - free_memory();
    ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    assert_in_range(free_memory() + fixture.tolerance, before, SIZE_MAX);
    return taken;
}

/* The difference in words per additional vertex. */
static double words_between(double small, double large)
{
    return (large - small) / 4 / fixture.more;
}

static void expect_words(const struct solver_ops *ops, uint32_t degree,
                         double words, double least, double most)
{
    double tolerance = words_between(0, (double)fixture.tolerance);

    if (words > most + tolerance || words < least - tolerance)
        fail_msg("%s, degree %u: %.3f words a vertex, not %.3f to %.3f",
                 ops->name, degree, words, least, most);
}

/* The slots of ELLPACK depend on degrees, so its figure is an upper bound. */
static bool is_bound(const struct solver_ops *ops)
{
    return ops->form == &cuda_ell_form;
}

static void expect_stated(const struct solver_ops *ops, uint32_t degree)
{
    uint32_t small = fixture.vertices;
    uint32_t large = small + fixture.more;
    bool ordered = ops->capabilities & SOLVER_NEEDS_ORDER;
    struct map *maps[] = {
        ordered ? make_ordered_ring(small, degree) : make_ring(small, degree),
        ordered ? make_ordered_ring(large, degree) : make_ring(large, degree),
    };
    struct taken taken[] = {measure(ops, maps[0]), measure(ops, maps[1])};
    double hierarchy =
        words_between(hierarchy_bytes(maps[0]), hierarchy_bytes(maps[1]));
    double stated = hierarchy + ops->memory.words_per_vertex +
                    ops->memory.words_per_arc * degree;

    expect_words(ops, degree,
                 words_between((double)taken[0].all, (double)taken[1].all),
                 is_bound(ops) ? 0 : stated - WORDS_UNUSED, stated);
    /* All supernodes of a ring have a Schur complement that matters: the figure
     * is exact. */
    if (ordered)
        expect_words(
            ops, degree,
            words_between((double)taken[0].form, (double)taken[1].form),
            hierarchy, hierarchy);
    map_destroy(maps[0]);
    map_destroy(maps[1]);
}

static void solvers_take_what_they_state(void **state)
{
    for (size_t i = 0; i < fixture.catalog.count; i++) {
        const struct solver_ops *ops = fixture.catalog.solver[i];

        if (ops->form->device_kind != DEVICE_CUDA)
            continue;
        assert_true(ops->memory.words_per_vertex > 0);
        expect_stated(ops, 1);
        expect_stated(ops, DEGREE_MAX);
    }
}

/* Whether the device counts bytes; real ones allocate pages. */
static bool counts_bytes(void)
{
    size_t available[2] = {0};
    size_t total;
    void *byte = NULL;

    cudaMemGetInfo(&available[0], &total);
    cudaMalloc(&byte, 1);
    cudaMemGetInfo(&available[1], &total);
    cudaFree(byte);
    return available[0] - available[1] - 1 < 4096;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvers_take_what_they_state),
    };

    fixture.device = device_or_skip();
    catalog_init(&fixture.catalog);
    gpu_add_solvers(&fixture.catalog);
    /* At least the buffers for answers, which grow on small maps. */
    fixture.vertices = counts_bytes() ? 1 << 16 : 1 << 20;
    fixture.more = counts_bytes() ? fixture.vertices / 4 : 2 * fixture.vertices;
    /* A card allocates whole pages of 2 MiB for each of some 20 arrays. */
    fixture.tolerance = counts_bytes() ? 4096 : 32 << 20;
    fixture.trees = counts_bytes() ? 2 : TREES_MAX;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
