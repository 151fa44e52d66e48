#include "tests/unit/solver/table_questions.h"

#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/answer.h"
#include "core/solver/catalog.h"

static void join(struct map_builder *builder, struct random *random, uint32_t a,
                 uint32_t b)
{
    assert_int_equal(
        map_builder_add_arc(builder, a, b, random_below(random, 1000), NULL),
        0);
    assert_int_equal(
        map_builder_add_arc(builder, b, a, random_below(random, 1000), NULL),
        0);
}

struct map *table_map(struct random *random)
{
    struct map_builder *builder;
    struct map *map;
    struct map *ordered;

    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (v % WIDTH)
            join(builder, random, v - 1, v);
        if (v >= WIDTH)
            join(builder, random, v - WIDTH, v);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

void draw(struct questions *questions, uint64_t number)
{
    struct random random;

    random_seed(&random, number);
    for (uint32_t i = 0; i < TARGETS; i++) {
        for (int j = 0; j < 2; j++)
            questions->vertices[i][j] = (struct target_vertex){
                random_below(&random, VERTICES),
                (int64_t)random_below(&random, 2000) - 1000,
            };
        questions->targets[i] =
            (struct target){questions->vertices[i], random_below(&random, 3)};
    }
    for (uint32_t i = 0; i < QUERIES; i++) {
        for (int j = 0; j < 2; j++)
            questions->seeds[i][j] = (struct seed){
                random_below(&random, VERTICES), random_below(&random, 3000)};
        questions->query[i] = (struct query){
            .seeds = questions->seeds[i],
            .seed_count = random_below(&random, 3),
            .targets = questions->targets,
            .target_count = TARGETS,
            .output = QUERY_COSTS,
            .bound = random_below(&random, 2) ? COST_OVERFLOW : 9000,
            .cost = questions->cost[i],
        };
        questions->queries[i] = &questions->query[i];
    }
}

void want_sums(struct questions *questions, const struct arc_sums *arcs)
{
    questions->seed_sums[0] = (struct path_sums){0, 7};
    questions->seed_sums[1] = (struct path_sums){1, 0};
    questions->adjustments[1] = (struct sums_adjustment){1, -1};
    for (uint32_t i = 0; i < TARGETS; i++)
        questions->adjustment[i] = questions->adjustments;
    for (uint32_t i = 0; i < QUERIES; i++) {
        questions->sums[i] =
            (struct sums_query){arcs, questions->seed_sums,
                                questions->adjustment, questions->found[i]};
        questions->query[i].sums = &questions->sums[i];
    }
}

void draw_random_sums(const struct map *map, struct random *random,
                      struct arc_sums *sums)
{
    size_t arcs = map->topology.arc_count;

    sums->duration_ms = malloc(arcs * sizeof(uint32_t));
    sums->length_mm = malloc(arcs * sizeof(uint32_t));
    assert_non_null(sums->duration_ms);
    assert_non_null(sums->length_mm);
    for (size_t a = 0; a < arcs; a++) {
        sums->duration_ms[a] = random_below(random, 3);
        sums->length_mm[a] = random_below(random, 100);
    }
}

void setup_init(struct setup *setup, struct map *map,
                const struct form_ops *form)
{
    setup->map = map;
    assert_int_equal(form->prepare(device_cpu(), map, &setup->prepared, NULL),
                     0);
    assert_int_equal(form->customize(setup->prepared, &map->imported.arcs,
                                     &setup->metric, NULL),
                     0);
}

void setup_finish(struct setup *setup)
{
    const struct form_ops *form = setup->prepared->ops;

    form->metric_destroy(setup->metric);
    form->prepared_destroy(setup->prepared);
}

void ask_oracle(struct map *map, struct questions *questions)
{
    struct batch batch = {questions->queries, QUERIES, NULL};
    struct setup setup;
    struct solver *solver;

    setup_init(&setup, map, dijkstra_solver.form);
    assert_int_equal(
        dijkstra_solver.create(setup.prepared, NULL, 0, &solver, NULL), 0);
    assert_int_equal(dijkstra_solver.solve(solver, setup.metric, &batch, NULL),
                     0);
    dijkstra_solver.destroy(solver);
    setup_finish(&setup);
}

void shift_targets(struct questions *questions, uint32_t shift)
{
    for (uint32_t i = 0; i < TARGETS; i++) {
        for (int j = 0; j < 2; j++)
            questions->vertices[i][j].vertex =
                (questions->vertices[i][j].vertex + shift) % VERTICES;
    }
}
