/* route memory: whichever allocation fails between a question for alternatives
 * and its answer's lines, the client gets an error, and all memory is freed
 * (AddressSanitizer checks). */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "api/v1/route.h"
#include "tests/unit/failing.h"
#include "tests/unit/service/road_bench.h"

enum { SIDE = 9, WANTED = 2, TRIES = 1000 };

struct trial {
    struct road_bench bench;
    struct route_stop stops[2];
    const char *solver;
    size_t further;
};

static int write_answer(const struct route_question *question,
                        struct error *error)
{
    struct route_answer answer = {0};
    int r = route_answer_init(&answer, question);

    route_answer_finish(&answer);
    return r ? error_no_memory(error) : 0;
}

static int ask(void *context, struct error *error)
{
    struct trial *trial = context;
    struct route_question question = {
        .base = road_bench_base(&trial->bench, trial->solver),
        .stops = trial->stops,
        .stop_count = 2,
        .alternatives = WANTED,
    };
    enum outcome outcome = service_ask_route(trial->bench.service, &question);
    int r = 0;

    if (outcome == OUTCOME_OK)
        outcome = road_bench_wait(&trial->bench, &question.base);
    if (outcome == OUTCOME_OK)
        r = write_answer(&question, error);
    else
        r = error_set(error, -ENOMEM, "%s", question.base.error.text);
    trial->further = r ? 0 : question.further_count;
    route_question_finish(&question);
    return r;
}

/* Nodes between which there are alternatives. */
static void find_stops(struct trial *trial)
{
    struct random random;

    random_seed(&random, 5);
    for (int i = 0; i < TRIES && trial->further < WANTED; i++) {
        struct error error;

        for (int k = 0; k < 2; k++)
            trial->stops[k] = (struct route_stop){
                .has_node = true,
                .node = (int64_t)road_bench_node(&trial->bench, &random),
            };
        assert_int_equal(ask(trial, &error), 0);
    }
    assert_int_equal(trial->further, WANTED);
}

static void further_ways_give_back_what_they_took(void **state)
{
    static const char *const solvers[] = {"cch", "bidirectional"};

    for (size_t i = 0; i < 2; i++) {
        struct trial trial = {.solver = solvers[i]};

        road_bench_open(&trial.bench, SIDE, 3);
        find_stops(&trial);
        assert_in_range(failing_each(ask, &trial), 15, 300);
        assert_int_equal(trial.further, WANTED);
        road_bench_close(&trial.bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(further_ways_give_back_what_they_took),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
