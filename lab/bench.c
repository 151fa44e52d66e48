/* bench: drawing questions, timing every solver in turn, comparing answers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/weighting/weighting.h"
#include "lab/bench.h"

/* ---- A question ---------------------------------------------------------- */

/* Words of memory for an answer's costs. */
static size_t cost_count(const struct bench_question *question)
{
    if (question->shape.kind == BENCH_WHOLE_TREE)
        return question->map->topology.vertex_count;
    return (size_t)question->row_count * question->shape.columns;
}

int bench_question_init(struct bench_question *question, const struct map *map,
                        struct bench_shape shape)
{
    size_t rows;

    shape.rows += shape.rows == 0;
    shape.columns += shape.columns == 0;
    shape.step += shape.step == 0;
    rows = (shape.rows - 1) / shape.step + 1;
    *question = (struct bench_question){.map = map, .shape = shape};
    path_init(&question->path);
    question->row_count = (uint32_t)rows;
    question->query = array_zero(rows, sizeof(*question->query));
    question->queries = array_zero(rows, sizeof(struct query *));
    question->seed = array_zero(rows, sizeof(*question->seed));
    question->vertices = array_zero(shape.columns, sizeof(*question->vertices));
    question->targets = array_zero(shape.columns, sizeof(*question->targets));
    question->cost = array_zero(cost_count(question), sizeof(uint32_t));
    return question->query && question->queries && question->seed &&
                   question->vertices && question->targets && question->cost
               ? 0
               : -ENOMEM;
}

void bench_question_finish(struct bench_question *question)
{
    path_finish(&question->path);
    free(question->query);
    free(question->queries);
    free(question->seed);
    free(question->vertices);
    free(question->targets);
    free(question->cost);
}

/* Draws the ends of all rows and columns, whichever rows are solved. */
static void draw_ends(struct bench_question *question, uint32_t from,
                      uint32_t to)
{
    const struct bench_shape *shape = &question->shape;
    uint32_t n = question->map->topology.vertex_count;
    struct random random;

    random_seed(&random, (uint64_t)from << 32 | to);
    for (uint32_t i = 0; i < shape->rows; i++) {
        uint32_t vertex = i ? random_below(&random, n) : from;

        if (i % shape->step == 0)
            question->seed[i / shape->step] = (struct seed){vertex, 0};
    }
    for (uint32_t j = 0; j < shape->columns; j++) {
        uint32_t vertex = j ? random_below(&random, n) : to;

        question->vertices[j] = (struct target_vertex){vertex, 0};
        question->targets[j] = (struct target){&question->vertices[j], 1};
    }
}

void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to)
{
    static const enum query_output output[] = {
        [BENCH_WHOLE_TREE] = QUERY_TREE,
        [BENCH_ONE_PATH] = QUERY_PATHS,
        [BENCH_WHOLE_TABLE] = QUERY_COSTS,
    };
    enum bench_kind kind = question->shape.kind;
    uint32_t columns = kind == BENCH_WHOLE_TREE ? 0 : question->shape.columns;

    draw_ends(question, from, to);
    tree_sink_init(&question->sink, question->cost);
    for (uint32_t i = 0; i < question->row_count; i++) {
        question->query[i] = (struct query){
            .seeds = &question->seed[i],
            .seed_count = 1,
            .targets = question->targets,
            .target_count = columns,
            .output = output[kind],
            .bound = COST_OVERFLOW,
            .sink = &question->sink.base,
            .cost = question->cost + (size_t)i * columns,
            .path = &question->path,
        };
        question->queries[i] = &question->query[i];
    }
}

static bool same_row(const struct bench_question *expected,
                     const struct bench_question *given, uint32_t row)
{
    size_t columns = given->shape.columns;
    uint32_t at = row * expected->shape.step / given->shape.step;

    return !memcmp(expected->cost + row * columns, given->cost + at * columns,
                   columns * sizeof(uint32_t));
}

