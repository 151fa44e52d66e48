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

/* Whether a solver for it reads an ordered map. */
static bool has_ordered(const struct map *map,
                        const struct solver_ops *const *solvers,
                        size_t solver_count)
{
    for (size_t i = 0; i < solver_count; i++) {
        if (solvers[i]->capabilities & SOLVER_NEEDS_ORDER &&
            solver_can_use(solvers[i], map))
            return true;
    }
    return false;
}

/* Whether solvers with a hierarchy answer all of its queries hundreds of times
 * faster: it answers pairs alone. A job may still name it. */
static bool is_outdone(const struct solver_ops *solver, bool ordered)
{
    return ordered && !(solver->capabilities &
                        (SOLVER_NEEDS_ORDER | SOLVER_TABLES | SOLVER_TREES));
}

bool form_is_for_all(const struct form_ops *form, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count)
{
    bool ordered = has_ordered(map, solvers, solver_count);

    for (size_t i = 0; i < solver_count; i++) {
        if (solvers[i]->form == form && !solvers[i]->slow &&
            !is_outdone(solvers[i], ordered) && solver_can_use(solvers[i], map))
            return true;
    }
    return false;
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
