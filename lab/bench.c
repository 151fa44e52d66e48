/* bench: solvers measured against each other on one map. */
#include "lab/bench.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/weighting/weighting.h"
#include "lab/bench_answers.h"

enum {
    ORACLE_ROWS = 8,
    /* Turns of each contestant. */
    SERIES = 4,
    /* Before a series, at least one question. */
    WARM_UP_US = 20000,
};

struct ends {
    uint32_t from;
    uint32_t to;
};

/* What one run needs besides the bench. */
struct round {
    struct bench *bench;
    struct random random;
    struct ends *ends;              /* [question_count] */
    uint32_t first;                 /* of the series, among all questions */
    uint32_t count;                 /* of its questions */
    struct bench_question expected; /* the oracle's */
    struct bench_question given;    /* a contestant's */
    struct bench_question loaded;   /* what was put aside */
    struct bench_answers right;     /* [count] the oracle's */
    struct bench_answers unchecked; /* a contestant's, not compared yet */
    uint32_t checked; /* of the series' answers those that were compared */
    size_t *order;    /* [contestant_count] */
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

static struct ends draw_ends(struct random *random, const struct bench *bench)
{
    uint32_t count = bench->map->topology.vertex_count;
    uint32_t from = random_below(random, count);

    return (struct ends){from, random_below(random, count)};
}

static void draw_questions(struct round *round)
{
    struct bench *bench = round->bench;

    for (uint32_t i = 0; i < bench->question_count; i++) {
        round->ends[i] = draw_ends(&round->random, bench);
        if (bench->sources)
            round->ends[i].from = bench->sources[i];
    }
}

/* A question that is not measured. */
static int ask_drawn(struct round *round, struct bench_contestant *contestant,
                     struct error *error)
{
    struct ends ends = draw_ends(&round->random, round->bench);

    bench_question_set(&round->given, ends.from, ends.to);
    return bench_question_ask(&contestant->runner, &round->given, NULL, error);
}

static int measure(struct round *round, struct bench_contestant *contestant,
                   struct ends ends, struct error *error)
{
    uint64_t start_ns;
    int r;

    bench_question_set(&round->given, ends.from, ends.to);
    start_ns = clock_now_ns();
    r = bench_question_ask(&contestant->runner, &round->given, NULL, error);
    if (r)
        return r;
    samples_add(&contestant->solve_ms,
                (double)(clock_now_ns() - start_ns) / 1e6);
    contestant->phases += (double)round->given.query[0].figures.phases /
                          round->bench->question_count;
    return 0;
}

/* Compares what was put aside. */
static int check(struct round *round, struct bench_contestant *contestant,
                 struct error *error)
{
    struct bench_answers *unchecked = &round->unchecked;

    for (size_t i = 0; i < unchecked->count; i++) {
        if (bench_answers_load(&round->right, round->checked++,
                               &round->expected) ||
            bench_answers_load(unchecked, i, &round->loaded))
            return error_no_memory(error);
        contestant->wrong +=
            !bench_question_same(&round->expected, &round->loaded,
                                 imported_weights(round->bench->map));
    }
    bench_answers_clear(unchecked);
    return 0;
}

static int put_aside(struct round *round, struct bench_contestant *contestant,
                     struct error *error)
{
    int r = 0;

    if (!bench_answers_keep(&round->unchecked, &round->given)) {
        r = check(round, contestant, error);
        bench_answers_keep(&round->unchecked, &round->given);
    }
    return r;
}

/* Until the caches hold what the contestant leaves there; where a question
 * takes long, it makes no difference. */
static int warm_up(struct round *round, struct bench_contestant *contestant,
                   struct error *error)
{
    const struct samples *ms = &contestant->solve_ms;
    uint64_t start_us = clock_now_us();
    int r;

    if (ms->count && ms->value[ms->count - 1] * 1000 > WARM_UP_US)
        return 0;
    do
        r = ask_drawn(round, contestant, error);
    while (!r && clock_now_us() - start_us < WARM_UP_US);
    return r;
}

static int run_turn(struct round *round, struct bench_contestant *contestant,
                    struct error *error)
{
    const struct ends *ends = round->ends + round->first;
    int r = warm_up(round, contestant, error);

