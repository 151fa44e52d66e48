/* cch table: strips of any size give the oracle's costs. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/solver/catalog.h"
#include "core/solver/cch/sweep.h"
#include "tests/unit/solver/table_questions.h"

static void ask_table(const struct setup *setup, struct questions *questions,
                      struct table *table, size_t kept_columns,
                      size_t strip_columns)
{
    const struct map *map = setup->map;
    size_t line = map->hierarchy.depth_count + 1;
    struct walk forward;
    struct walk backward;
    struct sweep sweep;

    assert_int_equal(walk_init(&forward, map, true), 0);
    assert_int_equal(walk_init(&backward, map, false), 0);
    sweep_init(&sweep, map, &forward);
    assert_int_equal(sweep_prepare(&sweep), 0);
    table->map = map;
    table->forward = &forward;
    table->backward = &backward;
    table->lowest = sweep.lowest;
    table->kept_words = kept_columns * line;
    table->strip_words = strip_columns * line;
    assert_int_equal(table_solve(table,
                                 (const struct cch_metric *)setup->metric,
                                 questions->queries, QUERIES),
                     0);
    sweep_finish(&sweep);
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
    map = table_map(&random);
    draw(&expected, 2);
    ask_oracle(map, &expected);
    setup_init(&setup, map, &cch_form);
    for (size_t columns = 0; columns < 100; columns = 2 * columns + 3) {
        struct table table = {.map = NULL};

        draw(&given, 2);
        ask_table(&setup, &given, &table, (columns + 20) % 31, columns);
        assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
        table_trim(&table);
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
    map = table_map(&random);
    draw_random_sums(map, &random, &sums);
    for (uint32_t a = 0; a < map->imported.arcs.arc_count; a++)
        ((uint32_t *)map->imported.arcs.weight)[a] %= 3;
    draw(&expected, 2);
    want_sums(&expected, &sums);
    ask_oracle(map, &expected);
    setup_init(&setup, map, &cch_form);
    ((struct cch *)setup.prepared)->threads = 3;
    for (size_t columns = 0; columns < 100; columns = 2 * columns + 3) {
        struct table table = {.map = NULL};

        for (int again = 0; again < 2; again++) {
            draw(&given, 2);
            want_sums(&given, &sums);
            ask_table(&setup, &given, &table, (columns + 20) % 31, columns);
            assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
            assert_memory_equal(given.found, expected.found,
                                sizeof(given.found));
        }
        table_trim(&table);
    }
    setup_finish(&setup);
    arc_sums_finish(&sums);
    map_destroy(map);
}

/* Asks, and compares the answer with the oracle's for these weights. */
static void assert_right(struct setup *setup, struct table *table,
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
    ask_table(setup, &given, table, kept_columns, strip_columns);
    assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
}

/* New weights for the map, which the caller free()s: one arc weighs 0. */
static uint32_t *change_weight(struct map *map, uint32_t arc)
{
    size_t size = map->imported.arcs.arc_count * sizeof(uint32_t);
    uint32_t *weight = malloc(size);

    assert_non_null(weight);
    memcpy(weight, map->imported.arcs.weight, size);
    weight[arc] = 0;
    map->imported.arcs.weight = weight;
    map->imported.arcs.epoch++;
    return weight;
}

/* Of two equal tables the second reuses the first one's labels of so many
 * columns, however many more there are. */
static void assert_kept(struct setup *setup, struct table *table,
                        size_t kept_columns)
{
    const uint32_t *label;

    assert_right(setup, table, 0, kept_columns);
    label = table->kept.cost;
    assert_non_null(label);
    assert_true(table->kept_count > 0);
    assert_true(table->kept_count <= kept_columns + 1);
    assert_right(setup, table, 0, kept_columns);
    assert_ptr_equal(table->kept.cost, label);
}

static void kept_columns_are_used_for_the_same_alone(void **state)
{
    enum { WIDE = 100, NARROW = 7 };
    const uint32_t arc = 5;
    const struct weight_changes changes = {&arc, 1};
    struct table table = {.map = NULL};
    struct random random;
    struct setup setup;
    struct map *map;
    uint32_t *weight;

    random_seed(&random, 1);
    map = table_map(&random);
    setup_init(&setup, map, &cch_form);
    assert_kept(&setup, &table, NARROW);
    assert_kept(&setup, &table, WIDE);
    assert_right(&setup, &table, 0, NARROW);
    assert_right(&setup, &table, 1, WIDE);
    assert_right(&setup, &table, 0, WIDE);
    weight = change_weight(map, arc);
    assert_int_equal(
        metric_recustomize(&setup.metric, &map->imported.arcs, &changes, NULL),
        0);
    assert_right(&setup, &table, 0, WIDE);
    table_trim(&table);
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

/* Each in its own batch. */
static void ask_alone(struct solver *solver, const struct metric *metric,
                      struct questions *questions)
{
    for (uint32_t i = 0; i < QUERIES; i++) {
        struct batch batch = {&questions->queries[i], 1, NULL};

        assert_int_equal(cch_solver.solve(solver, metric, &batch, NULL), 0);
    }
}

/* Every solver that has to walk to the columns, or has kept them, settles no
 * more. */
static void rows_that_come_alone_share_their_columns(void **state)
{
    static struct questions expected;
    static struct questions given;
    struct random random;
    struct setup setup;
    struct solver *solver;
    struct map *map;

    random_seed(&random, 1);
    map = table_map(&random);
    setup_init(&setup, map, &cch_form);
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
