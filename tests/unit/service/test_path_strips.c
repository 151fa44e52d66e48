/* path_strips: a long list of pairs is answered strip by strip, as a short one
 * is at once. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pool.h"
#include "tests/unit/service/fixture.h"

enum {
    VERTICES = 2000,
    FIRST_ID = 1000,
    PATHS = 3000,
    COSTS = 40000,
    MEMORY_MAX = 1 << 30,
};

static const struct limits settings = {
    .deadline_ms = 600000,
    .queries_max = PATHS,
    .costs_max = COSTS,
    .memory_max = MEMORY_MAX,
};

static struct path_pair pairs[COSTS];

static int set_up(void **state)
{
    for (size_t i = 0; i < COSTS; i++)
        pairs[i] = (struct path_pair){FIRST_ID + i * 7919 % VERTICES,
                                      FIRST_ID + i * 104729 % VERTICES};
    bench_set_up(state, &settings, 0, build_line(VERTICES, FIRST_ID));
    return 0;
}

static struct path_question list(struct bench *bench, size_t count)
{
    return (struct path_question){
        .base = {.ended = waiter_ended,
                 .readable = waiter_readable,
                 .context = &bench->waiter},
        .pairs = pairs,
        .pair_count = count,
    };
}

static void check(const struct path_pair *pair,
                  const struct path_answer *answer, bool costs_only)
{
    bool forward = pair->from <= pair->to;

    assert_int_equal(answer->cost,
                     forward ? pair->to - pair->from : COST_INFINITY);
    assert_int_equal(answer->vertex_count,
                     forward && !costs_only ? answer->cost + 1 : 0);
    for (size_t i = 0; i < answer->vertex_count; i++)
        assert_int_equal(answer->vertices[i], pair->from + i);
}

static size_t bytes_of(const struct path_answers *answers)
{
    size_t bytes = 0;

    for (size_t i = 0; i < answers->count; i++)
        bytes += answers->list[i].vertex_count * sizeof(uint64_t);
    return bytes;
}

/* Reads until the end; returns the number of strips. While a strip is read, the
 * question holds its bytes. */
static size_t read_all(struct bench *bench, struct path_question *question)
{
    size_t strips = 0;
    size_t done = 0;
    unsigned seen = 0;

    for (;;) {
        bool ended = waiter_ended_already(&bench->waiter);
        struct path_answers answers = path_read(question);

        for (size_t i = 0; i < answers.count; i++)
            check(&question->pairs[done + i], &answers.list[i],
                  question->costs_only);
        done += answers.count;
        strips += answers.count > 0;
        assert_in_range(bytes_of(&answers), 0, 6 << 20);
        assert_in_range(bytes_of(&answers), 0,
                        service_memory(bench->fixture.service));
        if (!answers.count && ended)
            break;
        if (!answers.count)
            seen = waiter_wait_readable(&bench->waiter, seen);
    }
    assert_int_equal(question->base.outcome, OUTCOME_OK);
    assert_int_equal(done, question->pair_count);
    return strips;
}

static void ask_all(struct bench *bench, size_t count, bool costs_only,
                    size_t strips_min, size_t strips_max)
{
    struct path_question question = list(bench, count);

    question.costs_only = costs_only;
    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    assert_in_range(read_all(bench, &question), strips_min, strips_max);
    path_question_finish(&question);
    assert_int_equal(service_memory(bench->fixture.service), 0);
}

static void paths_come_whole_in_strips(void **state)
{
    ask_all(*state, PATHS, false, 4, 40);
}

static void a_list_of_two_strips_comes_whole(void **state)
{
    ask_all(*state, 65, false, 2, 2);
}

static void a_short_list_is_one_strip(void **state)
{
    ask_all(*state, 64, false, 1, 1);
}

static void costs_come_whole_in_strips(void **state)
{
    ask_all(*state, COSTS, true, 3, 3);
}

/* 64 paths of one vertex, then from end to end of the line. */
static void ask_short_then_long(struct bench *bench, size_t memory_max,
                                size_t strips_min)
{
    static struct path_pair mixed[PATHS];
    struct limits limits = settings;
    struct path_question question = list(bench, PATHS);

    for (size_t i = 0; i < PATHS; i++)
        mixed[i] = (struct path_pair){FIRST_ID,
                                      FIRST_ID + (i < 64 ? 0 : VERTICES - 1)};
    question.pairs = mixed;
    limits.memory_max = memory_max;
    bench->fixture.limits.now = &limits;
    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    assert_in_range(read_all(bench, &question), strips_min, PATHS);
    path_question_finish(&question);
    assert_int_equal(service_memory(bench->fixture.service), 0);
}

static void strips_stay_small_where_paths_get_long(void **state)
{
    ask_short_then_long(*state, MEMORY_MAX, 8);
}

static void strips_get_smaller_where_memory_is_short(void **state)
{
    ask_short_then_long(*state, 1000000, 80);
}

