/* bench_question: a copy has the whole answer, and wrong ones are found. */
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

static void a_copy_has_the_path(void **state)
{
    struct bench_question question = make_question(one_path);
    struct bench_question copy = make_question(one_path);

    answer(&copy, 2, 0, 4, "41");
    answer(&question, 0, 2, 7, "02");
    assert_int_equal(bench_question_copy(&copy, &question), 0);
    assert_int_equal(copy.seed[0].vertex, 0);
    assert_int_equal(copy.vertices[0].vertex, 2);
    assert_int_equal(copy.cost[0], 7);
    assert_int_equal(copy.path.first_vertex, 0);
    assert_int_equal(copy.path.arc_count, 2);
    assert_int_equal(copy.path.arc[1], 2);
    bench_question_finish(&copy);
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

static void a_copy_has_the_costs_of_a_whole_tree(void **state)
{
    const struct bench_shape tree = {.kind = BENCH_WHOLE_TREE};
    struct bench_question question = make_question(tree);
    struct bench_question copy = make_question(tree);
    const uint32_t costs[] = {0, 3, 7};

    bench_question_set(&question, 0, 0);
    memcpy(question.cost, costs, sizeof(costs));
    assert_int_equal(bench_question_copy(&copy, &question), 0);
    assert_memory_equal(copy.cost, costs, sizeof(costs));
    bench_question_finish(&copy);
    bench_question_finish(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_has_the_path),
        cmocka_unit_test(a_wrong_path_is_found),
        cmocka_unit_test(a_copy_has_the_costs_of_a_whole_tree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
