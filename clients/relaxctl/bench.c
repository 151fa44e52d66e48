/* bench: solvers measured against each other on one map. */
#include "clients/relaxctl/bench.h"

#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/tree_sink.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"

/* One question and room for an answer. */
struct question {
    struct query query;
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    uint32_t cost; /* of a pair */
    struct path path;
    struct tree_sink sink;
    uint32_t *costs; /* [vertex_count] of a tree, else NULL */
};

/* What one run needs besides the bench. */
struct round {
    struct bench *bench;
    struct random random;
    struct question expected; /* the oracle's */
    struct question given;    /* a contestant's */
    size_t *order;            /* [contestant_count] */
};

/* The shortest phase of a query. */
struct least_phase {
    struct phase_observer base;
    double time_us;
};

static int question_init(struct question *question, const struct bench *bench)
{
    memset(question, 0, sizeof(*question));
    path_init(&question->path);
    if (bench->pairs)
        return 0;
    question->costs =
        array_zero(bench->map->topology.vertex_count, sizeof(uint32_t));
    return question->costs ? 0 : -1;
}

static void question_finish(struct question *question)
{
    path_finish(&question->path);
    free(question->costs);
}

static void question_set(struct question *question, uint32_t from, uint32_t to)
{
    tree_sink_init(&question->sink, question->costs);
    question->seed = (struct seed){from, 0};
    question->vertex = (struct target_vertex){to, 0};
    question->target = (struct target){&question->vertex, 1};
    question->query = (struct query){
        .seeds = &question->seed,
        .seed_count = 1,
        .targets = &question->target,
        .target_count = question->costs ? 0 : 1,
        .output = question->costs ? QUERY_TREE : QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .sink = &question->sink.base,
        .cost = &question->cost,
        .path = &question->path,
    };
}

static int ask(struct runner *runner, struct question *question,
               struct phase_observer *observer, struct error *error)
{
    struct query *queries[] = {&question->query};

    return runner_solve(runner, queries, 1, observer, error);
}

static bool same_answer(const struct bench *bench,
                        const struct question *expected,
                        const struct question *given)
{
    if (!bench->pairs)
        return !memcmp(expected->costs, given->costs,
                       bench->map->topology.vertex_count * sizeof(uint32_t));
    if (given->cost != expected->cost)
        return false;
    return given->cost > COST_MAX ||
           path_cost(&given->path, &bench->map->weights) == given->cost;
}

static void shuffle(size_t *order, size_t count, struct random *random)
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
    int r = ask(&contestant->runner, &round->given, NULL, error);

    if (r)
        return r;
    samples_add(&contestant->solve_ms,
                (double)(clock_now_us() - start_us) / 1000);
    contestant->phases += (double)round->given.query.figures.phases /
                          round->bench->question_count;
    contestant->wrong +=
        !same_answer(round->bench, &round->expected, &round->given);
    return 0;
}

static void draw_question(struct round *round)
{
    uint32_t count = round->bench->map->topology.vertex_count;
    uint32_t from = random_below(&round->random, count);
    uint32_t to = random_below(&round->random, count);

    question_set(&round->expected, from, to);
    question_set(&round->given, from, to);
}

static int run_round(struct round *round, uint32_t index, struct error *error)
{
    struct bench *bench = round->bench;
    uint32_t from;
    uint32_t to;
    int r;

    draw_question(round);
    if (bench->sources)
        round->expected.seed.vertex = bench->sources[index];
    from = round->expected.seed.vertex;
    to = round->expected.vertex.vertex;
    r = ask(&bench->oracle, &round->expected, NULL, error);
    shuffle(round->order, bench->contestant_count, &round->random);
    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        question_set(&round->given, from, to);
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
        r = ask(&contestant->runner, &round->given, NULL, error);
        if (!r && (ops->capabilities & SOLVER_TRACES))
            r = ask(&contestant->runner, &round->given, &least.base, error);
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

int bench_run(struct bench *bench, struct progress *progress,
              struct error *error)
{
    struct round round = {.bench = bench};
    int r = 0;

    random_seed(&round.random, bench->seed);
    round.order = array_zero(bench->contestant_count, sizeof(*round.order));
    if (!round.order || question_init(&round.expected, bench) ||
        question_init(&round.given, bench))
        r = error_no_memory(error);
    else
        r = run_rounds(&round, progress, error);
    question_finish(&round.expected);
    question_finish(&round.given);
    free(round.order);
    return r;
}

double bench_wait_share(const struct bench_contestant *contestant)
{
    double mean_us = samples_mean(&contestant->solve_ms) * 1000;
    double wait_us = contestant->phases * contestant->least_phase_us;

    return mean_us > 0 && wait_us < mean_us ? wait_us / mean_us : 0;
}
