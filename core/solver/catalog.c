/* catalog: which solvers there are, by name. */
#include "core/solver/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "core/solver/bidirectional.h"
#include "core/solver/dijkstra.h"

void catalog_init(struct catalog *catalog)
{
    *catalog = (struct catalog){0};
    catalog_add(catalog, &dijkstra_solver);
    catalog_add(catalog, &bidirectional_solver);
}

void catalog_add(struct catalog *catalog, const struct solver_ops *ops)
{
    if (catalog->count == CATALOG_CAPACITY)
        abort();
    catalog->solver[catalog->count++] = ops;
}

const struct solver_ops *catalog_find(const struct catalog *catalog,
                                      const char *name)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (!strcmp(catalog->solver[i]->name, name))
            return catalog->solver[i];
    }
    return NULL;
}

static const char *favourite_name(enum device_kind kind, unsigned capabilities)
{
    if (kind == DEVICE_CUDA)
        return "locality";
    return capabilities & SOLVER_PAIRS ? "bidirectional" : "dijkstra";
}

const struct solver_ops *catalog_favourite(const struct catalog *catalog,
                                           enum device_kind kind,
                                           unsigned capabilities)
{
    const char *name = favourite_name(kind, capabilities);
    const struct solver_ops *best = NULL;

    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];

        if (ops->slow || ops->representation->device_kind != kind ||
            (ops->capabilities & capabilities) != capabilities)
            continue;
        if (!best || !strcmp(ops->name, name))
            best = ops;
    }
    return best;
}

const struct device *device_cpu(void)
{
    static const struct device cpu = {
        .kind = DEVICE_CPU,
        .name = "cpu",
        .description = "CPU",
    };

    return &cpu;
}
