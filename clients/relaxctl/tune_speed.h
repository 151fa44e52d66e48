/* tune_speed: how quick a solver is on a map, measured.
 *
 * Random pairs, trees and tables through the solver's own interface, each kind
 * asked a few times, as many as fit into a third of a second but at least once,
 * the median taken. A third of a second of other pairs goes before. One worker,
 * as a speed is one's (core/solver/solver.h). */
#ifndef RELAXD_CLIENTS_RELAXCTL_TUNE_SPEED_H
#define RELAXD_CLIENTS_RELAXCTL_TUNE_SPEED_H

#include "clients/relaxctl/runner.h"

/* The runner's solver may be picked by `auto`. What it cannot answer takes 0.
 */
int tune_speed(struct runner *runner, const struct map *map, uint64_t seed,
               struct solver_speed *ret_speed, struct error *error);

#endif
