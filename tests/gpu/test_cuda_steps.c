/* test_cuda_steps: what dijkstra-gpu holds beyond right answers: it refuses
 * large maps, settles each vertex once, ends between phases. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

enum { SIDE = 20, VERTICES = SIDE * SIDE + 1, STEPS = 16 };

struct fixture {
    const struct device *device;
    const struct solver_ops *ops;
    struct map *map; /* a grid, and a vertex that no arc enters */
    struct prepared *prepared;
    struct metric *metric;
};

static struct fixture fixture;

static void add_road(struct map_builder *builder, uint32_t from, uint32_t to)
{
    assert_int_equal(map_builder_add_arc(builder, from, to, from % 7, NULL), 0);
    assert_int_equal(map_builder_add_arc(builder, to, from, to % 5, NULL), 0);
}

static struct map *make_grid(void)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        if (v % SIDE + 1 < SIDE)
            add_road(builder, v, v + 1);
        if (v + SIDE < SIDE * SIDE)
            add_road(builder, v, v + SIDE);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int setup(void **state)
{
    static struct catalog catalog;
    const struct form_ops *form;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    fixture.ops = catalog_find(&catalog, "dijkstra-gpu");
    fixture.map = make_grid();
    form = fixture.ops->form;
    assert_int_equal(
        form->prepare(fixture.device, fixture.map, &fixture.prepared, NULL), 0);
    assert_int_equal(form->customize(fixture.prepared,
                                     &fixture.map->imported.arcs,
                                     &fixture.metric, NULL),
                     0);
    return 0;
}

static int teardown(void **state)
{
    const struct form_ops *form = fixture.ops->form;

    form->metric_destroy(fixture.metric);
    form->prepared_destroy(fixture.prepared);
    map_destroy(fixture.map);
    return 0;
}

static int create(const char *option, double value, struct solver **ret_solver,
                  struct error *error)
{
    const struct solver_setting setting = {option, value};

    return fixture.ops->create(fixture.prepared, &setting, 1, ret_solver,
                               error);
}

static void a_larger_map_than_allowed_is_refused(void **state)
{
    struct solver *solver = NULL;
    struct error error = {""};

    assert_int_equal(create("max-vertices", VERTICES - 1, &solver, &error),
                     SOLVER_REFUSES);
    assert_null(solver);
    assert_non_null(strstr(error.text, "401 vertices"));
    assert_non_null(strstr(error.text, "dijkstra-gpu.max-vertices"));
    assert_non_null(strstr(error.text, "400"));
    assert_int_equal(create("max-vertices", VERTICES, &solver, &error), 0);
    fixture.ops->destroy(solver);
}

/* Counts phases; cancels after some. */
struct watcher {
    struct phase_observer base;
    struct cancel cancel;
    uint32_t phases;
    uint32_t cancel_after;
    uint64_t settled;
};

static void watch(struct phase_observer *observer, const struct phase *phase)
{
    struct watcher *watcher = (struct watcher *)observer;

    assert_in_range(phase->updated, 0, STEPS);
    assert_int_equal(phase->launches, STEPS);
    watcher->settled += phase->updated;
    if (++watcher->phases == watcher->cancel_after)
        atomic_store(&watcher->cancel.requested, true);
}

static enum query_status solve_watched(struct watcher *watcher)
{
    const struct seed seed = {0, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .cancel = &watcher->cancel,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, &watcher->base};
    struct solver *solver = NULL;

    assert_int_equal(create("steps-at-once", STEPS, &solver, NULL), 0);
    assert_int_equal(solver->ops->solve(solver, fixture.metric, &batch, NULL),
                     0);
    solver->ops->destroy(solver);
    return query.status;
}

static void each_vertex_that_is_reached_is_settled_once(void **state)
{
    struct watcher watcher = {.base.phase = watch};

    assert_int_equal(solve_watched(&watcher), QUERY_DONE);
    assert_int_equal(watcher.settled, VERTICES - 1);
    /* 400 steps are 25 phases; one more finds nothing. */
    assert_int_equal(watcher.phases, (VERTICES - 1) / STEPS + 1);
}

static void a_query_is_cancelled_between_two_phases(void **state)
{
    struct watcher watcher = {.base.phase = watch, .cancel_after = 3};

    assert_int_equal(solve_watched(&watcher), QUERY_CANCELLED);
    assert_int_equal(watcher.phases, 3);
    assert_int_equal(watcher.settled, 3 * STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_larger_map_than_allowed_is_refused),
        cmocka_unit_test(each_vertex_that_is_reached_is_settled_once),
        cmocka_unit_test(a_query_is_cancelled_between_two_phases),
    };

    fixture.device = device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
