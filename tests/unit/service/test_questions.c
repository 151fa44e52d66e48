/* questions: a client's questions and their answers, in its own ids. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/service/ask.h"
#include "tests/unit/engine/fake_slow.h"
#include "tests/unit/service/fixture.h"

static int set_up(void **state)
{
    static const struct limits settings = {
        .deadline_ms = 60000,
        .queries_max = 3,
        .costs_max = 5,
        .table_ids_max = 1000000,
        .table_cells_max = 20,
        .stream_bytes_max = 1000,
    };

    bench_set_up(state, &settings, 0, build_line(30000, 1000));
    return 0;
}

static struct question base(struct bench *bench)
{
    return (struct question){
        .ended = waiter_ended,
        .readable = waiter_readable,
        .context = &bench->waiter,
    };
}

static void a_path_comes_in_the_sources_ids(void **state)
{
    struct bench *bench = *state;
    struct path_pair pairs[] = {{1002, 1005}, {1005, 1002}, {1007, 1007}};
    struct path_question question = {
        .base = base(bench), .pairs = pairs, .pair_count = 3};

    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_string_equal(question.base.device_name, "cpu");
    assert_int_equal(question.base.epoch, 0);
    assert_int_equal(question.answers[0].cost, 3);
    assert_int_equal(question.answers[0].vertex_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(question.answers[0].vertices[i], 1002 + i);
    assert_int_equal(question.answers[1].cost, COST_INFINITY);
    assert_int_equal(question.answers[1].vertex_count, 0);
    assert_int_equal(question.answers[2].cost, 0);
    assert_int_equal(question.answers[2].vertex_count, 1);
    assert_int_equal(question.answers[2].vertices[0], 1007);
    path_question_finish(&question);
}

static void costs_alone_come_without_vertices(void **state)
{
    struct bench *bench = *state;
    struct path_pair pairs[] = {
        {1002, 1005}, {1005, 1002}, {1007, 1007}, {1000, 1010}, {1001, 1002}};
    const uint32_t expected[] = {3, COST_INFINITY, 0, 10, 1};
    struct path_question question = {.base = base(bench),
                                     .pairs = pairs,
                                     .pair_count = 5,
                                     .costs_only = true};

    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(question.answers[i].cost, expected[i]);
        assert_int_equal(question.answers[i].vertex_count, 0);
    }
    path_question_finish(&question);
}

static void a_table_comes_row_by_row(void **state)
{
    struct bench *bench = *state;
    uint64_t sources[] = {1000, 1010};
    uint64_t targets[] = {1010, 1005, 1020};
    uint32_t expected[] = {10, 5, 20, 0, COST_INFINITY, 10};
    struct table_question question = {.base = base(bench),
                                      .sources = sources,
                                      .source_count = 2,
                                      .targets = targets,
                                      .target_count = 3};
    struct table_rows rows;

    assert_int_equal(service_ask_table(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    rows = table_read(&question);
    assert_int_equal(rows.count, 2);
    assert_memory_equal(rows.cost, expected, sizeof(expected));
    assert_int_equal(table_read(&question).count, 0);
    table_question_finish(&question);
}

static struct tree_question tree(struct bench *bench, bool dense)
{
    return (struct tree_question){
        .base = base(bench),
        .from = 1000,
        .limit = COST_OVERFLOW,
        .dense = dense,
    };
}

/* A stream of 1000 bytes holds far less than the tree: the worker must wait for
 * the reader, block after block. */
static void a_dense_tree_comes_whole_through_a_small_stream(void **state)
{
    struct bench *bench = *state;
    struct tree_question question = tree(bench, true);
    uint32_t next = 0;
    unsigned seen = 0;

    assert_int_equal(service_ask_tree(bench->fixture.service, &question),
                     OUTCOME_OK);
    while (next < 30000) {
        struct tree_labels labels = tree_read(&question, 100);

        assert_true(labels.count <= 100);
        for (size_t i = 0; i < labels.count; i++)
            assert_int_equal(labels.cost[i], next++);
        if (labels.count == 0)
            seen = waiter_wait_readable(&bench->waiter, seen);
    }
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_int_equal(tree_read(&question, 1).count, 0);
    tree_question_finish(&question);
}

