/* catalog: the available solvers, by name.
 *
 * A list of static tables, which the program fills once at start and any thread
 * may read after. The CPU's solvers are in it from the start; daemon/ and
 * relaxctl add those of gpu/. */
#ifndef RELAXD_SOLVER_CATALOG_H
#define RELAXD_SOLVER_CATALOG_H

#include <stddef.h>

#include "core/solver/solver.h"

enum { CATALOG_CAPACITY = 64 };

struct catalog {
    const struct solver_ops *solver[CATALOG_CAPACITY];
    size_t count;
};

/* The CPU's solvers; see the head comment of each .c. */
extern const struct solver_ops dijkstra_solver; /* the oracle */
extern const struct solver_ops bidirectional_solver;
extern const struct solver_ops cch_solver;

/* Adds the CPU's solvers, the oracle first. */
void catalog_init(struct catalog *catalog);

/* Appends; past CATALOG_CAPACITY it aborts, since that is a programming
 * error. */
void catalog_add(struct catalog *catalog, const struct solver_ops *ops);

/* NULL if there is no solver of that name. */
const struct solver_ops *catalog_find(const struct catalog *catalog,
                                      const char *name);

/* The solver that `auto` picks on a kind of device, for a single question that
 * needs all of these capabilities (enum solver_capability; 0: trees): by
 * guessed speed the fastest for the workload on this map, including the time to
 * prepare it. Never a slow one, nor one that needs an order if the map has
 * none. map: NULL if not known yet: the first that could be it. workload: NULL
 * for a usual one: a pair with its path, or a table, or a tree. NULL: there is
 * none. */
const struct solver_ops *catalog_favourite(const struct catalog *catalog,
                                           enum device_kind kind,
                                           unsigned capabilities,
                                           const struct map *map,
                                           const struct workload *workload);

/* Whether `auto` may pick the solver for this map at all. */
bool catalog_may_pick(const struct solver_ops *ops, const struct map *map);

/* Whether publishing a map makes this form at once: it does if a solver for
 * jobs that name none reads it, one that is not slow by nature and not, for
 * pairs alone, outdone by a hierarchy of the map. Other forms wait for the
 * first query that names a solver which reads them. */
bool form_is_for_all(const struct form_ops *form, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count);

/* The CPU as a device. */
const struct device *device_cpu(void);

#endif