/* Takes all memory that is left. */
static void take_rest(struct service *service, atomic_size_t *held)
{
    for (size_t part = MEMORY_MAX; part; part /= 2)
        service_take_memory(service, held, part);
}

/* Long paths, then many of one vertex, then long ones, while another takes what
 * the question gives back. */
static void a_list_keeps_what_later_strips_may_need(void **state)
{
    enum { LONG = 64, COUNT = 6000 };
    static struct path_pair mixed[COUNT];
    struct bench *bench = *state;
    struct service *service = bench->fixture.service;
    struct limits limits = settings;
    struct path_question question = list(bench, COUNT);
    struct path_answers answers;
    atomic_size_t other = 0;
    size_t done = 0;
    unsigned seen = 0;

    for (size_t i = 0; i < COUNT; i++)
        mixed[i] = (struct path_pair){
            FIRST_ID,
            FIRST_ID + (i < LONG || i >= COUNT - LONG ? VERTICES - 1 : 0)};
    question.pairs = mixed;
    limits.queries_max = COUNT;
    bench->fixture.limits.now = &limits;
    assert_int_equal(service_ask_path(service, &question), OUTCOME_OK);
    while (done < COUNT) {
        bool ended = waiter_ended_already(&bench->waiter);

        answers = path_read(&question);
        done += answers.count;
        if (done > LONG)
            take_rest(service, &other);
        if (!answers.count && ended)
            break;
        if (!answers.count)
            seen = waiter_wait_readable(&bench->waiter, seen);
    }
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_int_equal(done, COUNT);
    path_question_finish(&question);
    service_return_memory(service, &other, other);
    assert_int_equal(service_memory(service), 0);
}

static pthread_mutex_t shut = PTHREAD_MUTEX_INITIALIZER;

static void wait_until_open(struct pool_task *task)
{
    pthread_mutex_lock(&shut);
    pthread_mutex_unlock(&shut);
}

static void a_list_that_waits_for_a_thread_holds_memory(void **state)
{
    struct bench *bench = *state;
    struct path_question question = list(bench, PATHS);
    struct pool_task task = {.run = wait_until_open};
    struct service *service;
    struct pool *pool;

    assert_int_equal(pool_create("test", 1, 2, &pool, NULL), 0);
    service = service_create(&bench->fixture.limits, bench->fixture.engine,
                             NULL, pool);
    assert_non_null(service);
    pthread_mutex_lock(&shut);
    assert_true(pool_submit(pool, &task));
    assert_int_equal(service_ask_path(service, &question), OUTCOME_OK);
    assert_in_range(service_memory(service), PATHS * sizeof(struct path_pair),
                    MEMORY_MAX);
    question_cancel(&question.base);
    pthread_mutex_unlock(&shut);
    waiter_wait(&bench->waiter);
    path_question_finish(&question);
    assert_int_equal(service_memory(service), 0);
    pool_destroy(pool);
    service_destroy(service);
}

/* Two strips wait for the client, and no thread goes on. */
static void a_list_that_nobody_reads_can_be_cancelled(void **state)
{
    struct bench *bench = *state;
    struct path_question question = list(bench, PATHS);

    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait_readable(&bench->waiter, 0);
    assert_false(waiter_ended_already(&bench->waiter));
    question_cancel(&question.base);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_CANCELLED);
    path_question_finish(&question);
    assert_int_equal(service_memory(bench->fixture.service), 0);
}

static void an_unknown_id_is_refused_before_any_answer(void **state)
{
    struct bench *bench = *state;
    struct path_question question = list(bench, PATHS);
    struct path_pair last = pairs[PATHS - 1];

    pairs[PATHS - 1].to = 7;
    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_UNKNOWN_ID);
    assert_non_null(strstr(question.base.error.text, "queries[2999].to"));
    pairs[PATHS - 1] = last;
    path_question_finish(&question);
}

static void without_a_reader_a_list_is_one_strip(void **state)
{
    struct bench *bench = *state;
    struct path_question question = list(bench, PATHS);

    question.base.readable = NULL;
    assert_int_equal(service_ask_path(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    for (size_t i = 0; i < PATHS; i++)
        check(&pairs[i], &question.answers[i], false);
    path_question_finish(&question);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(paths_come_whole_in_strips),
        TEST(a_list_of_two_strips_comes_whole),
        TEST(a_short_list_is_one_strip),
        TEST(costs_come_whole_in_strips),
        TEST(strips_stay_small_where_paths_get_long),
        TEST(strips_get_smaller_where_memory_is_short),
        TEST(a_list_keeps_what_later_strips_may_need),
        TEST(a_list_that_waits_for_a_thread_holds_memory),
        TEST(a_list_that_nobody_reads_can_be_cancelled),
        TEST(an_unknown_id_is_refused_before_any_answer),
        TEST(without_a_reader_a_list_is_one_strip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
