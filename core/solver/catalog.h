/* catalog: which solvers there are, by name.
 *
 * A catalog is a list of tables that live forever; filled once at start by
 * whoever wires a program together, read by any thread after. The CPU's solvers
 * are in it from the start; daemon/ and relaxctl add what gpu/ has. */
#ifndef RELAXD_SOLVER_CATALOG_H
#define RELAXD_SOLVER_CATALOG_H

#include <stddef.h>

#include "core/solver/solver.h"

enum { CATALOG_CAPACITY = 64 };

struct catalog {
    const struct solver_ops *solver[CATALOG_CAPACITY];
    size_t count;
};

/* Those of the CPU; each head comment is in its .c. */
extern const struct solver_ops dijkstra_solver; /* the oracle */
extern const struct solver_ops bidirectional_solver;
extern const struct solver_ops cch_solver;

/* Holds the CPU's solvers, the oracle first. */
void catalog_init(struct catalog *catalog);

/* Appends; past CATALOG_CAPACITY it aborts, a mistake of the program. */
void catalog_add(struct catalog *catalog, const struct solver_ops *ops);

/* NULL where no solver is called that. */
const struct solver_ops *catalog_find(const struct catalog *catalog,
                                      const char *name);

/* What `auto` stands for on a kind of device, for one question that needs these
 * capabilities (enum solver_capability, all of them; 0: trees) and is asked
 * once: by its guessed speed the quickest for the workload on this map, making
 * the map ready included. Never a slow one, nor one that needs an order where
 * the map has none. map: NULL where it is not known yet: the first that could
 * be it. workload: NULL for a usual one: a pair with its path, or a table, or a
 * tree. NULL: there is none. */
const struct solver_ops *catalog_favourite(const struct catalog *catalog,
                                           enum device_kind kind,
                                           unsigned capabilities,
                                           const struct map *map,
                                           const struct workload *workload);

/* Whether `auto` may pick it for this map at all. */
bool catalog_may_pick(const struct solver_ops *ops, const struct map *map);

/* The CPU as a device. */
const struct device *device_cpu(void);

#endif
