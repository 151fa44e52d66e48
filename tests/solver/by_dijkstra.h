/* by_dijkstra: costs by dijkstra, for maps that are too large for the oracle.
 * The table checks dijkstra against the oracle. */
#ifndef RELAXD_TESTS_SOLVER_BY_DIJKSTRA_H
#define RELAXD_TESTS_SOLVER_BY_DIJKSTRA_H

#include "core/graph/map.h"
#include "core/solver/query.h"

/* As oracle_labels(), but any number above COST_MAX stands for all of them, and
 * vertices above the query's bound are unreached. Prints the reason and aborts
 * on failure. */
void labels_by_dijkstra(const struct map *map, const struct weights *weights,
                        const struct query *query, uint64_t *ret_exact);

#endif
