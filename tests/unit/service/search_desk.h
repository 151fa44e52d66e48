/* search_desk: three solvers that answer routes on one map. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_TRIP_DESK_H
#define RELAXD_TESTS_UNIT_SERVICE_TRIP_DESK_H

#include "core/service/place/place_search.h"
#include "core/solver/solver.h"

enum { DESK_SOLVERS = 3 }; /* dijkstra, bidirectional, cch */

struct search_desk {
    const struct map *map; /* ordered */
    const struct solver_ops *ops[DESK_SOLVERS];
    struct prepared *prepared[DESK_SOLVERS];
    struct metric *metric[DESK_SOLVERS];
    struct solver *solver[DESK_SOLVERS];
};

/* Asserts success. The caller keeps the map. */
void search_desk_open(struct search_desk *desk, const struct map *map);
void search_desk_close(struct search_desk *desk);

/* Makes and solves a route between two places; the caller finishes it. */
void search_desk_ask(struct search_desk *desk, size_t solver,
                     const struct place *from, const struct place *to,
                     struct place_search *ret_search);

/* The same with `wanted` alternatives; false, and no route, where the solver
 * finds none. */
bool search_desk_ask_further(struct search_desk *desk, size_t solver,
                             const struct place *from, const struct place *to,
                             uint32_t wanted, struct place_search *ret_search);

#endif