    round->checked = 0;
    for (uint32_t i = 0; !r && i < round->count; i++) {
        r = measure(round, contestant, ends[i], error);
        if (!r)
            r = put_aside(round, contestant, error);
    }
    return r ? r : check(round, contestant, error);
}

static int ask_oracle(struct round *round, struct error *error)
{
    const struct ends *ends = round->ends + round->first;
    int r = 0;

    bench_answers_clear(&round->right);
    for (uint32_t i = 0; !r && i < round->count; i++) {
        bench_question_set(&round->expected, ends[i].from, ends[i].to);
        r = bench_question_ask(&round->bench->oracle, &round->expected, NULL,
                               error);
        bench_answers_keep(&round->right, &round->expected);
    }
    return r;
}

static int run_series(struct round *round, struct error *error)
{
    struct bench *bench = round->bench;
    int r = ask_oracle(round, error);

    bench_shuffle(round->order, bench->contestant_count, &round->random);
    for (size_t i = 0; !r && i < bench->contestant_count; i++)
        r = run_turn(round, &bench->contestants[round->order[i]], error);
    return r;
}

static void note_phase(struct phase_observer *observer,
                       const struct phase *phase)
{
    struct least_phase *least = (struct least_phase *)observer;

    if (least->time_us == 0 || phase->time_us < least->time_us)
        least->time_us = phase->time_us;
}

/* One question that is watched, before all others, where that is possible. */
static int watch(struct round *round, struct bench_contestant *contestant,
                 struct error *error)
{
    struct least_phase least = {.base = {.phase = note_phase}};
    int r;

    if (!(contestant->runner.choice.ops->capabilities & SOLVER_TRACES))
        return 0;
    r = ask_drawn(round, contestant, error);
    if (!r)
        r = bench_question_ask(&contestant->runner, &round->given, &least.base,
                               error);
    contestant->least_phase_us = least.time_us;
    return r;
}

static int get_ready(struct round *round, struct bench_contestant *contestant,
                     struct error *error)
{
    int r = watch(round, contestant, error);

    for (uint32_t i = 0; i < round->bench->warm && !r; i++)
        r = ask_drawn(round, contestant, error);
    return r;
}

static int run_rounds(struct round *round, struct progress *progress,
                      struct error *error)
{
    struct bench *bench = round->bench;
    uint32_t count = bench->question_count;
    uint32_t series = (uint32_t)round->right.capacity;
    int r = 0;

    draw_questions(round);
    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        round->order[i] = i;
        r = get_ready(round, &bench->contestants[i], error);
    }
    while (!r && round->first < count) {
        progress_report(progress, "bench", round->first, count);
        round->count =
            series < count - round->first ? series : count - round->first;
        r = run_series(round, error);
        round->first += round->count;
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

static size_t series_length(const struct round *round)
{
    size_t most = bench_answers_most(&round->given);
    size_t length = (round->bench->question_count - 1) / SERIES + 1;

    return length < most ? length : most;
}

static int init_round(struct round *round, struct bench *bench)
{
    size_t series;

    *round = (struct round){.bench = bench};
    random_seed(&round->random, bench->seed);
    round->order = array_zero(bench->contestant_count, sizeof(*round->order));
    round->ends = array_zero(bench->question_count, sizeof(*round->ends));
    if (!round->order || !round->ends ||
        bench_question_init(&round->expected, bench->map,
                            oracle_shape(bench->shape)) ||
        bench_question_init(&round->given, bench->map, bench->shape) ||
        bench_question_init(&round->loaded, bench->map, bench->shape))
        return -ENOMEM;
    series = series_length(round);
    if (bench_answers_init(&round->right, &round->expected, series, false) ||
        bench_answers_init(&round->unchecked, &round->given, series, true))
        return -ENOMEM;
    return 0;
}

static void finish_round(struct round *round)
{
    bench_question_finish(&round->expected);
    bench_question_finish(&round->given);
    bench_question_finish(&round->loaded);
    bench_answers_finish(&round->right);
    bench_answers_finish(&round->unchecked);
    free(round->order);
    free(round->ends);
}

int bench_run(struct bench *bench, struct progress *progress,
              struct error *error)
{
    struct round round;
    int r;

    if (init_round(&round, bench))
        r = error_no_memory(error);
    else
        r = run_rounds(&round, progress, error);
    finish_round(&round);
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