/* Whether arcs lead from the source to the target, at the answer's cost. */
static bool path_is_right(const struct bench_question *question,
                          const struct weights *weights)
{
    const struct topology *topology = &question->map->topology;
    const struct path *path = &question->path;
    uint32_t vertex = path->first_vertex;

    if (*question->cost > COST_MAX)
        return path->first_vertex == VERTEX_NONE && path->arc_count == 0;
    if (vertex != question->seed[0].vertex ||
        path->arc_count >= topology->vertex_count)
        return false;
    for (size_t i = 0; i < path->arc_count; i++) {
        uint32_t arc = path->arc[i];

        if (arc < topology->first_out[vertex] ||
            arc >= topology->first_out[vertex + 1])
            return false;
        vertex = topology->head[arc];
    }
    return vertex == question->vertices[0].vertex &&
           path_cost(path, weights) == *question->cost;
}

bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights)
{
    if (given->shape.kind == BENCH_WHOLE_TREE)
        return !memcmp(expected->cost, given->cost,
                       cost_count(given) * sizeof(uint32_t));
    for (uint32_t i = 0; i < expected->row_count; i++) {
        if (!same_row(expected, given, i))
            return false;
    }
    return given->shape.kind == BENCH_WHOLE_TABLE ||
           path_is_right(given, weights);
}

int bench_question_copy(struct bench_question *to,
                        const struct bench_question *from)
{
    int r = 0;

    bench_question_set(to, from->seed[0].vertex, from->vertices[0].vertex);
    memcpy(to->cost, from->cost, cost_count(from) * sizeof(*to->cost));
    path_clear(&to->path);
    to->path.first_vertex = from->path.first_vertex;
    to->path.seed_cost = from->path.seed_cost;
    for (size_t i = 0; i < from->path.arc_count && !r; i++)
        r = path_append(&to->path, from->path.arc[i]);
    return r;
}

/* ---- Choosing solvers ---------------------------------------------------- */

/* Names of solvers, by the reason for leaving them out. */
struct left_out {
    char misplaced[256];
    char slow[256];
    char unable[256];
};

static void say(const char **opening, const char *names, const char *why,
                const char *more)
{
    if (!*names)
        return;
    fprintf(stderr, "%s%s (%s%s)", *opening, names, why, more);
    *opening = "; ";
}

/* Prints one line for all of them. */
static void say_left_out(const struct inventory *inventory,
                         const struct left_out *left,
                         const struct device *device)
{
    const char *opening = "relaxlab bench: left out: ";
    bool lacking = inventory->device_count == 1;

    say(&opening, left->misplaced,
        lacking ? "no CUDA device here: " : "not for ",
        lacking ? inventory->no_gpu.text : device->name);
    say(&opening, left->unable, "they answer no such questions", "");
    say(&opening, left->slow, "slow by nature; --solvers measures them", "");
    if (*opening == ';')
        fputc('\n', stderr);
}

static int choose_all(const struct inventory *inventory,
                      const struct bench_request *request,
                      struct bench_choice *choice, struct error *error)
{
    struct left_out left = {"", "", ""};
    struct solver_choice usual;
    int r = inventory_choose(inventory, "auto", request->device,
                             request->needed, &usual, error);

    for (size_t i = 0; !r && i < inventory->catalog.count; i++) {
        const struct solver_ops *ops = inventory->catalog.solver[i];

        if (ops->slow)
            text_list_add(left.slow, sizeof(left.slow), ops->name);
        else if (request->needed & ~ops->capabilities)
            text_list_add(left.unable, sizeof(left.unable), ops->name);
        else if (!inventory_choose(inventory, ops->name, request->device,
                                   request->needed,
                                   &choice->item[choice->count], NULL))
            choice->count++;
        else
            text_list_add(left.misplaced, sizeof(left.misplaced), ops->name);
    }
    if (!r)
        say_left_out(inventory, &left, usual.device);
    return r;
}

static int choose_named(const struct inventory *inventory,
                        const struct bench_request *request,
                        struct bench_choice *choice, struct error *error)
{
    const char *names[CATALOG_CAPACITY];
    size_t count = arguments_split(request->solvers, names, CATALOG_CAPACITY);
    int r = 0;

    if (!count)
        return error_set(error, -EINVAL,
                         "--solvers needs names with commas between, or all");
    for (size_t i = 0; !r && i < count; i++)
        r = inventory_choose(inventory, names[i], request->device,
                             request->needed, &choice->item[i], error);
    choice->count = count;
    return r;
}

