/* paces: how quick every solver is on one map, guessed or measured. */
#ifndef RELAXD_ENGINE_PACES_H
#define RELAXD_ENGINE_PACES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/graph/map.h"
#include "core/solver/solver.h"

struct pace;

struct paces {
    struct pace *item; /* [count] */
    size_t count;
};

/* Guesses for the solvers that `auto` may pick for the map, on all devices of
 * their kind. 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int paces_init(struct paces *paces, const struct map *map,
               const struct solver_ops *const *solvers, size_t solver_count,
               const struct device *const *devices, size_t device_count);
void paces_finish(struct paces *paces);

/* As map_entry_speed(), map_entry_measured() and map_entry_learn_speed() say.
 */
const struct solver_speed *paces_speed(const struct paces *paces,
                                       const struct solver_ops *solver,
                                       const struct device *device);
bool paces_measured(const struct paces *paces, const struct device *device);
void paces_learn(struct paces *paces, const struct solver_ops *solver,
                 const struct device *device,
                 const struct solver_speed *measured);

#endif
