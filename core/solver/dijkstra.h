/* dijkstra: Dijkstra's algorithm with an indexed heap; the oracle.
 *
 * E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
 * Plain and easy to trust: every other solver, device and option is held to its
 * costs bit for bit. Memory of a workspace: 25 bytes a vertex. */
#ifndef RELAXD_SOLVER_DIJKSTRA_H
#define RELAXD_SOLVER_DIJKSTRA_H

#include "core/solver/solver.h"

extern const struct solver_ops dijkstra_solver;

#endif