int bench_choose(const struct inventory *inventory,
                 const struct bench_request *request,
                 struct bench_choice *ret_choice, struct error *error)
{
    struct bench_choice choice = {.all = !strcmp(request->solvers, "all")};
    int r = choice.all ? choose_all(inventory, request, &choice, error)
                       : choose_named(inventory, request, &choice, error);

    if (!r)
        *ret_choice = choice;
    return r;
}

/* ---- Contestants --------------------------------------------------------- */

int bench_init(struct bench *bench, const struct inventory *inventory,
               const struct map *map, struct error *error)
{
    struct solver_choice oracle = {inventory->catalog.solver[0],
                                   &inventory->device[0]};

    *bench = (struct bench){.inventory = inventory, .map = map};
    forms_init(&bench->forms, map);
    return runner_init(&bench->oracle, inventory, oracle, &bench->forms, NULL,
                       error);
}

void bench_finish(struct bench *bench)
{
    for (size_t i = 0; i < bench->contestant_count; i++) {
        samples_finish(&bench->contestants[i].solve_ms);
        runner_finish(&bench->contestants[i].runner);
    }
    runner_finish(&bench->oracle);
    forms_finish(&bench->forms);
}

int bench_add(struct bench *bench, struct solver_choice choice,
              const struct arguments_settings *settings, struct error *error)
{
    int r;

    if (bench->contestant_count == BENCH_CONTESTANTS_MAX)
        return error_set(error, -ENOSPC, "more than %d contestants",
                         BENCH_CONTESTANTS_MAX);
    r = runner_init(&bench->contestants[bench->contestant_count].runner,
                    bench->inventory, choice, &bench->forms, settings, error);
    bench->contestant_count += !r;
    return r;
}

/* ---- The run ------------------------------------------------------------- */

enum {
    ORACLE_ROWS = 8,
    /* turns of each contestant */
    SERIES = 4,
    /* For the answers of a series, of the oracle and of a contestant. */
    ANSWER_BYTES = 256 << 20,
    PATH_BYTES = 16 << 10, /* of a usual path, with its question */
    /* Before a series; at least one question. */
    WARM_UP_US = 20000,
};

struct ends {
    uint32_t from;
    uint32_t to;
};

/* State of one run, besides the bench. */
struct round {
    struct bench *bench;
    struct random random;
    struct ends *ends; /* [question_count] */
    uint32_t first;    /* of the series, an index into all questions */
    uint32_t count;    /* questions in the series */
    uint32_t series;   /* its length, except for the last one */
    size_t order[BENCH_CONTESTANTS_MAX];
    struct bench_question given;     /* a contestant's */
    struct bench_question *expected; /* [series] the oracle's answers */
    struct bench_question *answered; /* [series] a contestant's answers, not
                                        yet compared */
};

/* Observes the shortest phase of a query. */
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

static struct ends draw_query_ends(struct random *random,
                                   const struct bench *bench)
{
    uint32_t count = bench->map->topology.vertex_count;
    uint32_t from = random_below(random, count);

    return (struct ends){from, random_below(random, count)};
}

static void draw_questions(struct round *round)
{
    struct bench *bench = round->bench;

    for (uint32_t i = 0; i < bench->question_count; i++) {
        round->ends[i] = draw_query_ends(&round->random, bench);
        if (bench->sources)
            round->ends[i].from = bench->sources[i];
    }
}

/* Solves a question without measuring it. */
static int ask_drawn(struct round *round, struct bench_contestant *contestant,
                     struct error *error)
{
    struct ends ends = draw_query_ends(&round->random, round->bench);

    bench_question_set(&round->given, ends.from, ends.to);
    return runner_solve(&contestant->runner, round->given.queries,
                        round->given.row_count, NULL, error);
}

static int measure(struct round *round, struct bench_contestant *contestant,
                   struct ends ends, struct error *error)
{
    uint64_t start_ns;
    int r;

    bench_question_set(&round->given, ends.from, ends.to);
    start_ns = clock_now_ns();
    r = runner_solve(&contestant->runner, round->given.queries,
                     round->given.row_count, NULL, error);
    if (r)
        return r;
    samples_add(&contestant->solve_ms,
                (double)(clock_now_ns() - start_ns) / 1e6);
    contestant->phases += (double)round->given.query[0].figures.phases /
                          round->bench->question_count;
    return 0;
}

