/* paces: how quick every solver is on one map, guessed or measured. */
#include "core/engine/paces.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"

/* A solver on one device. */
struct pace {
    const struct solver_ops *solver;
    const struct device *device;
    struct solver_speed guessed;
    struct solver_speed measured;
    atomic_bool was_measured; /* `measured` is written before */
};

static void guess(struct paces *paces, const struct map *map,
                  const struct solver_ops *solver, const struct device *device)
{
    struct pace *pace = &paces->item[paces->count++];

    *pace = (struct pace){.solver = solver, .device = device};
    solver->speed(map, &pace->guessed);
    atomic_init(&pace->was_measured, false);
}

int paces_init(struct paces *paces, const struct map *map,
               const struct solver_ops *const *solvers, size_t solver_count,
               const struct device *const *devices, size_t device_count)
{
    *paces = (struct paces){
        .item = array_alloc(solver_count * device_count, sizeof(*paces->item)),
    };
    if (!paces->item)
        return -ENOMEM;
    for (size_t i = 0; i < solver_count; i++) {
        if (!catalog_may_pick(solvers[i], map))
            continue;
        for (size_t j = 0; j < device_count; j++) {
            if (solvers[i]->representation->device_kind == devices[j]->kind)
                guess(paces, map, solvers[i], devices[j]);
        }
    }
    return 0;
}

void paces_finish(struct paces *paces)
{
    free(paces->item);
    *paces = (struct paces){0};
}

static struct pace *find(const struct paces *paces,
                         const struct solver_ops *solver,
                         const struct device *device)
{
    for (size_t i = 0; i < paces->count; i++) {
        if (paces->item[i].solver == solver && paces->item[i].device == device)
            return &paces->item[i];
    }
    return NULL;
}

const struct solver_speed *paces_speed(const struct paces *paces,
                                       const struct solver_ops *solver,
                                       const struct device *device)
{
    struct pace *pace = find(paces, solver, device);

    if (!pace)
        return NULL;
    return atomic_load_explicit(&pace->was_measured, memory_order_acquire)
               ? &pace->measured
               : &pace->guessed;
}

bool paces_measured(const struct paces *paces, const struct device *device)
{
    for (size_t i = 0; i < paces->count; i++) {
        const struct pace *pace = &paces->item[i];

        if (pace->device == device &&
            atomic_load_explicit(&pace->was_measured, memory_order_acquire))
            return true;
    }
    return false;
}

void paces_learn(struct paces *paces, const struct solver_ops *solver,
                 const struct device *device,
                 const struct solver_speed *measured)
{
    struct pace *pace = find(paces, solver, device);

    if (!pace || atomic_load(&pace->was_measured))
        return;
    pace->measured = *measured;
    atomic_store_explicit(&pace->was_measured, true, memory_order_release);
}
