/* table: what every solver must hold, on any device. */
#include "tests/solver/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "tests/solver/changing.h"
#include "tests/solver/check.h"
#include "tests/solver/graphs.h"
#include "tests/solver/sample.h"

const struct table_scope table_scope_usual = {
    .graph_count = 700,
    .vertices_max = 60,
    .batch_count = 12,
    .batch_max = 5,
    .change_count = 6,
};

enum { FAILURES_MAX = 5, METRICS = 2 };

/* One graph on its way through a solver. */
struct round {
    const struct solver_ops *ops;
    const struct table_scope *scope;
    struct test_graph graph;
    struct random random;
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
    const struct representation_ops *representation =
        round->ops->representation;
    const struct table_scope *scope = round->scope;
    int r = solver_settings_check(round->ops, scope->settings,
                                  scope->setting_count, error);

    if (!r)
        r = representation->prepare(device, round->graph.map, &round->prepared,
                                    error);
    for (int i = 0; i < METRICS && !r; i++)
        r = representation->customize(round->prepared,
                                      &round->weights[i].weights,
                                      &round->metric[i], error);
    if (!r)
        r = round->ops->create(round->prepared, scope->settings,
                               scope->setting_count, &round->solver, error);
    return r;
}

static void round_init(struct round *round, const struct solver_ops *ops,
                       const struct table_scope *scope, uint64_t number)
{
    unsigned most = scope->batch_max;
    bool ordered;

    *round = (struct round){.ops = ops, .scope = scope};
    random_seed(&round->random, number);
    ordered = random_below(&round->random, 2) ||
              (ops->capabilities & SOLVER_NEEDS_ORDER);
    test_graph_make(number, scope->vertices_max, ordered, &round->graph);
    changing_init(&round->weights[0], &round->graph,
                  &round->graph.map->weights);
    changing_init(&round->weights[1], &round->graph, &round->graph.changed);
    round->samples = array_alloc(most, sizeof(*round->samples));
    round->queries = array_alloc(most, sizeof(*round->queries));
    if (!round->samples || !round->queries)
        abort();
    for (unsigned i = 0; i < most; i++) {
        sample_init(&round->samples[i], round->graph.map);
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
        round->ops->representation->metric_destroy(round->metric[i]);
    round->ops->representation->prepared_destroy(round->prepared);
    for (int i = 0; i < METRICS; i++)
        changing_finish(&round->weights[i]);
    test_graph_finish(&round->graph);
}

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
    return outputs[random_below(&round->random, count)];
}

/* Makes a table of the batch: all rows have the same array of targets. */
static void share_targets(struct round *round, size_t query_count)
{
    const struct query *first = round->queries[0];

    for (size_t i = 1; i < query_count; i++) {
        round->queries[i]->targets = first->targets;
        round->queries[i]->target_count = first->target_count;
    }
}

static int solve_batch(struct round *round, struct error *error)
{
    int metric = (int)random_below(&round->random, METRICS);
    enum query_output output = draw_output(round);
    struct batch batch = {
        .queries = round->queries,
        .query_count =
            1 + random_below(&round->random, round->scope->batch_max),
    };
    int r;

    for (size_t i = 0; i < batch.query_count; i++)
        sample_draw(&round->samples[i], &round->random, round->graph.map,
                    output, round->ops->capabilities);
    if (random_below(&round->random, 2))
        share_targets(round, batch.query_count);
    r = round->ops->solve(round->solver, round->metric[metric], &batch, error);
    for (size_t i = 0; i < batch.query_count && !r; i++) {
        r = check_answer(&round->samples[i], &round->graph.map->topology,
                         &round->weights[metric].weights, error);
        if (r)
            error_prefix(error, "weights %d, output %d, query %zu of %zu",
                         metric, (int)output, i, batch.query_count);
    }
    return r;
}

static int solve_batches(struct round *round, struct error *error)
{
    for (unsigned i = 0; i < round->scope->batch_count; i++) {
        int r = solve_batch(round, error);

        if (r) {
            error_prefix(error, "batch %u", i);
            return r;
        }
    }
    return 0;
}

static int customize_again(struct round *round, int at, struct error *error)
{
    const struct representation_ops *form = round->ops->representation;
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

static int recustomize(struct round *round, int at, struct error *error)
{
    struct changing *weights = &round->weights[at];

    if (random_below(&round->random, 2))
        changing_turn(weights);
    else
        changing_overwrite(weights);
    return metric_recustomize(&round->metric[at], &weights->weights,
                              &weights->to, error);
}

static int change(struct round *round, uint64_t epoch, struct error *error)
{
    int at = (int)random_below(&round->random, METRICS);
    struct changing *weights = &round->weights[at];
    bool full = random_below(&round->random, 3) == 0;
    int r;

    changing_draw(weights, &round->random, epoch);
    r = full ? customize_again(round, at, error)
             : recustomize(round, at, error);
    if (!r && (round->metric[at]->prepared != round->prepared ||
               round->metric[at]->epoch != epoch))
        r = error_set(error, -EINVAL, "not the metric of epoch %u",
                      (unsigned)epoch);
    if (!r)
        r = solve_batch(round, error);
    if (r)
        error_prefix(error, "weights %d, %zu arcs changed (%s), %s", at,
                     weights->to.count, weights->kind,
                     full ? "customized" : "recustomized");
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

/* How a graph ended. */
struct tally {
    unsigned failed;
    unsigned refused;
};

static void run_graph(const struct solver_ops *ops, const struct device *device,
                      const struct table_scope *scope, uint64_t number,
                      struct tally *tally)
{
    struct round round;
    struct error error = {""};
    bool refused;
    int r;

    round_init(&round, ops, scope, number);
    r = round_prepare(&round, device, &error);
    refused = r == SOLVER_REFUSES && error.text[0];
    if (!r)
        r = solve_batches(&round, &error);
    if (!r)
        r = solve_changes(&round, &error);
    tally->refused += refused;
    tally->failed += r && !refused;
    if (r && !refused)
        fprintf(stderr,
                "%s on %s: graph %llu (%s%s, weights %s, %u vertices, %u "
                "arcs): %s\n",
                ops->name, device->name, (unsigned long long)number,
                round.graph.ordered ? "ordered " : "", round.graph.kind,
                round.graph.weight_kind, round.graph.map->topology.vertex_count,
                round.graph.map->topology.arc_count, error.text);
    round_finish(&round);
}

int solver_table_run(const struct solver_ops *ops, const struct device *device,
                     const struct table_scope *scope)
{
    struct tally tally = {0};

    for (unsigned i = 0; i < scope->graph_count && tally.failed < FAILURES_MAX;
         i++)
        run_graph(ops, device, scope, scope->first_graph + i, &tally);
    if (2 * tally.refused <= scope->graph_count)
        return (int)tally.failed;
    fprintf(stderr, "%s on %s: refused %u of %u graphs\n", ops->name,
            device->name, tally.refused, scope->graph_count);
    return (int)(tally.failed + tally.refused);
}
