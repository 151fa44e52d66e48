/* speed: expected times of answers, from a solver's numbers and cch's
 * estimates. */
#include "tests/unit/cmocka_all.h"

#include "core/solver/catalog.h"
#include "core/solver/solver.h"

static const struct solver_speed speed = {
    .start_us = 1000,
    .pair_us = 100,
    .path_us = 10,
    .tree_us = 500,
    .row_us = 50,
    .cell_us = 2,
    .column_us = 3,
};

static double table_us(const struct solver_speed *known, size_t rows,
                       size_t columns, unsigned workers)
{
    const struct workload workload = {
        .queries = rows, .targets = columns, .shared = workers};

    return workload_us(&workload, known);
}

static void a_columns_share_is_paid_once(void **state)
{
    assert_true(table_us(&speed, 1, 10, 1) == 1000 + 30 + 70);
    assert_true(table_us(&speed, 8, 10, 1) == 1000 + 30 + 8 * 70);
    assert_true(table_us(&speed, 8, 10, 4) == 1000 + 30 + 2 * 70);
}

static void pairs_and_trees_have_no_columns(void **state)
{
    const struct workload trees = {.trees = true, .queries = 2, .shared = 1};
    const struct workload paths = {
        .paths = true, .queries = 2, .targets = 1, .shared = 1};

    assert_true(workload_us(&trees, &speed) == 1000 + 2 * 500);
    assert_true(workload_us(&paths, &speed) == 1000 + 2 * 110);
}

/* cch's times on a core of an EPYC (Zen 5), beside the inputs of its estimate.
 */
struct measured {
    const char *map;
    uint32_t depth;
    uint64_t entries;
    double pair_us;
    double path_us; /* cost and path */
    double tree_us;
    double row_of_1000_us;   /* 1 row of 1,000 cells */
    double rows_of_1000_us;  /* 100 of them */
    double whole_of_1000_us; /* 1,000 of them */
};

static const struct measured maps[] = {
    {"NY", 478, 3423404, 9, 36, 4300, 3900, 5200, 16900},
    {"NE", 779, 16169307, 17, 76, 22200, 6900, 9700, 33300},
    {"6 million", 1903, 82215998, 52, 288, 98000, 19000, 25000, 101000},
};

static struct solver_speed guess(const struct measured *measured)
{
    const uint64_t first_panel[] = {0, measured->entries};
    const uint64_t first_schur[] = {0, measured->entries};
    const struct map map = {
        .hierarchy = {.supernode_count = 1,
                      .depth_count = measured->depth,
                      .first_panel = first_panel,
                      .first_schur = first_schur},
    };
    struct solver_speed guessed;

    cch_solver.speed(&map, &guessed);
    return guessed;
}

static void check(const char *map, double guessed, double measured)
{
    if (guessed < 1.6 * measured && measured < 1.6 * guessed)
        return;
    fail_msg("%s: guessed %g us, measured %g", map, guessed, measured);
}

static void guesses_of_cch_are_near_what_it_took(void **state)
{
    for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
        const struct measured *at = &maps[i];
        struct solver_speed guessed = guess(at);

        check(at->map, guessed.pair_us, at->pair_us);
        check(at->map, guessed.pair_us + guessed.path_us, at->path_us);
        check(at->map, guessed.tree_us, at->tree_us);
        check(at->map, table_us(&guessed, 1, 1000, 1), at->row_of_1000_us);
        check(at->map, table_us(&guessed, 100, 1000, 1), at->rows_of_1000_us);
        check(at->map, table_us(&guessed, 1000, 1000, 1), at->whole_of_1000_us);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_columns_share_is_paid_once),
        cmocka_unit_test(pairs_and_trees_have_no_columns),
        cmocka_unit_test(guesses_of_cch_are_near_what_it_took),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
