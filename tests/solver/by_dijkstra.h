/* by_dijkstra: costs found by the solver that others are held to, for maps that
 * are too large for the oracle of tests. The table holds it to that one. */
#ifndef RELAXD_TESTS_SOLVER_BY_DIJKSTRA_H
#define RELAXD_TESTS_SOLVER_BY_DIJKSTRA_H

#include "core/graph/map.h"
#include "core/solver/query.h"

/* What oracle_labels() fills, but any number above COST_MAX stands for all of
 * them, and nothing is reached above the query's bound. Says why and aborts
 * where it fails. */
void labels_by_dijkstra(const struct map *map, const struct weights *weights,
                        const struct query *query, uint64_t *ret_exact);

#endif
