/* tuned_speed: how quick solvers were, in the lines of a tuned file. */
#ifndef RELAXD_ENGINE_TUNED_SPEED_H
#define RELAXD_ENGINE_TUNED_SPEED_H

#include "core/engine/tuned.h"
#include "core/solver/catalog.h"

/* Whether the line is about the speed of a solver of the catalog. */
bool tuned_is_speed(const struct catalog *catalog,
                    const struct solver_setting *line);

/* What the file says of a solver: TUNED_NONE where it says nothing, -EINVAL
 * with words where a number is missing, negative or none. */
int tuned_speed_find(const struct tuned *tuned, const struct solver_ops *solver,
                     struct solver_speed *ret_speed, struct error *error);

/* The lines that say it: names into `names`, which the settings then use. */
void tuned_speed_lines(
    const struct solver_ops *solver, const struct solver_speed *speed,
    char names[static SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE],
    struct solver_setting ret_lines[static SOLVER_SPEED_NUMBERS]);

#endif
