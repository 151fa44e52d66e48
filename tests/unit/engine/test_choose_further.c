/* choose, with alternatives requested: a solver that finds them answers;
 * without one, another answers with the shortest path alone. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "tests/unit/engine/bench.h"

enum { VERTICES = 10, WANTED = 2 };

static struct bench bench;

static int with_all(void **state)
{
    bench_init(&bench, 1, 1, VERTICES);
    return 0;
}

/* None of these solvers finds any. */
static int with_plain_ones(void **state)
{
    static const struct solver_ops *const solvers[] = {&fake_cpu_known,
                                                       &fake_gpu};

    bench_init_alone(&bench, solvers, 2, 1, VERTICES);
    return 0;
}

static int finish(void **state)
{
    bench_finish(&bench);
    return 0;
}

/* A pair with alternatives. */
struct pair {
    struct item item;
    struct path path;
    struct path further[WANTED];
    uint32_t cost[WANTED];
    struct alternatives alternatives;
};

static void ask(struct pair *pair, const struct solver_ops *solver)
{
    struct query *query = &pair->item.query[0];

    item_init(&pair->item, &bench, solver, 1);
    pair->alternatives = (struct alternatives){
        .wanted = WANTED, .path = pair->further, .cost = pair->cost};
    path_init(&pair->path);
    for (int i = 0; i < WANTED; i++)
        path_init(&pair->further[i]);
    query->output = QUERY_PATHS;
    query->path = &pair->path;
    query->alternatives = &pair->alternatives;
    item_submit(&pair->item, &bench);
    item_wait(&pair->item);
    assert_int_equal(pair->item.job.status, JOB_DONE);
    assert_int_equal(query->status, QUERY_DONE);
    assert_int_equal(pair->alternatives.count, 0); /* a line has none */
    path_finish(&pair->path);
    for (int i = 0; i < WANTED; i++)
        path_finish(&pair->further[i]);
}

static bool finds_some(const struct job *job)
{
    return job->solved_by->capabilities & SOLVER_ALTERNATIVES;
}

static void who_finds_them_answers(void **state)
{
    struct pair pair;

    ask(&pair, NULL);
    assert_true(finds_some(&pair.item.job));
    assert_string_equal(pair.item.job.note, "");
}

static void who_finds_none_gives_way(void **state)
{
    const struct solver_ops *const named[] = {&fake_cpu, &fake_gpu};

    for (size_t i = 0; i < 2; i++) {
        struct pair pair;

        ask(&pair, named[i]);
        assert_true(finds_some(&pair.item.job));
        assert_non_null(strstr(pair.item.job.note, named[i]->name));
        assert_non_null(strstr(pair.item.job.note, "finds no alternatives"));
    }
}

static void where_nobody_does_one_way_is_answered(void **state)
{
    struct pair pair;

    ask(&pair, NULL);
    assert_false(finds_some(&pair.item.job));
    assert_int_equal(pair.item.cost[0], FAKE_COST);
    assert_non_null(strstr(pair.item.job.note, "alternatives: no solver"));
}

static void by_the_solver_that_is_named(void **state)
{
    const struct solver_ops *const named[] = {&fake_cpu_known, &fake_gpu};

    for (size_t i = 0; i < 2; i++) {
        struct pair pair;

        ask(&pair, named[i]);
        assert_ptr_equal(pair.item.job.solved_by, named[i]);
        assert_int_equal(pair.item.job.device->kind,
                         named[i]->form->device_kind);
        assert_non_null(strstr(pair.item.job.note, "alternatives: no solver"));
    }
}

static void and_by_the_cpu_where_a_device_fails(void **state)
{
    struct pair pair;

    fake_fail(1, -EIO);
    ask(&pair, &fake_gpu);
    assert_ptr_equal(pair.item.job.solved_by, &fake_cpu_known);
    assert_non_null(strstr(pair.item.job.note, "broken on purpose"));
    ask(&pair, &fake_gpu);
    assert_ptr_equal(pair.item.job.solved_by, &fake_cpu_known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_finds_them_answers, with_all,
                                        finish),
        cmocka_unit_test_setup_teardown(who_finds_none_gives_way, with_all,
                                        finish),
        cmocka_unit_test_setup_teardown(where_nobody_does_one_way_is_answered,
                                        with_plain_ones, finish),
        cmocka_unit_test_setup_teardown(by_the_solver_that_is_named,
                                        with_plain_ones, finish),
        cmocka_unit_test_setup_teardown(and_by_the_cpu_where_a_device_fails,
                                        with_plain_ones, finish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
