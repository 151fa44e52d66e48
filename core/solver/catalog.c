/* catalog: the list, and the choice of `auto`. */
#include "core/solver/catalog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void catalog_init(struct catalog *catalog)
{
    *catalog = (struct catalog){0};
    catalog_add(catalog, &dijkstra_solver);
    catalog_add(catalog, &bidirectional_solver);
    catalog_add(catalog, &cch_solver);
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

bool catalog_may_pick(const struct solver_ops *ops, const struct map *map)
{
    return !ops->slow && ops->speed && solver_can_use(ops, map);
}

/* A single question that needs the capabilities. */
static struct workload usual_workload(unsigned capabilities)
{
    if (capabilities & SOLVER_PAIRS)
        return (struct workload){
            .paths = true, .queries = 1, .targets = 1, .shared = 1};
    if (capabilities & SOLVER_TABLES)
        return (struct workload){.queries = 10, .targets = 100, .shared = 1};
    return (struct workload){.trees = true, .queries = 1, .shared = 1};
}

static double once_us(const struct solver_ops *ops, const struct map *map,
                      const struct workload *workload)
{
    struct solver_speed speed;

    ops->speed(map, &speed);
    return speed.ready_us + workload_us(workload, &speed);
}

const struct solver_ops *catalog_favourite(const struct catalog *catalog,
                                           enum device_kind kind,
                                           unsigned capabilities,
                                           const struct map *map,
                                           const struct workload *workload)
{
    unsigned wanted = capabilities ? capabilities : SOLVER_TREES;
    struct workload usual = usual_workload(wanted);
    const struct solver_ops *best = NULL;
    double best_us = HUGE_VAL;

    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];
        double us;

        if (ops->form->device_kind != kind ||
            (ops->capabilities & wanted) != wanted)
            continue;
        if (!map && !ops->slow && ops->speed)
            return ops;
        if (!map || !catalog_may_pick(ops, map))
            continue;
        us = once_us(ops, map, workload ? workload : &usual);
        if (us < best_us) {
            best = ops;
            best_us = us;
        }
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