/* Costs in order from where the line's tree begins. */
static uint32_t take_some(struct tree_question *question, uint32_t next)
{
    struct tree_labels labels = tree_read(question, 1000);

    for (size_t i = 0; i < labels.count; i++)
        assert_int_equal(labels.cost[i], next++);
    return next;
}

/* 120,000 bytes each: there is memory for four, until they are read. */
static void trees_that_nobody_reads_share_the_memory(void **state)
{
    enum { FIT = 4 };
    struct bench *bench = *state;
    struct service *service = bench->fixture.service;
    struct limits settings = {
        .deadline_ms = 60000,
        .stream_bytes_max = 1 << 20,
        .memory_max = 500000,
    };
    struct tree_question questions[FIT + 1];
    struct waiter waiters[FIT + 1];

    bench->fixture.limits.now = &settings;
    for (int i = 0; i <= FIT; i++) {
        waiter_init(&waiters[i]);
        questions[i] = tree(bench, true);
        questions[i].base.context = &waiters[i];
        assert_int_equal(service_ask_tree(service, &questions[i]), OUTCOME_OK);
        waiter_wait(&waiters[i]);
    }
    assert_int_equal(questions[FIT].base.outcome, OUTCOME_MEMORY_FULL);
    assert_true(questions[FIT].base.retry_after_s >= 1);
    tree_question_finish(&questions[FIT]);
    assert_int_equal(service_memory(service), FIT * 120000);
    for (int i = 0; i < FIT; i++) {
        uint32_t next = 0;

        assert_int_equal(questions[i].base.outcome, OUTCOME_OK);
        while (next < 30000)
            next = take_some(&questions[i], next);
        assert_int_equal(service_memory(service), (FIT - 1 - i) * 120000);
        tree_question_finish(&questions[i]);
    }
    for (int i = 0; i <= FIT; i++)
        waiter_finish(&waiters[i]);
}

