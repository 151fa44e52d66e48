/* whole_run: the steps of a run, and retrying those that fail. */
#include "tests/gpu/whole_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/gpu/cuda_fault.h"
#include "tests/gpu/host_blocks.h"
#include "tests/solver/changing.h"
#include "tests/solver/check.h"
#include "tests/solver/sample.h"
#include "tests/solver/sums.h"

enum { QUERIES = 2, SEED = 20 };

struct run {
    const struct solver_ops *ops;
    const struct device *device;
    const struct test_graph *graph;
    unsigned *problems;
    unsigned long at; /* number of the failing call */
    bool lost;        /* all later ones fail, too */
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
    struct changing weights;
    struct sample samples[QUERIES];
    enum query_output output; /* of the next query */
    bool table;               /* with one set of targets */
    bool sums;
};

/* A step, repeated where it failed. */
struct step {
    const char *name;
    int (*take)(struct run *run, struct error *error);
    void (*undo)(struct run *run); /* what failing leaves, or NULL */
};

static void complain(const struct run *run, const char *step, const char *words)
{
    ++*run->problems;
    printf("  %s: call %lu%s, %s, failed: %s: %s\n", run->ops->name, run->at,
           run->lost ? " and all after it" : "",
           cuda_fault_failed() ? cuda_fault_failed() : "none", step, words);
}

static int prepare(struct run *run, struct error *error)
{
    return run->ops->form->prepare(run->device, run->graph->map, &run->prepared,
                                   error);
}

static int customize(struct run *run, struct error *error)
{
    return run->ops->form->customize(run->prepared, &run->weights.weights,
                                     &run->metric, error);
}

static int create(struct run *run, struct error *error)
{
    return run->ops->create(run->prepared, NULL, 0, &run->solver, error);
}

/* The same queries in every run. */
static void draw(struct run *run, struct query **queries)
{
    const struct arc_sums *sums = run->sums ? &run->graph->sums : NULL;
    struct random random;

    random_seed(&random, SEED + run->output);
    for (int i = 0; i < QUERIES; i++) {
        struct sample *sample = &run->samples[i];

        sample_draw(sample, &random, run->graph->map, run->output,
                    run->ops->capabilities, sums);
        sample->query.cancel = NULL;
        sample->cancelled = false;
        sample->sink.refuses = false;
        queries[i] = &sample->query;
        if (run->table) {
            queries[i]->targets = queries[0]->targets;
            queries[i]->target_count = queries[0]->target_count;
            sample->sums.targets = run->samples[0].sums.targets;
        }
    }
}

static int check(const struct run *run, struct error *error)
{
    const struct topology *topology = &run->graph->map->topology;
    const struct weights *weights = &run->weights.weights;
    int r = 0;

    for (int i = 0; i < QUERIES && !r; i++) {
        r = check_answer(&run->samples[i], topology, weights, error);
        if (!r && run->sums)
            r = check_sums(&run->samples[i], topology, weights, error);
    }
    return r;
}

static int solve(struct run *run, struct error *error)
{
    struct query *queries[QUERIES];
    struct batch batch = {queries, QUERIES, NULL};
    struct error wrong = {""};
    int r;

    draw(run, queries);
    r = run->solver ? 0 : create(run, error);
    if (!r)
        r = run->ops->solve(run->solver, run->metric, &batch, error);
    if (!r && check(run, &wrong))
        complain(run, "a wrong answer", wrong.text);
    return r;
}

static void undo_solve(struct run *run)
{
    run->ops->destroy(run->solver);
    run->solver = NULL;
}

/* A failure leaves no metric, so this makes a new one. */
static int recustomize(struct run *run, struct error *error)
{
    const struct form_ops *form = run->ops->form;

    if (!run->metric)
        return form->customize(run->prepared, &run->weights.next, &run->metric,
                               error);
    return metric_recustomize(&run->metric, &run->weights.next,
                              &run->weights.to, error);
}

static void undo_recustomize(struct run *run)
{
    run->ops->form->metric_destroy(run->metric);
    run->metric = NULL;
}

static const struct step prepare_step = {"prepare", prepare, NULL};
static const struct step customize_step = {"customize", customize, NULL};
static const struct step create_step = {"create", create, NULL};
static const struct step solve_step = {"solve", solve, undo_solve};
static const struct step recustomize_step = {"recustomize", recustomize,
                                             undo_recustomize};

/* Whether the message names CUDA's error or the memory that was short. */
static bool is_clear(const struct error *error)
{
    return strstr(error->text, "(cudaError") || strstr(error->text, "memory");
}

