/* city: builds the map, the queries and the checks. */
#include "tests/gpu/city.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "core/solver/option.h"
#include "gpu/gpu.h"
#include "tests/unit/cmocka_all.h"

struct city city;
const struct seed city_corner = {0, 0};

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

void label_sink_init(struct label_sink *sink)
{
    sink->base.write = keep;
    sink->cost = malloc(CITY_VERTICES * sizeof(*sink->cost));
    sink->labels = 0;
    sink->blocks_left = UINT32_MAX;
    assert_non_null(sink->cost);
    memset(sink->cost, 0xff, CITY_VERTICES * sizeof(*sink->cost));
}

void label_sink_finish(struct label_sink *sink)
{
    free(sink->cost);
}

void expect_all_labels(const struct label_sink *sink)
{
    assert_int_equal(sink->labels, CITY_VERTICES);
    assert_memory_equal(sink->cost, city.expected,
                        CITY_VERTICES * sizeof(*sink->cost));
}

struct query city_query(enum query_output output, struct sink *sink)
{
    return (struct query){
        .seeds = &city_corner,
        .seed_count = 1,
        .output = output,
        .bound = COST_OVERFLOW,
        .sink = sink,
    };
}

enum { SHORT_SETTINGS = 2 };

/* For solvers of which one phase may solve the whole city. */
static size_t
shorten_phases(const struct solver_ops *ops,
               struct solver_setting ret_settings[static SHORT_SETTINGS])
{
    static const struct solver_setting shortest[SHORT_SETTINGS] = {
        {"rounds-at-once", 1},
        {"hops", 1},
    };
    size_t count = 0;

    for (size_t i = 0; i < SHORT_SETTINGS; i++) {
        if (option_find(ops, shortest[i].name))
            ret_settings[count++] = shortest[i];
    }
    return count;
}

int city_solve(const struct solver_ops *ops, const struct device *device,
               struct query *query, struct phase_observer *observer)
{
    const struct map *map = city.map;
    const struct form_ops *form = ops->form;
    struct batch batch = {&query, 1, observer};
    struct solver_setting settings[SHORT_SETTINGS];
    size_t setting_count = shorten_phases(ops, settings);
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    struct error error;
    int r = form->prepare(device, map, &prepared, &error);

    if (!r)
        r = form->customize(prepared, &map->imported.arcs, &metric, &error);
    if (!r)
        r = ops->create(prepared, settings, setting_count, &solver, &error);
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

/* The numbers of its houses follow its own; each house leads to two more, so
 * that no vertex has many arcs. */
static uint32_t junction(uint32_t index)
{
    return index * (1 + CITY_HOUSES);
}

static struct map *make_grid(void)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;
    struct random random;

    random_seed(&random, 7);
    assert_int_equal(map_builder_create(CITY_VERTICES, &builder, NULL), 0);
    for (uint32_t i = 0; i < CITY_JUNCTIONS; i++) {
        uint32_t v = junction(i);

        if (i % CITY_SIDE + 1 < CITY_SIDE)
            add_street(builder, &random, v, junction(i + 1));
        if (i + CITY_SIDE < CITY_JUNCTIONS)
            add_street(builder, &random, v, junction(i + CITY_SIDE));
        for (uint32_t house = 1; house <= CITY_HOUSES; house++)
            add_street(builder, &random, v + (house - 1) / 2, v + house);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

int city_setup(void **state)
{
    struct label_sink sink;
    struct query query = city_query(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    catalog_init(&city.catalog);
    gpu_add_solvers(&city.catalog);
    city.map = make_grid();
    city.expected = sink.cost;
    return city_solve(&dijkstra_solver, device_cpu(), &query, NULL);
}

int city_teardown(void **state)
{
    map_destroy(city.map);
    free(city.expected);
    return 0;
}

/* The city is too large for dijkstra-gpu and not ordered; test_cuda_steps and
 * test_cuda_cch have maps for those solvers. */
static bool city_is_nothing_for(const struct solver_ops *ops)
{
    return !strcmp(ops->name, "dijkstra-gpu") ||
           (ops->capabilities & SOLVER_NEEDS_ORDER);
}

void city_for_each_solver(void (*test)(const struct solver_ops *ops))
{
    for (size_t i = 0; i < city.catalog.count; i++) {
        const struct solver_ops *ops = city.catalog.solver[i];

        if (ops->form->device_kind == DEVICE_CUDA && !city_is_nothing_for(ops))
            test(ops);
    }
}

static void expect_whole(const struct solver_ops *ops, enum query_output output)
{
    struct label_sink sink;
    struct query query = city_query(output, &sink.base);

    label_sink_init(&sink);
    assert_int_equal(city_solve(ops, city.device, &query, NULL), 0);
    assert_int_equal(query.status, QUERY_DONE);
    expect_all_labels(&sink);
    label_sink_finish(&sink);
}

void city_expect_whole(const struct solver_ops *ops)
{
    expect_whole(ops, QUERY_TREE);
    expect_whole(ops, QUERY_REACHED);
}