/* Runs until the caches hold the contestant's own data; if a question takes
 * long, that makes no difference. */
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

    for (uint32_t i = 0; !r && i < round->count; i++) {
        r = measure(round, contestant, ends[i], error);
        if (!r && bench_question_copy(&round->answered[i], &round->given))
            r = error_no_memory(error);
    }
    for (uint32_t i = 0; !r && i < round->count; i++)
        contestant->wrong +=
            !bench_question_same(&round->expected[i], &round->answered[i],
                                 imported_weights(round->bench->map));
    return r;
}

static int ask_oracle(struct round *round, struct error *error)
{
    const struct ends *ends = round->ends + round->first;
    int r = 0;

    for (uint32_t i = 0; !r && i < round->count; i++) {
        bench_question_set(&round->expected[i], ends[i].from, ends[i].to);
        r = runner_solve(&round->bench->oracle, round->expected[i].queries,
                         round->expected[i].row_count, NULL, error);
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

/* Solves one question observed, before all others, if the solver reports
 * phases. */
static int watch(struct round *round, struct bench_contestant *contestant,
                 struct error *error)
{
    struct least_phase least = {.base = {.phase = note_phase}};
    int r;

    if (!(contestant->runner.choice.ops->capabilities & SOLVER_TRACES))
        return 0;
    r = ask_drawn(round, contestant, error);
    if (!r)
        r = runner_solve(&contestant->runner, round->given.queries,
                         round->given.row_count, &least.base, error);
    contestant->least_phase_us = least.time_us;
    return r;
}

static int run_rounds(struct round *round, struct progress *progress,
                      struct error *error)
{
    struct bench *bench = round->bench;
    uint32_t count = bench->question_count;
    uint32_t series = round->series;
    int r = 0;

    draw_questions(round);
    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        round->order[i] = i;
        if (samples_init(&bench->contestants[i].solve_ms, count))
            return error_no_memory(error);
        r = watch(round, &bench->contestants[i], error);
        for (uint32_t j = 0; j < bench->warm && !r; j++)
            r = ask_drawn(round, &bench->contestants[i], error);
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

static uint32_t series_length(const struct round *round)
{
    const struct bench_question *given = &round->given;
    size_t bytes = cost_count(given) * sizeof(*given->cost) +
                   given->row_count * sizeof(*given->query) + PATH_BYTES;
    size_t most = bytes < ANSWER_BYTES ? ANSWER_BYTES / bytes : 1;
    uint32_t length = (round->bench->question_count - 1) / SERIES + 1;

    return length < most ? length : (uint32_t)most;
}

static int init_answers(struct round *round)
{
    const struct bench *bench = round->bench;
    struct bench_shape oracle = bench->shape;
    int r = 0;

    /* The oracle is slow: of a large table it solves some rows. */
    oracle.step = (oracle.rows + ORACLE_ROWS - 1) / ORACLE_ROWS;
    round->series = series_length(round);
    round->expected = array_zero(round->series, sizeof(*round->expected));
    round->answered = array_zero(round->series, sizeof(*round->answered));
    if (!round->expected || !round->answered)
        return -ENOMEM;
    for (uint32_t i = 0; !r && i < round->series; i++) {
        r = bench_question_init(&round->expected[i], bench->map, oracle);
        if (!r)
            r = bench_question_init(&round->answered[i], bench->map,
                                    bench->shape);
    }
    return r;
}

static int init_round(struct round *round, struct bench *bench)
{
    *round = (struct round){.bench = bench};
    random_seed(&round->random, bench->seed);
    round->ends = array_zero(bench->question_count, sizeof(*round->ends));
    if (!round->ends ||
        bench_question_init(&round->given, bench->map, bench->shape))
        return -ENOMEM;
    return init_answers(round);
}

static void finish_round(struct round *round)
{
    bench_question_finish(&round->given);
    for (uint32_t i = 0; i < round->series; i++) {
        if (round->expected)
            bench_question_finish(&round->expected[i]);
        if (round->answered)
            bench_question_finish(&round->answered[i]);
    }
    free(round->expected);
    free(round->answered);
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