static void judge(const struct run *run, const struct step *step, int r,
                  bool before, const struct error *error)
{
    char words[sizeof(error->text) + 64];

    snprintf(words, sizeof(words), "%d, '%s'", r, error->text);
    if (!cuda_fault_failed())
        complain(run, step->name, words);
    else if (before)
        complain(run, "a later step fails", words);
    else if (r != -EIO && r != -ENOMEM && r != SOLVER_REFUSES)
        complain(run, "a strange code", words);
    else if (!is_clear(error))
        complain(run, "unclear words", words);
}

/* 0; otherwise it failed twice, or stays lost. */
static int take(struct run *run, const struct step *step)
{
    struct error error = {""};
    bool before = cuda_fault_failed();
    int r = step->take(run, &error);

    if (!r && run->lost && before)
        complain(run, step->name, "succeeds on a device that is lost");
    if (!r)
        return 0;
    judge(run, step, r, before && !run->lost, &error);
    if (cuda_fault_lingers())
        complain(run, step->name, "the error is still CUDA's last one");
    if (step->undo)
        step->undo(run);
    if (run->lost)
        return r;
    error.text[0] = 0;
    r = step->take(run, &error);
    if (r) {
        complain(run, "a second attempt fails", error.text);
        if (step->undo)
            step->undo(run);
    }
    return r;
}

static int ask(struct run *run, enum query_output output, bool table, bool sums)
{
    run->output = output;
    run->table = table;
    run->sums = sums;
    return take(run, &solve_step);
}

static int ask_all(struct run *run)
{
    unsigned capabilities = run->ops->capabilities;
    int r = 0;

    if (capabilities & SOLVER_PAIRS)
        r = ask(run, QUERY_PATHS, false, false);
    if (!r && capabilities & SOLVER_TABLES)
        r = ask(run, QUERY_COSTS, true, false);
    if (!r && capabilities & SOLVER_SUMS)
        r = ask(run, QUERY_COSTS, true, true);
    if (!r && capabilities & SOLVER_TREES)
        r = ask(run, QUERY_TREE, false, false);
    if (!r && capabilities & SOLVER_TREES)
        r = ask(run, QUERY_REACHED, false, false);
    return r;
}

static int change(struct run *run, const char *kind)
{
    struct random random;
    int r;

    random_seed(&random, SEED);
    do
        changing_draw(&run->weights, &random, run->weights.weights.epoch + 1);
    while (strcmp(run->weights.kind, kind) != 0);
    r = take(run, &recustomize_step);
    if (r)
        return r;
    changing_turn(&run->weights);
    return 0;
}

static void run_init(struct run *run)
{
    changing_init(&run->weights, run->graph, &run->graph->map->imported.arcs);
    for (int i = 0; i < QUERIES; i++)
        sample_init(&run->samples[i], run->graph->map);
}

static void run_finish(struct run *run)
{
    const struct form_ops *form = run->ops->form;

    run->ops->destroy(run->solver);
    form->metric_destroy(run->metric);
    form->prepared_destroy(run->prepared);
    if (cuda_fault_lingers())
        complain(run, "destroy", "the error is still CUDA's last one");
    for (int i = 0; i < QUERIES; i++)
        sample_finish(&run->samples[i]);
    changing_finish(&run->weights);
}

static int run_steps(struct run *run)
{
    int r = take(run, &prepare_step);

    if (!r)
        r = take(run, &customize_step);
    if (!r)
        r = take(run, &create_step);
    if (!r)
        r = ask_all(run);
    if (!r)
        r = change(run, "few");
    if (!r)
        r = ask(run, QUERY_PATHS, false, false);
    if (!r)
        r = change(run, "all");
    return r ? r : ask(run, QUERY_COSTS, true, false);
}

bool whole_run(const struct whole_run *whole, unsigned long at, bool lost,
               unsigned *problems)
{
    long held = cuda_fault_held();
    long blocks = host_blocks();
    struct run run = {
        .ops = whole->ops,
        .device = whole->device,
        .graph = whole->graph,
        .problems = problems,
        .at = at,
        .lost = lost,
    };
    bool failed;

    cuda_fault_arm(at, lost);
    run_init(&run);
    run_steps(&run);
    run_finish(&run);
    if (cuda_fault_held() != held)
        complain(&run, "end", "something of CUDA's is left");
    if (host_blocks() != blocks)
        complain(&run, "end", "memory of the host is left");
    failed = cuda_fault_failed();
    cuda_fault_arm(0, false);
    return failed;
}
