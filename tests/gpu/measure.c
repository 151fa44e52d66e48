#include "tests/gpu/measure.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/solver/catalog.h"
#include "gpu/gpu.h"

void must(int r, const struct error *error)
{
    if (r) {
        fprintf(stderr, "failed: %s\n", error->text);
        exit(EXIT_FAILURE);
    }
}

void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "failed: no memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

struct metric *open_metric(const struct form_ops *form,
                           const struct device *device, const struct map *map)
{
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct error error = {""};

    must(form->prepare(device, map, &prepared, &error), &error);
    must(form->customize(prepared, &map->imported.arcs, &metric, &error),
         &error);
    return metric;
}

void close_metric(struct metric *metric)
{
    struct prepared *prepared = metric->prepared;
    const struct form_ops *form = prepared->ops;

    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

struct solver *open_solver(const char *name, const struct device *device,
                           const struct map *map,
                           const struct solver_setting *settings, size_t count,
                           struct metric **ret_metric)
{
    struct catalog catalog;
    const struct solver_ops *ops;
    struct solver *solver = NULL;
    struct error error = {""};

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    ops = catalog_find(&catalog, name);
    must(solver_settings_check(ops, settings, count, &error), &error);
    *ret_metric = open_metric(ops->form, device, map);
    must(ops->create((*ret_metric)->prepared, settings, count, &solver, &error),
         &error);
    return solver;
}

void close_solver(struct solver *solver, struct metric *metric)
{
    solver->ops->destroy(solver);
    close_metric(metric);
}
