/* tables: large ones arrive in strips, and may fail at any of them. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include "tests/unit/engine/fake.h"
#include "tests/unit/service/fixture.h"

enum {
    VERTICES = 100,
    FIRST_ID = 1000,
    ROWS = 7,
    COLUMNS = 3,
    STRIP_ROWS = 2, /* so strips of 2, 2, 2 and 1 rows */
};

static const struct limits settings = {
    .deadline_ms = 60000,
    .queries_max = 3,
    .table_ids_max = 1000000,
    .table_cells_max = 1000,
    .stream_bytes_max = 2 * STRIP_ROWS * COLUMNS * sizeof(uint32_t),
    .memory_max = 2000,
};

static const uint64_t sources[ROWS] = {1000, 1010, 1020, 1030,
                                       1040, 1050, 1060};
static const uint64_t targets[COLUMNS] = {1060, 1015, 1000};

static int set_up_with(void **state, size_t gpu_count)
{
    bench_set_up(state, &settings, gpu_count, build_line(VERTICES, FIRST_ID));
    return 0;
}

static int set_up(void **state)
{
    return set_up_with(state, 0);
}

static int set_up_gpu(void **state)
{
    return set_up_with(state, 1);
}

static int set_up_two_gpus(void **state)
{
    return set_up_with(state, 2);
}

static struct table_question table(struct bench *bench, const char *solver)
{
    return (struct table_question){
        .base = {.ended = waiter_ended,
                 .readable = waiter_readable,
                 .context = &bench->waiter,
                 .solver = solver},
        .sources = sources,
        .source_count = ROWS,
        .targets = targets,
        .target_count = COLUMNS,
    };
}

static void ask(struct bench *bench, struct table_question *question)
{
    assert_int_equal(service_ask_table(bench->fixture.service, question),
                     OUTCOME_OK);
}

static uint32_t line_cost(size_t row, size_t column)
{
    return sources[row] <= targets[column]
               ? (uint32_t)(targets[column] - sources[row])
               : COST_INFINITY;
}

static uint32_t fake_cost(size_t row, size_t column)
{
    return FAKE_COST;
}

static void check_rows(const struct table_rows *rows,
                       uint32_t (*cost)(size_t row, size_t column))
{
    for (size_t i = 0; i < rows->count * COLUMNS; i++)
        assert_int_equal(rows->cost[i],
                         cost(rows->first + i / COLUMNS, i % COLUMNS));
}

/* The next rows, once there are any; none where it was answered before. */
static struct table_rows next_rows(struct bench *bench,
                                   struct table_question *question)
{
    unsigned seen = 0;

    for (;;) {
        bool over = waiter_ended_already(&bench->waiter);
        struct table_rows rows = table_read(question);

        if (rows.count || over)
            return rows;
        seen = waiter_wait_readable(&bench->waiter, seen);
    }
}

/* Rows [first, end), then no more. */
static void check_rest(struct bench *bench, struct table_question *question,
                       size_t first, size_t end,
                       uint32_t (*cost)(size_t row, size_t column))
{
    struct table_rows rows;

    while ((rows = next_rows(bench, question)).count) {
        assert_int_equal(rows.first, first);
        check_rows(&rows, cost);
        first += rows.count;
    }
    assert_int_equal(first, end);
}

static uint64_t jobs(struct bench *bench)
{
    struct engine_device_figures figures;

    engine_figures(bench->fixture.engine, &figures, 1);
    return figures.jobs;
}

/* Until both buffers are full, or almost; false: it was answered before. */
static bool wait_for_rest(struct bench *bench)
{
    while (jobs(bench) < 2) {
        if (waiter_ended_already(&bench->waiter))
            return false;
        sched_yield();
    }
    return true;
}

static void strips_come_in_order_and_whole(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, NULL);

    ask(bench, &question);
    check_rest(bench, &question, 0, ROWS, line_cost);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_string_equal(question.base.solved_by, "dijkstra");
    assert_string_equal(question.base.note, "");
    assert_int_equal(jobs(bench), 4);
    table_question_finish(&question);
}

static void an_asker_that_reads_nothing_keeps_no_worker(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, NULL);
    struct table_question other = table(bench, NULL);
    struct waiter waiter;

    waiter_init(&waiter);
    other.base.context = &waiter;
    other.source_count = STRIP_ROWS;
    ask(bench, &question);
    wait_for_rest(bench);
    for (int i = 0; i < 4; i++) {
        waiter.answered = false;
        ask(bench, &other);
        waiter_wait(&waiter);
        table_question_finish(&other);
    }
    assert_int_equal(jobs(bench), 2 + 4);
    assert_false(waiter_ended_already(&bench->waiter));
    check_rest(bench, &question, 0, ROWS, line_cost);
    table_question_finish(&question);
    waiter_finish(&waiter);
}

static void all_rows_are_of_the_map_that_was_asked(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, NULL);
    struct table_rows rows;

    ask(bench, &question);
    rows = next_rows(bench, &question);
    check_rows(&rows, line_cost);
    fixture_publish(&bench->fixture, "line", build_random(VERTICES, 1, 1));
    check_rest(bench, &question, STRIP_ROWS, ROWS, line_cost);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_int_equal(question.base.epoch, 0);
    table_question_finish(&question);
}

