/* speed_table: the speed of every solver on one map, guessed or measured. */
#ifndef RELAXD_ENGINE_SPEED_TABLE_H
#define RELAXD_ENGINE_SPEED_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/graph/map.h"
#include "core/solver/solver.h"

struct speed_row;

struct speed_table {
    struct speed_row *row; /* [count] */
    size_t count;
};

/* Guesses for the solvers that `auto` may pick for the map, on all devices of
 * their kind. 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int speed_table_init(struct speed_table *table, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count);
void speed_table_finish(struct speed_table *table);

/* As map_entry_speed(), map_entry_measured() and map_entry_learn_speed(). */
const struct solver_speed *speed_table_find(const struct speed_table *table,
                                            const struct solver_ops *solver,
                                            const struct device *device);
bool speed_table_measured(const struct speed_table *table,
                          const struct device *device);
void speed_table_learn(struct speed_table *table,
                       const struct solver_ops *solver,
                       const struct device *device,
                       const struct solver_speed *measured);

#endif
