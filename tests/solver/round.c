/* round: batches, changes of weights, and metrics replaced in between. */
#include "tests/solver/round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "tests/solver/by_dijkstra.h"
#include "tests/solver/changing.h"
#include "tests/solver/check.h"
#include "tests/solver/oracle.h"
#include "tests/solver/sample.h"
#include "tests/solver/sums.h"

enum { METRICS = 2 };

/* The check searches for sums in labels of three parts, which takes seconds a
 * query on the largest maps. */
enum { SUMS_VERTICES_MAX = 500000 };

struct round {
    const struct solver_ops *ops;
    const struct table_scope *scope;
    const struct test_graph *graph;
    struct random *random;
    struct prepared *prepared;
    struct changing weights[METRICS];
    struct metric *metric[METRICS];
    struct solver *solver;
    struct sample *samples; /* [batch_max] */
    struct query **queries; /* [batch_max] */
};

static int round_prepare(struct round *round, const struct device *device,
                         struct error *error)
{
    const struct form_ops *form = round->ops->form;
    const struct table_scope *scope = round->scope;
    int r = solver_settings_check(round->ops, scope->settings,
                                  scope->setting_count, error);

    if (!r)
        r = form->prepare(device, round->graph->map, &round->prepared, error);
    for (int i = 0; i < METRICS && !r; i++)
        r = form->customize(round->prepared, &round->weights[i].weights,
                            &round->metric[i], error);
    if (!r)
        r = round->ops->create(round->prepared, scope->settings,
                               scope->setting_count, &round->solver, error);
    return r;
}

static void round_init(struct round *round, const struct solver_ops *ops,
                       const struct table_scope *scope,
                       const struct test_graph *graph, struct random *random)
{
    unsigned most = scope->batch_max;

    *round = (struct round){
        .ops = ops,
        .scope = scope,
        .graph = graph,
        .random = random,
    };
    changing_init(&round->weights[0], graph, &graph->map->imported.arcs);
    changing_init(&round->weights[1], graph, &graph->changed);
    round->samples = array_alloc(most, sizeof(*round->samples));
    round->queries = array_alloc(most, sizeof(*round->queries));
    if (!round->samples || !round->queries)
        abort();
    for (unsigned i = 0; i < most; i++) {
        sample_init(&round->samples[i], graph->map);
        round->queries[i] = &round->samples[i].query;
    }
}

static void round_finish(struct round *round)
{
    for (unsigned i = 0; i < round->scope->batch_max; i++)
        sample_finish(&round->samples[i]);
    free(round->samples);
    free(round->queries);
    round->ops->destroy(round->solver);
    for (int i = 0; i < METRICS; i++)
        round->ops->form->metric_destroy(round->metric[i]);
    round->ops->form->prepared_destroy(round->prepared);
    for (int i = 0; i < METRICS; i++)
        changing_finish(&round->weights[i]);
}

static const char *const output_names[] = {
    [QUERY_COSTS] = "costs",
    [QUERY_PATHS] = "paths",
    [QUERY_REACHED] = "lists",
    [QUERY_TREE] = "trees",
};

static enum query_output draw_output(struct round *round)
{
    unsigned capabilities = round->ops->capabilities;
    enum query_output outputs[4];
    uint32_t count = 0;

    if (capabilities & (SOLVER_PAIRS | SOLVER_TABLES)) {
        outputs[count++] = QUERY_COSTS;
        outputs[count++] = QUERY_PATHS;
    }
    if (capabilities & SOLVER_TREES) {
        outputs[count++] = QUERY_REACHED;
        outputs[count++] = QUERY_TREE;
    }
    return outputs[random_below(round->random, count)];
}

/* Makes a table of the batch: all rows have the same array of targets. */
static void share_targets(struct round *round, size_t query_count)
{
    const struct query *first = round->queries[0];

    for (size_t i = 1; i < query_count; i++) {
        round->queries[i]->targets = first->targets;
        round->queries[i]->target_count = first->target_count;
        round->samples[i].sums.targets = round->samples[0].sums.targets;
    }
}

/* An answered batch, for the checks. */
struct answered {
    const struct round *round;
    const struct weights *weights;
};

static int check_query(void *context, size_t at, struct error *error)
{
    const struct answered *answered = context;
    const struct test_graph *graph = answered->round->graph;
    const struct topology *topology = &graph->map->topology;
    const struct sample *sample = &answered->round->samples[at];
    uint64_t *exact = array_alloc(topology->vertex_count, sizeof(*exact));
    int r;

    if (!exact)
        abort();
    if (graph->road)
        labels_by_dijkstra(graph->map, answered->weights, &sample->query,
                           exact);
    else
        oracle_labels(topology, answered->weights, &sample->query, exact);
    r = check_labelled(sample, topology, answered->weights, exact, error);
    if (!r && sample->query.sums)
        r = check_sums(sample, topology, answered->weights, error);
    if (r)
        error_prefix(error, "query %zu", at);
    free(exact);
    return r;
}

static int check_batch(const struct round *round, const struct weights *weights,
                       size_t query_count, struct error *error)
{
    struct answered answered = {round, weights};
    unsigned threads = round->graph->road ? parallel_thread_count() : 1;

    return parallel_run(threads, query_count, check_query, &answered, error);
}

