/* test_table_changes: the table fails forms that apply changed weights wrongly,
 * and passes forms without an operation for changes.
 *
 * Each keeps a copy of the weights, as a device would, for dijkstra to read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"
#include "core/solver/csr.h"
#include "tests/solver/table.h"

static struct form_ops form;

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    int r = csr_form.prepare(device, map, ret_prepared, error);

    if (!r)
        (*ret_prepared)->ops = &form;
    return r;
}

static uint32_t *copy_of(struct metric *metric)
{
    return (uint32_t *)((struct csr_metric *)metric)->weights.weight;
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    uint32_t *copy = array_zero(weights->arc_count, sizeof(*copy));
    struct weights copied = *weights;

    if (!copy)
        abort();
    for (uint32_t a = 0; a < weights->arc_count; a++)
        copy[a] = weights->weight[a];
    copied.weight = copy;
    return csr_form.customize(prepared, &copied, ret_metric, error);
}

static void metric_destroy(struct metric *metric)
{
    if (metric)
        free(copy_of(metric));
    csr_form.metric_destroy(metric);
}

typedef int (*recustomize_fn)(struct metric *metric,
                              const struct weights *weights,
                              const struct weight_changes *changes,
                              struct error *error);

static int take(struct metric *metric, const struct weights *weights,
                const struct weight_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        copy_of(metric)[changes->arc[i]] = weights->weight[changes->arc[i]];
    metric->epoch = weights->epoch;
    return 0;
}

static int take_all(struct metric *metric, const struct weights *weights,
                    const struct weight_changes *changes, struct error *error)
{
    return take(metric, weights, changes);
}

static int forget_the_last(struct metric *metric, const struct weights *weights,
                           const struct weight_changes *changes,
                           struct error *error)
{
    struct weight_changes fewer = *changes;

    fewer.count -= fewer.count > 0;
    return take(metric, weights, &fewer);
}

static int keep_closed(struct metric *metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    for (size_t i = 0; i < changes->count; i++) {
        uint32_t *weight = &copy_of(metric)[changes->arc[i]];

        if (*weight != WEIGHT_CLOSED)
            *weight = weights->weight[changes->arc[i]];
    }
    metric->epoch = weights->epoch;
    return 0;
}

static int keep_epoch(struct metric *metric, const struct weights *weights,
                      const struct weight_changes *changes, struct error *error)
{
    uint64_t epoch = metric->epoch;
    int r = take(metric, weights, changes);

    metric->epoch = epoch;
    return r;
}

/* The array that dijkstra then reads may be freed. */
static int keep_old_array(struct metric *metric, const struct weights *weights,
                          const struct weight_changes *changes,
                          struct error *error)
{
    metric->epoch = weights->epoch;
    return 0;
}

static bool passes(const struct form_ops *tried)
{
    struct table_scope scope = table_scope_usual;
    struct solver_ops ops = dijkstra_solver;

    form = *tried;
    form.prepare = prepare;
    ops.form = &form;
    scope.graph_count = 154;
    return solver_table_run(&ops, device_cpu(), &scope) == 0;
}

static struct form_ops copying(recustomize_fn recustomize)
{
    struct form_ops ops = csr_form;

    ops.customize = customize;
    ops.metric_destroy = metric_destroy;
    ops.recustomize = recustomize;
    return ops;
}

static int expect(const struct form_ops *tried, bool pass, const char *name)
{
    if (passes(tried) == pass)
        return 0;
    printf("a form that %s %s\n", name, pass ? "fails" : "passes");
    return 1;
}

int main(void)
{
    static const struct {
        const char *name;
        recustomize_fn recustomize;
        bool passes;
    } forms[] = {
        {"takes every change", take_all, true},
        {"has no way of its own", NULL, true},
        {"forgets the last change", forget_the_last, false},
        {"keeps closed arcs closed", keep_closed, false},
        {"keeps the old epoch", keep_epoch, false},
    };
    struct form_ops lazy = csr_form;
    int failures = 0;

    /* The table's messages about them do not matter here. */
    if (!freopen("/dev/null", "w", stderr))
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        struct form_ops ops = copying(forms[i].recustomize);

        failures += expect(&ops, forms[i].passes, forms[i].name);
    }
    lazy.recustomize = keep_old_array;
    failures += expect(&lazy, false, "goes on reading the old array");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
