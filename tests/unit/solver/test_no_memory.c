/* no memory: whichever allocation fails, ordering, reading weights and the
 * hierarchy's solver report it, and free the rest (AddressSanitizer checks). */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/import/weight_file.h"
#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/graph/order/order_file.h"
#include "core/solver/catalog.h"
#include "tests/unit/failing.h"
#include "tests/unit/memory_source.h"

enum { SIDE = 6, COUNT = SIDE * SIDE, QUERIES = 3, TARGETS = COUNT / 2 };

static const uint32_t order[COUNT] = {
    0,  35, 7,  14, 21, 28, 1,  2,  3,  4,  5,  6,  8,  9,  10, 11, 12, 13,
    15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 29, 30, 31, 32, 33, 34,
};

/* A square of two-way streets, some of weight 0; optionally in two halves
 * without a street between them. */
static struct map *make_grid(bool halved)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(COUNT, &builder, NULL), 0);
    for (uint32_t v = 0; v < COUNT; v++) {
        uint32_t next[2] = {v + 1, v + SIDE};

        for (int i = 0; i < 2; i++) {
            if (i == 0 ? next[i] % SIDE == 0 : next[i] >= COUNT)
                continue;
            if (halved && v < COUNT / 2 && next[i] >= COUNT / 2)
                continue;
            assert_int_equal(
                map_builder_add_arc(builder, v, next[i], v % 5, NULL), 0);
            assert_int_equal(
                map_builder_add_arc(builder, next[i], v, v % 3, NULL), 0);
        }
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int set_up(void **state)
{
    struct map *map = make_grid(false);
    struct map *ordered;

    assert_int_equal(map_order(map, order, &ordered, NULL), 0);
    map_destroy(map);
    *state = ordered;
    return 0;
}

static int tear_down(void **state)
{
    map_destroy(*state);
    return 0;
}

static int order_again(void *map, struct error *error)
{
    struct map *ordered;
    int r = map_order(map, order, &ordered, error);

    if (!r)
        map_destroy(ordered);
    return r;
}

static void ordering_gives_back_what_it_took(void **state)
{
    assert_in_range(failing_each(order_again, *state), 20, 200);
}

static int read_weights(void *map, struct error *error)
{
    static const char text[] = "0 1 5\n1 0 closed\n6 7 open\n";
    struct byte_source *source;
    struct weight_edits edits;
    int r = memory_source_create(text, strlen(text), &source, error);

    if (r)
        return r;
    memset(&edits, 0xff, sizeof(edits));
    r = weight_edits_read(&edits, map, source, NULL, error);
    byte_source_destroy(source);
    if (r)
        assert_int_equal(edits.count, 0);
    weight_edits_finish(&edits); /* allowed after failure, too */
    return r;
}

static int read_order(void *map, struct error *error)
{
    static const char text[] =
        "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n"
        "19\n20\n21\n22\n23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n33\n34\n35\n";
    struct byte_source *source;
    uint32_t *read;
    int r = memory_source_create(text, strlen(text), &source, error);

    if (r)
        return r;
    r = order_read(source, map, NULL, &read, error);
    byte_source_destroy(source);
    if (!r)
        free(read);
    return r;
}

static void readers_give_back_what_they_took(void **state)
{
    assert_in_range(failing_each(read_weights, *state), 3, 50);
    assert_in_range(failing_each(read_order, *state), 4, 50);
}

static int take_labels(struct sink *sink, const struct label_block *block)
{
    return 0;
}

/* Queries of one kind, from vertices 0, 1, 2 to the same targets. */
struct asking {
    struct sink sink;
    struct seed seed[QUERIES];
    struct target_vertex vertex[TARGETS];
    struct target target[TARGETS];
    uint32_t cost[QUERIES][TARGETS];
    struct path path[TARGETS];
    struct query query[QUERIES];
    struct query *queries[QUERIES];
};

static void asking_init(struct asking *asking, enum query_output output)
{
    *asking = (struct asking){.sink = {take_labels}};
    for (uint32_t i = 0; i < TARGETS; i++) {
        asking->vertex[i].vertex = COUNT - 1 - i;
        asking->target[i] = (struct target){&asking->vertex[i], 1};
        path_init(&asking->path[i]);
    }
    for (uint32_t i = 0; i < QUERIES; i++) {
        asking->seed[i].vertex = i;
        asking->query[i] = (struct query){
            .seeds = &asking->seed[i],
            .seed_count = 1,
            .targets = asking->target,
            .target_count = TARGETS,
            .output = output,
            .bound = COST_OVERFLOW,
            .predecessors = output == QUERY_REACHED,
            .sink = &asking->sink,
            .cost = asking->cost[i],
            .path = asking->path,
        };
        asking->queries[i] = &asking->query[i];
    }
}

static int ask(struct solver *solver, const struct metric *metric,
               enum query_output output, struct error *error)
{
    struct asking asking;
    struct batch batch = {asking.queries, QUERIES, NULL};
    int r;

    asking_init(&asking, output);
    r = cch_solver.solve(solver, metric, &batch, error);
    for (uint32_t i = 0; i < TARGETS; i++)
        path_finish(&asking.path[i]);
    return r;
}

static int ask_all(struct prepared *prepared, const struct metric *metric,
                   struct error *error)
{
    static const enum query_output outputs[] = {QUERY_PATHS, QUERY_COSTS,
                                                QUERY_TREE, QUERY_REACHED};
    struct solver *solver;
    int r = cch_solver.create(prepared, NULL, 0, &solver, error);

    if (r)
        return r;
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]) && !r; i++)
        r = ask(solver, metric, outputs[i], error);
    cch_solver.destroy(solver);
    return r;
}

