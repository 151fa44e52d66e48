/* test_cuda_near_far: near-far stops when its targets are settled, and what it
 * answers then is right. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

enum { LENGTH = 4000, STEPS = 40, DELTA = 8 };

static const struct device *device;
static struct catalog catalog;

/* A two-way street, whose first and last arcs weigh nothing. */
static struct map *make_street(void)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(LENGTH, &builder, NULL), 0);
    for (uint32_t v = 1; v < LENGTH; v++) {
        uint32_t weight = v < 4 || v > LENGTH - 4 ? 0 : 1;

        assert_int_equal(map_builder_add_arc(builder, v - 1, v, weight, NULL),
                         0);
        assert_int_equal(map_builder_add_arc(builder, v, v - 1, weight, NULL),
                         0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

/* near-far on the street; each phase reaches DELTA further. */
struct bench {
    struct map *map;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
};

static void bench_init(struct bench *bench, uint32_t alone_below)
{
    const struct solver_ops *ops = catalog_find(&catalog, "near-far");
    const struct solver_setting settings[] = {
        {"delta", DELTA},
        {"aim", 0},
        {"block-threads", 32},
        {"alone-below", alone_below},
    };

    bench->map = make_street();
    assert_int_equal(ops->representation->prepare(device, bench->map,
                                                  &bench->prepared, NULL),
                     0);
    assert_int_equal(ops->representation->customize(bench->prepared,
                                                    &bench->map->weights,
                                                    &bench->metric, NULL),
                     0);
    assert_int_equal(
        ops->create(bench->prepared, settings, 4, &bench->solver, NULL), 0);
}

static void bench_finish(struct bench *bench)
{
    const struct representation_ops *form = bench->prepared->ops;

    bench->solver->ops->destroy(bench->solver);
    form->metric_destroy(bench->metric);
    form->prepared_destroy(bench->prepared);
    map_destroy(bench->map);
}

enum { TARGETS_MAX = 3 };

/* From one vertex to several. */
struct trip {
    struct seed seed;
    struct target_vertex ends[TARGETS_MAX];
    struct target targets[TARGETS_MAX];
    uint32_t cost[TARGETS_MAX];
    struct path path[TARGETS_MAX];
    struct query query;
};

static void trip_init(struct trip *trip, uint32_t from, const uint32_t *to,
                      uint32_t count)
{
    trip->seed = (struct seed){from, 0};
    for (uint32_t i = 0; i < count; i++) {
        trip->ends[i] = (struct target_vertex){to[i], 0};
        trip->targets[i] = (struct target){&trip->ends[i], 1};
        path_init(&trip->path[i]);
    }
    trip->query = (struct query){
        .seeds = &trip->seed,
        .seed_count = 1,
        .targets = trip->targets,
        .target_count = count,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = trip->cost,
        .path = trip->path,
    };
}

static void trip_finish(struct trip *trip)
{
    for (uint32_t i = 0; i < trip->query.target_count; i++)
        path_finish(&trip->path[i]);
}

static void solve(struct bench *bench, struct query **queries, size_t count)
{
    struct batch batch = {queries, count, NULL};

    assert_int_equal(
        bench->solver->ops->solve(bench->solver, bench->metric, &batch, NULL),
        0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(queries[i]->status, QUERY_DONE);
}

/* How far along the street, but for the free arcs at its ends. */
static uint32_t place(uint32_t v)
{
    uint32_t last = LENGTH - 4;

    return v < 3 ? 3 : v > last ? last : v;
}

static uint32_t distance(uint32_t from, uint32_t to)
{
    uint32_t a = place(from);
    uint32_t b = place(to);

    return a < b ? b - a : a - b;
}

static void expect_right(const struct trip *trip)
{
    for (uint32_t i = 0; i < trip->query.target_count; i++) {
        uint32_t from = trip->seed.vertex;
        uint32_t to = trip->ends[i].vertex;

        assert_int_equal(trip->cost[i], distance(from, to));
        assert_int_equal(trip->path[i].first_vertex, from);
        assert_int_equal(trip->path[i].arc_count,
                         from < to ? to - from : from - to);
    }
}

/* Vertices that were relaxed to get from the middle to some. */
static uint64_t settled(uint32_t alone_below, const uint32_t *to,
                        uint32_t count)
{
    struct bench bench;
    struct trip trip;
    struct query *query = &trip.query;

    bench_init(&bench, alone_below);
    trip_init(&trip, LENGTH / 2, to, count);
    solve(&bench, &query, 1);
    expect_right(&trip);
    trip_finish(&trip);
    bench_finish(&bench);
    return query->figures.settled;
}

/* Whether one block does all or the grid. */
static const uint32_t ways[] = {1000, 0};

static void stops_when_all_targets_are_settled(void **state)
{
    const uint32_t near[] = {LENGTH / 2 + STEPS};
    const uint32_t both[] = {LENGTH / 2 - STEPS, LENGTH / 2 + 2 * STEPS};

    for (size_t i = 0; i < 2; i++) {
        assert_in_range(settled(ways[i], near, 1), STEPS, 4 * STEPS);
        assert_in_range(settled(ways[i], both, 2), 3 * STEPS, 8 * STEPS);
    }
}

static void goes_on_for_the_furthest_target(void **state)
{
    const uint32_t far[] = {LENGTH / 2, LENGTH / 2 - 1, LENGTH - 1};

    for (size_t i = 0; i < 2; i++)
        assert_in_range(settled(ways[i], far, 3), LENGTH / 2, 2 * LENGTH);
}

/* What a search that stopped leaves behind is not in the next one's way. */
static void solves_again_after_a_stop(void **state)
{
    const uint32_t ends[] = {0, 1, LENGTH / 2, LENGTH - 2, LENGTH - 1};

    for (size_t way = 0; way < 2; way++) {
        struct bench bench;

        bench_init(&bench, ways[way]);
        for (size_t i = 0; i < 25; i++) {
            struct trip trip;
            struct query *query = &trip.query;

            trip_init(&trip, ends[i / 5], &ends[i % 5], 1);
            solve(&bench, &query, 1);
            expect_right(&trip);
            trip_finish(&trip);
        }
        bench_finish(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_when_all_targets_are_settled),
        cmocka_unit_test(goes_on_for_the_furthest_target),
        cmocka_unit_test(solves_again_after_a_stop),
    };

    device = device_or_skip();
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
