/* straighten: a walk without what it goes round in circles. */
#ifndef RELAXD_SOLVER_CCH_STRAIGHTEN_H
#define RELAXD_SOLVER_CCH_STRAIGHTEN_H

#include "core/solver/path.h"

/* Cuts out what lies between two visits to a vertex, so that none is visited
 * twice; the rest is a path still, from the first vertex to the last. Costs
 * must not change by it: the arcs between are to add up to 0. `mark`:
 * [vertex_count], all 0, and so it is left. Linear in the walk. */
void path_straighten(struct path *path, const struct topology *topology,
                     uint32_t *mark);

#endif
