/* cch table: strips of any size give the oracle's costs. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/hierarchy/map_order.h"
#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch_solver.h"
#include "core/solver/cch/sweep.h"
#include "core/solver/cch/table.h"
#include "core/solver/dijkstra.h"

enum { WIDTH = 30, VERTICES = WIDTH * WIDTH, QUERIES = 90, TARGETS = 40 };

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

/* An ordered grid of streets. */
static struct map *make_map(struct random *random)
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

/* The same questions, with room for the costs of one solver. */
struct questions {
    struct seed seeds[QUERIES][2];
    struct target_vertex vertices[TARGETS][2];
    struct target targets[TARGETS];
    uint32_t cost[QUERIES][TARGETS];
    struct path_sums seed_sums[2];
    struct sums_adjustment adjustments[2];
    const struct sums_adjustment *adjustment[TARGETS];
    struct path_sums found[QUERIES][TARGETS];
    struct sums_query sums[QUERIES];
    struct query query[QUERIES];
    struct query *queries[QUERIES];
};

static void draw(struct questions *questions, uint64_t number)
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

/* The queries want sums, too. */
static void want_sums(struct questions *questions, const struct arc_sums *arcs)
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

static void draw_arc_sums(const struct map *map, struct random *random,
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

struct setup {
    struct map *map;
    struct prepared *prepared;
    struct metric *metric;
};

static void setup_init(struct setup *setup, struct map *map,
                       const struct representation_ops *form)
{
    setup->map = map;
    assert_int_equal(form->prepare(device_cpu(), map, &setup->prepared, NULL),
                     0);
    assert_int_equal(
        form->customize(setup->prepared, &map->weights, &setup->metric, NULL),
        0);
}

static void setup_finish(struct setup *setup)
{
    const struct representation_ops *form = setup->prepared->ops;

    form->metric_destroy(setup->metric);
    form->prepared_destroy(setup->prepared);
}

static void ask_oracle(struct map *map, struct questions *questions)
{
    struct batch batch = {questions->queries, QUERIES, NULL};
    struct setup setup;
    struct solver *solver;

    setup_init(&setup, map, dijkstra_solver.representation);
    assert_int_equal(
        dijkstra_solver.create(setup.prepared, NULL, 0, &solver, NULL), 0);
    assert_int_equal(dijkstra_solver.solve(solver, setup.metric, &batch, NULL),
                     0);
    dijkstra_solver.destroy(solver);
    setup_finish(&setup);
}

static void ask_table(const struct setup *setup, struct questions *questions,
                      struct table_columns *kept, size_t kept_columns,
                      size_t strip_columns)
{
    const struct map *map = setup->map;
    size_t line = map->hierarchy.depth_count + 1;
    struct walk forward;
    struct walk backward;
    struct walk_sums walk_sums;
    struct sweep sweep;
    struct table table = {
        .map = map,
        .walk_sums = &walk_sums,
        .forward = &forward,
        .backward = &backward,
        .kept = kept,
        .kept_words = kept_columns * line,
        .strip_words = strip_columns * line,
    };

    assert_int_equal(walk_init(&forward, map, true), 0);
    assert_int_equal(walk_init(&backward, map, false), 0);
    assert_int_equal(walk_sums_init(&walk_sums, map), 0);
    sweep_init(&sweep, map, &forward);
    assert_int_equal(sweep_prepare(&sweep), 0);
    table.lowest = sweep.lowest;
    assert_int_equal(table_solve(&table,
                                 (const struct cch_metric *)setup->metric,
                                 questions->queries, QUERIES),
                     0);
    sweep_finish(&sweep);
    walk_sums_finish(&walk_sums);
    walk_finish(&backward);
    walk_finish(&forward);
}

static void strips_of_any_size_give_the_oracles_costs(void **state)
{
    static struct questions expected;
    static struct questions given;
    struct random random;
    struct setup setup;
    struct map *map;

    random_seed(&random, 1);
    map = make_map(&random);
    draw(&expected, 2);
    ask_oracle(map, &expected);
    setup_init(&setup, map, &cch_representation);
    for (size_t columns = 0; columns < 100; columns = 2 * columns + 3) {
        struct table_columns kept = {.state = 0};

        draw(&given, 2);
        ask_table(&setup, &given, &kept, (columns + 20) % 31, columns);
        assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
        table_columns_clear(&kept);
    }
    setup_finish(&setup);
    map_destroy(map);
}

/* Few weights, so that many paths cost the same. */
static void strips_of_any_size_give_the_oracles_sums(void **state)
{
    static struct questions expected;
    static struct questions given;
    struct arc_sums sums;
    struct random random;
    struct setup setup;
    struct map *map;

    random_seed(&random, 3);
    map = make_map(&random);
    draw_arc_sums(map, &random, &sums);
    for (uint32_t a = 0; a < map->weights.arc_count; a++)
        ((uint32_t *)map->weights.weight)[a] %= 3;
    draw(&expected, 2);
    want_sums(&expected, &sums);
    ask_oracle(map, &expected);
    setup_init(&setup, map, &cch_representation);
    for (size_t columns = 0; columns < 100; columns = 2 * columns + 3) {
        struct table_columns kept = {.state = 0};

        for (int again = 0; again < 2; again++) {
            draw(&given, 2);
            want_sums(&given, &sums);
            ask_table(&setup, &given, &kept, (columns + 20) % 31, columns);
            assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
            assert_memory_equal(given.found, expected.found,
                                sizeof(given.found));
        }
        table_columns_clear(&kept);
    }
    setup_finish(&setup);
    arc_sums_finish(&sums);
    map_destroy(map);
}

/* As many columns, at other vertices. */
static void shift_targets(struct questions *questions, uint32_t shift)
{
    for (uint32_t i = 0; i < TARGETS; i++) {
        for (int j = 0; j < 2; j++)
            questions->vertices[i][j].vertex =
                (questions->vertices[i][j].vertex + shift) % VERTICES;
    }
}

/* Asks, and holds the answer against the oracle's by the weights. */
static void assert_right(struct setup *setup, struct table_columns *kept,
                         uint32_t shift, size_t kept_columns)
{
    const size_t strip_columns = 5;

    static struct questions expected;
    static struct questions given;

    draw(&expected, 2);
    shift_targets(&expected, shift);
    ask_oracle(setup->map, &expected);
    draw(&given, 2);
    shift_targets(&given, shift);
    ask_table(setup, &given, kept, kept_columns, strip_columns);
    assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
}

/* The map's weights from now on, free()d by the caller: one arc takes nothing.
 */
static uint32_t *change_weight(struct map *map, uint32_t arc)
{
    size_t size = map->weights.arc_count * sizeof(uint32_t);
    uint32_t *weight = malloc(size);

    assert_non_null(weight);
    memcpy(weight, map->weights.weight, size);
    weight[arc] = 0;
    map->weights.weight = weight;
    map->weights.epoch++;
    return weight;
}

/* Of two equal tables the second has the first one's labels of so many columns,
 * however many more there are. */
static void assert_kept(struct setup *setup, struct table_columns *kept,
                        size_t kept_columns)
{
    const uint32_t *label;

    assert_right(setup, kept, 0, kept_columns);
    label = kept->labels.cost;
    assert_non_null(label);
    assert_true(kept->lines.count > 0);
    assert_true(kept->lines.count <= kept_columns + 1);
    assert_right(setup, kept, 0, kept_columns);
    assert_ptr_equal(kept->labels.cost, label);
}

static void kept_columns_are_used_for_the_same_alone(void **state)
{
    enum { WIDE = 100, NARROW = 7 };
    const uint32_t arc = 5;
    const struct weight_changes changes = {&arc, 1};
    struct table_columns kept = {.state = 0};
    struct random random;
    struct setup setup;
    struct map *map;
    uint32_t *weight;

    random_seed(&random, 1);
    map = make_map(&random);
    setup_init(&setup, map, &cch_representation);
    assert_kept(&setup, &kept, NARROW);
    assert_kept(&setup, &kept, WIDE);
    assert_right(&setup, &kept, 0, NARROW);
    assert_right(&setup, &kept, 1, WIDE);
    assert_right(&setup, &kept, 0, WIDE);
    weight = change_weight(map, arc);
    assert_int_equal(
        metric_recustomize(&setup.metric, &map->weights, &changes, NULL), 0);
    assert_right(&setup, &kept, 0, WIDE);
    table_columns_clear(&kept);
    setup_finish(&setup);
    free(weight);
    map_destroy(map);
}

static size_t count_columns(const struct questions *questions)
{
    size_t count = 0;

    for (uint32_t i = 0; i < TARGETS; i++)
        count += questions->targets[i].vertex_count;
    return count;
}

/* Each in a batch of its own. */
static void ask_alone(struct solver *solver, const struct metric *metric,
                      struct questions *questions)
{
    for (uint32_t i = 0; i < QUERIES; i++) {
        struct batch batch = {&questions->queries[i], 1, NULL};

        assert_int_equal(cch_solver.solve(solver, metric, &batch, NULL), 0);
    }
}

/* Whoever walks to the columns, or has them, settles no more. */
static void rows_that_come_alone_share_their_columns(void **state)
{
    static struct questions expected;
    static struct questions given;
    struct random random;
    struct setup setup;
    struct solver *solver;
    struct map *map;

    random_seed(&random, 1);
    map = make_map(&random);
    setup_init(&setup, map, &cch_representation);
    assert_int_equal(cch_solver.create(setup.prepared, NULL, 0, &solver, NULL),
                     0);
    for (uint32_t shift = 0; shift < 2; shift++) {
        draw(&expected, 2);
        shift_targets(&expected, shift);
        ask_oracle(map, &expected);
        draw(&given, 2);
        shift_targets(&given, shift);
        ask_alone(solver, setup.metric, &given);
        assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
        for (uint32_t i = 1; i < QUERIES; i++)
            assert_int_equal(given.query[i].figures.settled,
                             count_columns(&given));
    }
    cch_solver.destroy(solver);
    setup_finish(&setup);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strips_of_any_size_give_the_oracles_costs),
        cmocka_unit_test(strips_of_any_size_give_the_oracles_sums),
        cmocka_unit_test(kept_columns_are_used_for_the_same_alone),
        cmocka_unit_test(rows_that_come_alone_share_their_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
