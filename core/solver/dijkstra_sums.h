/* dijkstra_sums: Dijkstra's algorithm over whole labels: cost, duration and
 * length, compared in this order (path_sums.h).
 *
 * Arcs take nothing away from any of the three, so the least label in the heap
 * is final, as it is with costs alone. Memory: 16 bytes a vertex, and 16 for
 * each label that was ever lowered. One thread. */
#ifndef RELAXD_SOLVER_DIJKSTRA_SUMS_H
#define RELAXD_SOLVER_DIJKSTRA_SUMS_H

#include "core/solver/solver.h"

/* Answers a query for COSTS with sums. 0 or -ENOMEM. */
int dijkstra_sums_solve(const struct map *map, const struct weights *weights,
                        struct query *query);

/* The best of a target's vertices, by their labels [vertex_count]. */
struct label sums_target(const struct query *query, uint32_t target,
                         const struct label *labels);

#endif