static int solve(const struct map *map, bool fixed, struct error *error)
{
    const struct form_ops *form = cch_solver.form;
    const uint32_t arc = 3;
    const struct weight_changes changes = {&arc, 1};
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct metric *derived = NULL;
    int r = form->prepare(device_cpu(), map, &prepared, error);

    if (!r)
        r = (fixed ? form->customize_fixed : form->customize)(
            prepared, &map->imported.arcs, &metric, error);
    if (!r)
        r = metric_recustomize(&metric, &map->imported.arcs, &changes, error);
    if (!r)
        r = metric_derive(metric, &map->imported.arcs, &changes, &derived,
                          error);
    if (!r)
        r = ask_all(prepared, derived, error);
    form->metric_destroy(derived);
    derived = NULL;
    if (!r)
        r = metric_derive_fixed(metric, &map->imported.arcs, &changes, &derived,
                                error);
    if (!r)
        r = ask_all(prepared, derived, error);
    form->metric_destroy(derived);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    return r;
}

static int solve_fixed(void *context, struct error *error)
{
    return solve(context, true, error);
}

static int solve_changeable(void *context, struct error *error)
{
    return solve(context, false, error);
}

static void the_hierarchy_gives_back_what_it_took(void **state)
{
    assert_in_range(failing_each(solve_fixed, *state), 30, 300);
    assert_in_range(failing_each(solve_changeable, *state), 30, 300);
}

/* From one vertex alone, by a sweep. */
static int sweep(struct solver *solver, const struct metric *metric,
                 struct asking *asking, uint32_t vertex, struct error *error)
{
    struct batch batch = {asking->queries, 1, NULL};

    asking->seed[0].vertex = vertex;
    return cch_solver.solve(solver, metric, &batch, error);
}

/* The second half of the map, and then from the first, which no street leaves.
 */
static int sweep_halves(void *context, struct error *error)
{
    struct metric *metric = context;
    struct asking asking;
    struct solver *solver;
    int r = cch_solver.create(metric->prepared, NULL, 0, &solver, error);

    if (r)
        return r;
    asking_init(&asking, QUERY_REACHED);
    r = sweep(solver, metric, &asking, COUNT - 1, error);
    asking_init(&asking, QUERY_COSTS);
    assert_int_equal(sweep(solver, metric, &asking, 0, NULL), 0);
    for (int i = 0; i < TARGETS; i++)
        assert_int_equal(asking.cost[0][i], COST_INFINITY);
    cch_solver.destroy(solver);
    return r;
}

static void a_sweep_that_failed_leaves_no_labels(void **state)
{
    const struct form_ops *form = cch_solver.form;
    struct map *map = make_grid(true);
    struct map *ordered;
    struct prepared *prepared;
    struct metric *metric;

    assert_int_equal(map_order(map, order, &ordered, NULL), 0);
    assert_int_equal(form->prepare(device_cpu(), ordered, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &ordered->imported.arcs, &metric, NULL), 0);
    assert_in_range(failing_each(sweep_halves, metric), 10, 100);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    map_destroy(ordered);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordering_gives_back_what_it_took),
        cmocka_unit_test(readers_give_back_what_they_took),
        cmocka_unit_test(the_hierarchy_gives_back_what_it_took),
        cmocka_unit_test(a_sweep_that_failed_leaves_no_labels),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