static void a_bounded_tree_names_only_what_is_within(void **state)
{
    struct bench *bench = *state;
    struct tree_question question = tree(bench, false);
    struct tree_labels labels;

    question.from = 1500;
    question.limit = 7;
    assert_int_equal(service_ask_tree(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    labels = tree_read(&question, 100);
    assert_int_equal(labels.count, 8);
    for (size_t i = 0; i < labels.count; i++)
        assert_int_equal(labels.id[i], 1500 + labels.cost[i]);
    tree_question_finish(&question);
}

static void cancelling_wakes_a_worker_that_waits_for_room(void **state)
{
    struct bench *bench = *state;
    struct tree_question question = tree(bench, true);

    assert_int_equal(service_ask_tree(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait_readable(&bench->waiter, 0);
    question_cancel(&question.base);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_CANCELLED);
    tree_question_finish(&question);
}

static void a_deadline_ends_a_worker_that_waits_for_room(void **state)
{
    struct bench *bench = *state;
    struct tree_question question = tree(bench, true);

    question.base.cancel.deadline_us = clock_now_us() + 50000;
    assert_int_equal(service_ask_tree(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_LATE);
    tree_question_finish(&question);
}

/* Weights change, and what began before is cut off. */
static void change_and_cut(struct bench *bench)
{
    struct map_entry *entry =
        registry_acquire(bench->fixture.registry, "line", NULL);
    struct published_map *published = map_entry_published(entry);
    struct weighting_edits edits = {0};
    struct next_entry *next;
    size_t changed;

    map_entry_release(entry);
    assert_int_equal(
        published_map_change(published, &edits, 1, &next, &changed, NULL), 0);
    published_map_put(published, next);
    published_map_cut_oldest(published);
    assert_int_equal(published_map_elders(published), 1);
}

static void who_lost_its_weights_is_outdated_not_late(void **state)
{
    struct bench *bench = *state;
    struct tree_question question = tree(bench, true);
    unsigned seen = 0;

    assert_int_equal(service_ask_tree(bench->fixture.service, &question),
                     OUTCOME_OK);
    seen = waiter_wait_readable(&bench->waiter, seen);
    change_and_cut(bench);
    while (!waiter_ended_already(&bench->waiter)) {
        if (tree_read(&question, 100).count == 0)
            seen = waiter_wait_readable(&bench->waiter, seen);
    }
    assert_int_equal(question.base.outcome, OUTCOME_OUTDATED);
    assert_non_null(strstr(question.base.error.text, "weights.epochs-max"));
    tree_question_finish(&question);
}

/* The outcome of a question that is looked at amid its ids. */
static enum outcome look(struct bench *bench, struct question *question)
{
    enum outcome outcome;

    assert_int_equal(ask_check_cancel(question, 1), OUTCOME_OK);
    outcome = ask_check_cancel(question, 0);
    if (outcome == OUTCOME_OK)
        return outcome;
    assert_int_equal(question->outcome, outcome);
    assert_null(question->entry); /* and what it would be asked of */
    assert_false(cancel_cut(&question->cancel));
    assert_int_equal(ask_begin(bench->fixture.service, question), OUTCOME_OK);
    return outcome;
}

static void so_is_who_lost_them_amid_its_ids(void **state)
{
    struct bench *bench = *state;
    struct question question = base(bench);
    struct map_entry *entry;

    assert_int_equal(ask_begin(bench->fixture.service, &question), OUTCOME_OK);
    assert_int_equal(look(bench, &question), OUTCOME_OK);
    question.cancel.deadline_us = 1;
    assert_int_equal(look(bench, &question), OUTCOME_LATE);
    entry = map_entry_acquire(question.entry);
    change_and_cut(bench);
    assert_int_equal(ask_note_ended(&question), OUTCOME_OUTDATED);
    assert_non_null(strstr(question.error.text, "weights.epochs-max"));
    atomic_store(&question.cancel.requested, true);
    assert_int_equal(ask_note_ended(&question), OUTCOME_CANCELLED);
    atomic_store(&question.cancel.requested, false);
    assert_int_equal(look(bench, &question), OUTCOME_OUTDATED);
    map_entry_release(entry);
    ask_refuse(&question, OUTCOME_CANCELLED, "the end");
}

/* Connections are cut by it: one whose client left is not cut as late. */
static void who_is_cancelled_is_not_due(void **state)
{
    struct bench *bench = *state;
    struct question question = base(bench);

    assert_int_equal(ask_begin(bench->fixture.service, &question), OUTCOME_OK);
    assert_false(ask_is_due(&question));
    question_cancel(&question);
    assert_false(ask_is_due(&question));
    question.cancel.deadline_us = 1;
    assert_true(ask_is_due(&question));
    question.cancel.deadline_us = 0;
    change_and_cut(bench);
    assert_true(ask_is_due(&question));
    ask_refuse(&question, OUTCOME_CANCELLED, "the end");
}

static enum outcome ask_pair(struct bench *bench, struct question question,
                             struct path_pair *pairs, size_t count,
                             struct error *ret_error)
{
    struct path_question asked = {
        .base = question, .pairs = pairs, .pair_count = count};
    enum outcome outcome = service_ask_path(bench->fixture.service, &asked);

    assert_int_equal(asked.base.outcome, outcome);
    assert_null(asked.state);
    *ret_error = asked.base.error;
    return outcome;
}

static void an_unknown_id_is_named_with_its_place(void **state)
{
    struct bench *bench = *state;
    struct path_pair pairs[] = {{1000, 1001}, {1000, 99}};
    uint64_t sources[] = {1000, 7};
    struct table_question table = {.base = base(bench),
                                   .sources = sources,
                                   .source_count = 2,
                                   .targets = sources,
                                   .target_count = 1};
    struct error error;

    assert_int_equal(ask_pair(bench, base(bench), pairs, 2, &error),
                     OUTCOME_UNKNOWN_ID);
    assert_string_equal(error.text,
                        "queries[1].to: vertex 99: no such id in map 'line' "
                        "(ids 1000 to 30999)");
    assert_int_equal(ask_pair(bench, base(bench), pairs + 1, 1, &error),
                     OUTCOME_UNKNOWN_ID);
    assert_memory_equal(error.text, "to: vertex 99:", 14);
    assert_int_equal(service_ask_table(bench->fixture.service, &table),
                     OUTCOME_UNKNOWN_ID);
    assert_memory_equal(table.base.error.text, "sources[1]: vertex 7:", 21);
    assert_null(table.state);
}

static void unknown_names_come_with_those_there_are(void **state)
{
    struct bench *bench = *state;
    struct path_pair pair = {1000, 1001};
    struct question question = base(bench);
    struct error error;

    question.map = "nowhere";
    assert_int_equal(ask_pair(bench, question, &pair, 1, &error),
                     OUTCOME_UNKNOWN_MAP);
    assert_string_equal(error.text,
                        "no map is called 'nowhere'; there are: line");
    question.map = NULL;
    question.profile = "car";
    assert_int_equal(ask_pair(bench, question, &pair, 1, &error),
                     OUTCOME_UNKNOWN_PROFILE);
    assert_string_equal(error.text,
                        "no map has profiles, so none called 'car'");
    question.map = "line";
    assert_int_equal(ask_pair(bench, question, &pair, 1, &error),
                     OUTCOME_UNKNOWN_PROFILE);
    assert_string_equal(error.text,
                        "map 'line' has no profiles, so none called 'car'");
    question.map = question.profile = NULL;
    question.solver = "magic";
    assert_int_equal(ask_pair(bench, question, &pair, 1, &error),
                     OUTCOME_UNKNOWN_SOLVER);
    assert_non_null(strstr(error.text, "auto, dijkstra"));
}

static void limits_are_named(void **state)
{
    struct bench *bench = *state;
    struct path_pair pairs[4] = {{1000, 1001}};
    uint64_t ids[5] = {1000, 1000, 1000, 1000, 1000};
    struct table_question table = {.base = base(bench),
                                   .sources = ids,
                                   .source_count = 5,
                                   .targets = ids,
                                   .target_count = 5};
    struct error error;

    assert_int_equal(ask_pair(bench, base(bench), pairs, 4, &error),
                     OUTCOME_TOO_LARGE);
    assert_non_null(strstr(error.text, "limit is 3 (limits.queries-max)"));
    assert_int_equal(service_ask_table(bench->fixture.service, &table),
                     OUTCOME_TOO_LARGE);
    assert_non_null(
        strstr(table.base.error.text, "limit is 20 (limits.table-cells-max)"));
}

/* Asks "slow-cpu" for one pair; asserts admission. */
static enum outcome ask_slowly(struct bench *bench, struct question question,
                               struct error *ret_error)
{
    struct path_pair pair = {1000, 1001};
    struct path_question asked = {
        .base = question, .pairs = &pair, .pair_count = 1};

    asked.base.solver = "slow-cpu";
    bench->waiter.answered = false;
    assert_int_equal(service_ask_path(bench->fixture.service, &asked),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    *ret_error = asked.base.error;
    path_question_finish(&asked);
    return asked.base.outcome;
}

static void a_solver_that_refuses_the_map_says_why_each_time(void **state)
{
    struct bench *bench = *state;
    struct error error;

    fake_slow_prepare_code(SOLVER_REFUSES);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_slowly(bench, base(bench), &error),
                         OUTCOME_REFUSED);
        assert_string_equal(
            error.text, "solver slow-cpu refuses map 'line': too wide a map");
    }
}

static void a_slow_solver_honours_the_deadline(void **state)
{
    struct bench *bench = *state;
    struct question question = base(bench);
    struct error error;

    fake_slow_open_solve(false);
    /* Repeats until a worker has begun one before its deadline. */
    for (uint64_t wait_us = 30000; !fake_slow_phases(); wait_us *= 4) {
        question.cancel.deadline_us = clock_now_us() + wait_us;
        assert_int_equal(ask_slowly(bench, question, &error), OUTCOME_LATE);
    }
    fake_slow_open_solve(true);
    assert_int_equal(ask_slowly(bench, base(bench), &error), OUTCOME_OK);
}

static void options_go_to_the_named_solver(void **state)
{
    struct bench *bench = *state;
    struct question question = base(bench);
    struct error error;

    question.set = "wait=long";
    assert_int_equal(ask_slowly(bench, question, &error), OUTCOME_OK);
    assert_true(fake_slow_wait() == 1);
    question.set = "slow-cpu.wait=0";
    assert_int_equal(ask_slowly(bench, question, &error), OUTCOME_OK);
    assert_true(fake_slow_wait() == 0);
}

static void assert_bad_option(struct bench *bench, const char *solver,
                              const char *set, const char *words)
{
    struct path_pair pair = {1000, 1001};
    struct question question = base(bench);
    struct error error;

    question.solver = solver;
    question.set = set;
    assert_int_equal(ask_pair(bench, question, &pair, 1, &error),
                     OUTCOME_BAD_OPTION);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
}

static void bad_options_are_named(void **state)
{
    char many[QUESTION_SET_SIZE + 1];

    memset(many, 'x', sizeof(many));
    many[QUESTION_SET_SIZE] = '\0';
    assert_bad_option(*state, NULL, "wait=1", "name the solver");
    assert_bad_option(*state, "auto", "wait=1", "name the solver");
    assert_bad_option(*state, "slow-cpu", "wait=2", "want none, long");
    assert_bad_option(*state, "slow-cpu", "wait", "is not option=value");
    assert_bad_option(*state, "slow-cpu", "wait=1,", "is not option=value");
    assert_bad_option(*state, "slow-cpu", "dijkstra.wait=1", "it has wait");
    assert_bad_option(*state, "slow-cpu", many, "longer than 127 bytes");
    assert_bad_option(*state, "slow-cpu", "wait=1,slow-cpu.wait=0",
                      "option wait is given twice");
}

static void nothing_is_asked_of_a_stopping_engine(void **state)
{
    struct bench *bench = *state;
    struct path_pair pair = {1000, 1001};
    struct error error;

    engine_stop(bench->fixture.engine);
    assert_int_equal(ask_pair(bench, base(bench), &pair, 1, &error),
                     OUTCOME_STOPPING);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_path_comes_in_the_sources_ids),
        TEST(costs_alone_come_without_vertices),
        TEST(a_table_comes_row_by_row),
        TEST(a_dense_tree_comes_whole_through_a_small_stream),
        TEST(trees_that_nobody_reads_share_the_memory),
        TEST(a_bounded_tree_names_only_what_is_within),
        TEST(cancelling_wakes_a_worker_that_waits_for_room),
        TEST(a_deadline_ends_a_worker_that_waits_for_room),
        TEST(who_lost_its_weights_is_outdated_not_late),
        TEST(so_is_who_lost_them_amid_its_ids),
        TEST(who_is_cancelled_is_not_due),
        TEST(an_unknown_id_is_named_with_its_place),
        TEST(unknown_names_come_with_those_there_are),
        TEST(limits_are_named),
        TEST(a_solver_that_refuses_the_map_says_why_each_time),
        TEST(a_slow_solver_honours_the_deadline),
        TEST(options_go_to_the_named_solver),
        TEST(bad_options_are_named),
        TEST(nothing_is_asked_of_a_stopping_engine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
