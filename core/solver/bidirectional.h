/* bidirectional: Dijkstra's algorithm from both ends at once, for pairs.
 *
 * Nicholson, "Finding the shortest route between two points in a network",
 * 1966; the rule to stop by: Goldberg and Werneck, "Computing point-to-point
 * shortest paths from external memory", 2005, section 2. Settles 0.6 to 0.7
 * of what one end alone would until it meets the target, on road maps. Memory
 * of a workspace: 48 bytes a vertex. */
#ifndef RELAXD_SOLVER_BIDIRECTIONAL_H
#define RELAXD_SOLVER_BIDIRECTIONAL_H

#include "core/solver/solver.h"

extern const struct solver_ops bidirectional_solver;

#endif
