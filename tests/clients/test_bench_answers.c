/* bench_answers: answers come back as they were kept, and wrong ones are found.
 */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "lab/bench.h"

/* A street to and fro, 0 - 1 - 2, and a shorter way from 2 to 1. */
static const uint32_t first_out[] = {0, 1, 3, 5};
static const uint32_t head[] = {1, 0, 2, 1, 1};
static uint32_t weight[] = {3, 3, 4, 4, 1};
static const struct map map = {
    .topology = {3, 5, first_out, head},
    .imported.arcs = {.arc_count = 5, .epoch = 1, .weight = weight},
};
static const struct bench_shape one_path = {.kind = BENCH_ONE_PATH};

static struct bench_question make_question(struct bench_shape shape)
{
    struct bench_question question;

    assert_int_equal(bench_question_init(&question, &map, shape), 0);
    return question;
}

/* Answers with a path of these arcs, "023". */
static void answer(struct bench_question *question, uint32_t from, uint32_t to,
                   uint32_t cost, const char *arcs)
{
    bench_question_set(question, from, to);
    question->cost[0] = cost;
    path_clear(&question->path);
    question->path.first_vertex = from;
    for (; *arcs; arcs++)
        assert_int_equal(path_append(&question->path, (uint32_t)(*arcs - '0')),
                         0);
}

static void kept_answers_come_back(void **state)
{
    struct bench_question question = make_question(one_path);
    struct bench_answers answers;

    assert_int_equal(bench_answers_init(&answers, &question, 2, true), 0);
    answer(&question, 0, 2, 7, "02");
    assert_true(bench_answers_keep(&answers, &question));
    answer(&question, 2, 0, 4, "41");
    assert_true(bench_answers_keep(&answers, &question));
    assert_false(bench_answers_keep(&answers, &question));
    assert_int_equal(bench_answers_load(&answers, 0, &question), 0);
    assert_int_equal(question.seed[0].vertex, 0);
    assert_int_equal(question.vertices[0].vertex, 2);
    assert_int_equal(question.cost[0], 7);
    assert_int_equal(question.path.arc_count, 2);
    assert_int_equal(question.path.arc[1], 2);
    assert_int_equal(bench_answers_load(&answers, 1, &question), 0);
    assert_int_equal(question.path.first_vertex, 2);
    assert_int_equal(question.path.arc[0], 4);
    bench_answers_finish(&answers);
    bench_question_finish(&question);
}

static void arcs_are_kept_up_to_a_bound(void **state)
{
    struct bench_question question = make_question(one_path);
    struct bench_answers answers;

    assert_int_equal(bench_answers_init(&answers, &question, 9, true), 0);
    answers.arc_capacity = 3;
    answer(&question, 0, 2, 7, "02");
    assert_true(bench_answers_keep(&answers, &question));
    assert_false(bench_answers_keep(&answers, &question));
    bench_answers_clear(&answers);
    assert_true(bench_answers_keep(&answers, &question));
    bench_answers_clear(&answers);
    answer(&question, 0, 1, 9, "01010");
    assert_true(bench_answers_keep(&answers, &question));
    assert_int_equal(bench_answers_load(&answers, 0, &question), 0);
    assert_int_equal(question.path.arc_count, 3);
    bench_answers_finish(&answers);
    bench_question_finish(&question);
}

static bool is_right(uint32_t from, uint32_t to, uint32_t cost,
                     const char *arcs)
{
    struct bench_question expected = make_question(one_path);
    struct bench_question given = make_question(one_path);
    bool same;

    answer(&expected, 2, 0, 4, "41");
    answer(&given, from, to, cost, arcs);
    given.path.first_vertex = from;
    bench_question_set(&given, 2, 0);
    same = bench_question_same(&expected, &given, &map.imported.arcs);
    bench_question_finish(&expected);
    bench_question_finish(&given);
    return same;
}

static void a_wrong_path_is_found(void **state)
{
    assert_true(is_right(2, 0, 4, "41"));
    assert_false(is_right(2, 0, 7, "31")); /* another cost */
    assert_false(is_right(2, 0, 4, "31")); /* adds up to more */
    assert_false(is_right(2, 0, 4, "14")); /* adds up, leads nowhere */
    assert_false(is_right(2, 0, 4, "4"));  /* ends too early */
    assert_false(is_right(1, 0, 4, "41")); /* begins elsewhere */
}

static void costs_of_whole_trees_are_kept(void **state)
{
    const struct bench_shape tree = {.kind = BENCH_WHOLE_TREE};
    struct bench_question question = make_question(tree);
    const uint32_t costs[] = {0, 3, 7};
    struct bench_answers answers;

    assert_int_equal(bench_answers_init(&answers, &question, 1, true), 0);
    bench_question_set(&question, 0, 0);
    memcpy(question.cost, costs, sizeof(costs));
    assert_true(bench_answers_keep(&answers, &question));
    memset(question.cost, 0, sizeof(costs));
    assert_int_equal(bench_answers_load(&answers, 0, &question), 0);
    assert_memory_equal(question.cost, costs, sizeof(costs));
    bench_answers_finish(&answers);
    bench_question_finish(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_answers_come_back),
        cmocka_unit_test(arcs_are_kept_up_to_a_bound),
        cmocka_unit_test(a_wrong_path_is_found),
        cmocka_unit_test(costs_of_whole_trees_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
