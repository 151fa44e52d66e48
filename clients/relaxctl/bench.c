/* bench: solvers measured against each other on one map. */
#include "clients/relaxctl/bench.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"

enum { ORACLE_ROWS = 8 };

/* What one run needs besides the bench. */
struct round {
    struct bench *bench;
    struct random random;
    struct bench_question expected; /* the oracle's */
    struct bench_question given;    /* a contestant's */
    size_t *order;                  /* [contestant_count] */
};

/* The shortest phase of a query. */
struct least_phase {
    struct phase_observer base;
    double time_us;
};

void bench_shuffle(size_t *order, size_t count, struct random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i);
        size_t other = order[i - 1];

        order[i - 1] = order[j];
        order[j] = other;
    }
}

static int measure(struct round *round, struct bench_contestant *contestant,
                   struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r = bench_question_ask(&contestant->runner, &round->given, NULL, error);

    if (r)
        return r;
    samples_add(&contestant->solve_ms,
                (double)(clock_now_us() - start_us) / 1000);
    contestant->phases += (double)round->given.query[0].figures.phases /
                          round->bench->question_count;
    contestant->wrong += !bench_question_same(&round->expected, &round->given,
                                              &round->bench->map->weights);
    return 0;
}

static void draw_question(struct round *round)
{
    uint32_t count = round->bench->map->topology.vertex_count;
    uint32_t from = random_below(&round->random, count);
    uint32_t to = random_below(&round->random, count);

    bench_question_set(&round->expected, from, to);
    bench_question_set(&round->given, from, to);
}

static int run_round(struct round *round, uint32_t index, struct error *error)
{
    struct bench *bench = round->bench;
    uint32_t from;
    uint32_t to;
    int r;

    draw_question(round);
    if (bench->sources)
        round->expected.seed[0].vertex = bench->sources[index];
    from = round->expected.seed[0].vertex;
    to = round->expected.vertices[0].vertex;
    r = bench_question_ask(&bench->oracle, &round->expected, NULL, error);
    bench_shuffle(round->order, bench->contestant_count, &round->random);
    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        bench_question_set(&round->given, from, to);
        r = measure(round, &bench->contestants[round->order[i]], error);
    }
    return r;
}

static void note_phase(struct phase_observer *observer,
                       const struct phase *phase)
{
    struct least_phase *least = (struct least_phase *)observer;

    if (least->time_us == 0 || phase->time_us < least->time_us)
        least->time_us = phase->time_us;
}

/* The unmeasured question, watched where that is possible. */
static int warm_up(struct round *round, struct error *error)
{
    struct bench *bench = round->bench;
    int r = 0;

    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        struct bench_contestant *contestant = &bench->contestants[i];
        struct least_phase least = {{note_phase}, 0};
        const struct solver_ops *ops = contestant->runner.choice.ops;

        draw_question(round);
        r = bench_question_ask(&contestant->runner, &round->given, NULL, error);
        if (!r && (ops->capabilities & SOLVER_TRACES))
            r = bench_question_ask(&contestant->runner, &round->given,
                                   &least.base, error);
        contestant->least_phase_us = least.time_us;
        round->order[i] = i;
    }
    return r;
}

static int run_rounds(struct round *round, struct progress *progress,
                      struct error *error)
{
    struct bench *bench = round->bench;
    int r = warm_up(round, error);

    for (uint32_t i = 0; !r && i < bench->question_count; i++) {
        progress_report(progress, "bench", i, bench->question_count);
        r = run_round(round, i, error);
    }
    for (size_t i = 0; !r && i < bench->contestant_count; i++)
        samples_sort(&bench->contestants[i].solve_ms);
    return r;
}

/* The oracle takes its time: of a large table it answers some rows. */
static struct bench_shape oracle_shape(struct bench_shape shape)
{
    shape.step = (shape.rows + ORACLE_ROWS - 1) / ORACLE_ROWS;
    return shape;
}

int bench_run(struct bench *bench, struct progress *progress,
              struct error *error)
{
    struct round round = {.bench = bench};
    int r = 0;

    random_seed(&round.random, bench->seed);
    round.order = array_zero(bench->contestant_count, sizeof(*round.order));
    if (!round.order ||
        bench_question_init(&round.expected, bench->map,
                            oracle_shape(bench->shape)) ||
        bench_question_init(&round.given, bench->map, bench->shape))
        r = error_no_memory(error);
    else
        r = run_rounds(&round, progress, error);
    bench_question_finish(&round.expected);
    bench_question_finish(&round.given);
    free(round.order);
    return r;
}

double bench_expected_s(const struct bench *bench,
                        const struct solver_ops *solver)
{
    const struct bench_shape *shape = &bench->shape;
    const struct workload workload = {
        .trees = shape->kind == BENCH_WHOLE_TREE,
        .paths = shape->kind == BENCH_ONE_PATH,
        .queries = shape->rows ? shape->rows : 1,
        .targets = shape->columns ? shape->columns : 1,
        .shared = 1,
    };
    struct solver_speed speed;

    if (!solver->speed || !solver_can_use(solver, bench->map))
        return 0;
    solver->speed(bench->map, &speed);
    return workload_us(&workload, &speed) * (bench->question_count + 1.0) / 1e6;
}

double bench_wait_share(const struct bench_contestant *contestant)
{
    double mean_us = samples_mean(&contestant->solve_ms) * 1000;
    double wait_us = contestant->phases * contestant->least_phase_us;

    return mean_us > 0 && wait_us < mean_us ? wait_us / mean_us : 0;
}
