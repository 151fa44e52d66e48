/* cch: its memory is what it states. */
#include "tests/unit/cmocka_all.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "lab/generate/generate.h"

/* Enough trees to run together. */
enum { VERTICES = 200000, TREES = 16, TARGETS = 3 };

/* Up to a huge page before an array and one behind it; four arrays have them.
 */
static const double rests = 4 * 2 * (2 << 20);

static atomic_size_t freed_bytes;

/* The linker's names (ld, --wrap). */
void __real_free(void *memory);
void __wrap_free(void *memory);

void __wrap_free(void *memory)
{
    atomic_fetch_add(&freed_bytes, malloc_usable_size(memory));
    __real_free(memory);
}

static struct map *ordered_network(uint32_t vertex_count)
{
    const struct generate_request request = {models[0], vertex_count, 1};
    struct map *map, *ordered;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

/* Of the prepared map and a metric of its own weights. */
static size_t bytes_given_back(const struct map *map)
{
    struct prepared *prepared;
    struct metric *metric;
    size_t before;

    assert_int_equal(cch_form.prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(
        cch_form.customize(prepared, &map->imported.arcs, &metric, NULL), 0);
    before = atomic_load(&freed_bytes);
    cch_form.metric_destroy(metric);
    cch_form.prepared_destroy(prepared);
    array_trim(); /* what is recycled is not given back yet */
    return atomic_load(&freed_bytes) - before;
}

/* There are also words for arcs and supernodes, far fewer than entries. */
static void holds_what_the_size_says(void **state)
{
    struct map *map = ordered_network(VERTICES);
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);
    double told = hierarchy_size_bytes(&size);
    double held = (double)bytes_given_back(map);

    print_message("told %.0f bytes, held %.0f\n", told, held);
    assert_true(told > 8e6);
    assert_true(held >= told);
    assert_true(held < 1.15 * told + rests);
    map_destroy(map);
}

static int ignore(struct sink *sink, const struct label_block *block)
{
    (void)sink;
    (void)block;
    return 0;
}

static void solve(struct solver *solver, const struct metric *metric,
                  struct query *query, size_t count)
{
    struct query *queries[TREES];
    struct batch batch = {queries, count, NULL};

    for (size_t i = 0; i < count; i++)
        queries[i] = &query[i];
    assert_int_equal(cch_solver.solve(solver, metric, &batch, NULL), 0);
}

/* One with predecessors, then several together. */
static void solve_trees(struct solver *solver, const struct metric *metric)
{
    struct seed seed = {0, 0};
    struct sink sink = {ignore};
    struct query query[TREES];

    for (int i = 0; i < TREES; i++)
        query[i] = (struct query){
            .seeds = &seed,
            .seed_count = 1,
            .output = QUERY_TREE,
            .bound = COST_OVERFLOW,
            .predecessors = i == 0,
            .sink = &sink,
        };
    solve(solver, metric, query, 1);
    query[0].predecessors = false;
    solve(solver, metric, query, TREES);
}

static void solve_paths(struct solver *solver, const struct metric *metric,
                        uint32_t vertices)
{
    struct seed seed = {0, 0};
    struct target_vertex ends[TARGETS];
    struct target targets[TARGETS];
    struct path path[TARGETS];
    uint32_t cost[TARGETS];
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .targets = targets,
        .target_count = TARGETS,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = cost,
        .path = path,
    };

    for (uint32_t i = 0; i < TARGETS; i++) {
        ends[i] = (struct target_vertex){(i + 1) * (vertices / 4), 0};
        targets[i] = (struct target){&ends[i], 1};
        path_init(&path[i]);
    }
    solve(solver, metric, &query, 1);
    for (int i = 0; i < TARGETS; i++)
        path_finish(&path[i]);
}

/* Words of form and weights, fixed as a server has them, and of a workspace
 * that has answered everything but tables. */
static double words_given_back(const struct map *map)
{
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
    size_t before;

    assert_int_equal(cch_form.prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(
        metric_customize_fixed(prepared, &map->imported.arcs, &metric, NULL),
        0);
    assert_int_equal(cch_solver.create(prepared, NULL, 0, &solver, NULL), 0);
    solve_trees(solver, metric);
    solve_paths(solver, metric, map->topology.vertex_count);
    before = atomic_load(&freed_bytes);
    cch_solver.destroy(solver);
    cch_form.metric_destroy(metric);
    cch_form.prepared_destroy(prepared);
    array_trim();
    return (double)(atomic_load(&freed_bytes) - before) / sizeof(uint32_t);
}

/* Panels of larger maps have more words a vertex. */
static void takes_no_more_than_its_table_states(void **state)
{
    const struct solver_memory *memory = &cch_solver.memory;
    struct map *map = ordered_network(VERTICES);
    double stated = memory->words_per_vertex * map->topology.vertex_count +
                    memory->words_per_arc * map->topology.arc_count;
    double words = words_given_back(map);

    print_message("stated %.1f words a vertex, held %.1f\n", stated / VERTICES,
                  words / VERTICES);
    assert_true(words < stated);
    assert_true(words > 0.8 * stated);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_the_size_says),
        cmocka_unit_test(takes_no_more_than_its_table_states),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