static void a_first_strip_that_fails_is_a_table_that_fails(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, "cpu-single");

    fake_fail(STRIP_ROWS, -EIO);
    ask(bench, &question);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_FAILED);
    assert_string_equal(question.base.error.text, "broken on purpose");
    assert_int_equal(bench->waiter.readable, 0);
    assert_int_equal(table_read(&question).count, 0);
    table_question_finish(&question);
}

static void a_later_strip_that_fails_ends_the_rows(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, "cpu-single");

    fake_fail(STRIP_ROWS + 1, -EIO);
    ask(bench, &question);
    check_rest(bench, &question, 0, STRIP_ROWS, fake_cost);
    assert_int_equal(question.base.outcome, OUTCOME_FAILED);
    assert_string_equal(question.base.error.text, "broken on purpose");
    assert_true(bench->waiter.readable > 0);
    table_question_finish(&question);
}

static uint32_t first_strip_on_gpu(size_t row, size_t column)
{
    return row < STRIP_ROWS ? FAKE_COST : line_cost(row, column);
}

static void a_gpu_that_fails_on_the_way_is_noted(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, "locality");

    fake_fail(STRIP_ROWS + 1, -EIO);
    ask(bench, &question);
    check_rest(bench, &question, 0, ROWS, first_strip_on_gpu);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_string_equal(question.base.solved_by, "locality");
    assert_string_equal(question.base.device_name, "cuda:0");
    assert_string_equal(
        question.base.note,
        "answered by dijkstra on cpu; cuda:0: broken on purpose");
    table_question_finish(&question);
}

static void which_of_two_gpus_solved_a_strip_is_not_noted(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, "locality");
    struct engine_device_figures figures[3];

    ask(bench, &question);
    check_rest(bench, &question, 0, ROWS, fake_cost);
    engine_figures(bench->fixture.engine, figures, 3);
    assert_int_equal(figures[1].jobs, 2);
    assert_int_equal(figures[2].jobs, 2);
    assert_string_equal(question.base.device_name, "cuda:0");
    assert_string_equal(question.base.note, "");
    table_question_finish(&question);
}

static void cancelling_ends_a_table_that_rests(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, NULL);

    ask(bench, &question);
    wait_for_rest(bench);
    question_cancel(&question.base);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_CANCELLED);
    check_rest(bench, &question, 0, 2 * STRIP_ROWS, line_cost);
    table_question_finish(&question);
}

static void cancelling_ends_a_strip_that_is_solved(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, "cpu-single");

    fake_open(false);
    ask(bench, &question);
    fake_wait_solves(1);
    question_cancel(&question.base);
    fake_wake();
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_CANCELLED);
    assert_int_equal(table_read(&question).count, 0);
    table_question_finish(&question);
}

/* Asks, and lets the deadline pass. Returns whether the table paused before it;
 * else it is over. */
static bool rests_until(struct bench *bench, struct table_question *question,
                        uint64_t wait_us)
{
    uint64_t due_us = clock_now_us() + wait_us;
    bool rests;

    question->base.cancel.deadline_us = due_us;
    ask(bench, question);
    rests = wait_for_rest(bench) && clock_now_us() < due_us;
    while (clock_now_us() < due_us)
        sched_yield();
    while (!rests && next_rows(bench, question).count)
        ;
    return rests;
}

static void a_deadline_ends_a_table_that_was_not_read(void **state)
{
    struct table_question question = table(*state, NULL);

    /* Repeats until one pauses before its deadline, however late the workers
     * are. */
    for (uint64_t wait_us = 100000; !rests_until(*state, &question, wait_us);
         wait_us *= 4) {
        table_question_finish(&question);
        bench_tear_down(state);
        set_up(state);
        question = table(*state, NULL);
    }
    check_rest(*state, &question, 0, 2 * STRIP_ROWS, line_cost);
    assert_int_equal(question.base.outcome, OUTCOME_LATE);
    table_question_finish(&question);
}

static void stopping_ends_a_table_that_rests(void **state)
{
    struct bench *bench = *state;
    struct table_question question = table(bench, NULL);

    ask(bench, &question);
    wait_for_rest(bench);
    engine_stop(bench->fixture.engine);
    check_rest(bench, &question, 0, 2 * STRIP_ROWS, line_cost);
    assert_int_equal(question.base.outcome, OUTCOME_STOPPING);
    table_question_finish(&question);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strips_come_in_order_and_whole),
        TEST(an_asker_that_reads_nothing_keeps_no_worker),
        TEST(all_rows_are_of_the_map_that_was_asked),
        TEST(a_first_strip_that_fails_is_a_table_that_fails),
        TEST(a_later_strip_that_fails_ends_the_rows),
        cmocka_unit_test_setup_teardown(a_gpu_that_fails_on_the_way_is_noted,
                                        set_up_gpu, bench_tear_down),
        cmocka_unit_test_setup_teardown(
            which_of_two_gpus_solved_a_strip_is_not_noted, set_up_two_gpus,
            bench_tear_down),
        TEST(cancelling_ends_a_table_that_rests),
        TEST(cancelling_ends_a_strip_that_is_solved),
        TEST(a_deadline_ends_a_table_that_was_not_read),
        TEST(stopping_ends_a_table_that_rests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