static int solve_batch(struct round *round, int metric, struct error *error)
{
    enum query_output output = draw_output(round);
    struct batch batch = {
        .queries = round->queries,
        .query_count = 1 + random_below(round->random, round->scope->batch_max),
    };
    bool small = round->graph->map->topology.vertex_count <= SUMS_VERTICES_MAX;
    const struct arc_sums *sums = round->ops->capabilities & SOLVER_SUMS &&
                                          small &&
                                          random_below(round->random, 2)
                                      ? &round->graph->sums
                                      : NULL;
    int r;

    for (size_t i = 0; i < batch.query_count; i++)
        sample_draw(&round->samples[i], round->random, round->graph->map,
                    output, round->ops->capabilities, sums);
    if (random_below(round->random, 2))
        share_targets(round, batch.query_count);
    r = round->ops->solve(round->solver, round->metric[metric], &batch, error);
    if (!r)
        r = check_batch(round, &round->weights[metric].weights,
                        batch.query_count, error);
    if (r)
        error_prefix(error, "weights %d, %zu queries for %s", metric,
                     batch.query_count, output_names[output]);
    else if (round->graph->road)
        printf("    weights %d: %zu queries for %s are right\n", metric,
               batch.query_count, output_names[output]);
    return r;
}

static int solve_batches(struct round *round, struct error *error)
{
    for (unsigned i = 0; i < round->scope->batch_count; i++) {
        int metric = (int)random_below(round->random, METRICS);
        int r = solve_batch(round, metric, error);

        if (r) {
            error_prefix(error, "batch %u", i);
            return r;
        }
    }
    return 0;
}

static int customize_again(struct round *round, int at, struct error *error)
{
    const struct form_ops *form = round->ops->form;
    struct metric *metric;
    int r = form->customize(round->prepared, &round->weights[at].next, &metric,
                            error);

    if (r)
        return r;
    form->metric_destroy(round->metric[at]);
    round->metric[at] = metric;
    changing_turn(&round->weights[at]);
    return 0;
}

/* Destroys the metric first and reuses its epoch: a workspace must not identify
 * a metric by its address and epoch. */
static int replace(struct round *round, int at, struct error *error)
{
    const struct form_ops *form = round->ops->form;
    int r;

    form->metric_destroy(round->metric[at]);
    round->metric[at] = NULL;
    r = form->customize(round->prepared, &round->weights[at].next,
                        &round->metric[at], error);
    if (!r)
        changing_turn(&round->weights[at]);
    return r;
}

static int recustomize(struct round *round, int at, struct error *error)
{
    struct changing *weights = &round->weights[at];

    if (random_below(round->random, 2))
        changing_turn(weights);
    else
        changing_overwrite(weights);
    return metric_recustomize(&round->metric[at], &weights->weights,
                              &weights->to, error);
}

static const struct way {
    const char *name;
    int (*change)(struct round *round, int at, struct error *error);
    bool same_epoch;
} ways[] = {
    {.name = "customized", .change = customize_again},
    {.name = "replaced", .change = replace, .same_epoch = true},
    {.name = "recustomized", .change = recustomize},
    {.name = "recustomized", .change = recustomize},
};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

static int follow(struct round *round, int at, const struct way *way,
                  uint64_t epoch, struct error *error)
{
    int r = way->change(round, at, error);

    if (!r && (round->metric[at]->prepared != round->prepared ||
               round->metric[at]->epoch != epoch))
        r = error_set(error, -EINVAL, "not the metric of epoch %u",
                      (unsigned)epoch);
    return r;
}

static int ask(struct round *round, int metric, struct error *error)
{
    int r = solve_batch(round, metric, error);

    for (unsigned i = 0; !r && i < round->scope->more_batches; i++)
        r = solve_batch(round, metric, error);
    return r;
}

static int change(struct round *round, uint64_t epoch, struct error *error)
{
    int at = (int)random_below(round->random, METRICS);
    struct changing *weights = &round->weights[at];
    const struct way *way = &ways[random_below(round->random, WAYS)];
    int r;

    if (way->same_epoch)
        epoch = weights->weights.epoch;
    changing_draw(weights, round->random, epoch);
    r = follow(round, at, way, epoch, error);
    if (!r && round->graph->road)
        printf("  weights %d, %zu arcs changed (%s), %s\n", at,
               weights->to.count, weights->kind, way->name);
    if (!r)
        r = ask(round, at, error);
    if (r)
        error_prefix(error, "weights %d, %zu arcs changed (%s), %s", at,
                     weights->to.count, weights->kind, way->name);
    return r;
}

static int solve_changes(struct round *round, struct error *error)
{
    for (unsigned i = 0; i < round->scope->change_count; i++) {
        int r = change(round, 3 + i, error);

        if (r) {
            error_prefix(error, "change %u", i);
            return r;
        }
    }
    return 0;
}

int round_run(const struct solver_ops *ops, const struct device *device,
              const struct table_scope *scope, const struct test_graph *graph,
              struct random *random, struct error *error)
{
    struct round round;
    bool refused;
    int r;

    round_init(&round, ops, scope, graph, random);
    r = round_prepare(&round, device, error);
    refused = r == SOLVER_REFUSES && error->text[0];
    if (!r)
        r = solve_batches(&round, error);
    if (!r)
        r = solve_changes(&round, error);
    round_finish(&round);
    return refused ? SOLVER_REFUSES : r ? -EINVAL : 0;
}
