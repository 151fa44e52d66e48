/* trip_desk: solvers that answer trips on one map. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_TRIP_DESK_H
#define RELAXD_TESTS_UNIT_SERVICE_TRIP_DESK_H

#include "core/service/place/trip.h"
#include "core/solver/solver.h"

enum { DESK_SOLVERS = 3 }; /* dijkstra, bidirectional, cch */

struct trip_desk {
    const struct map *map; /* ordered */
    const struct solver_ops *ops[DESK_SOLVERS];
    struct prepared *prepared[DESK_SOLVERS];
    struct metric *metric[DESK_SOLVERS];
    struct solver *solver[DESK_SOLVERS];
};

/* Asserts that all is well. The map stays the caller's. */
void trip_desk_open(struct trip_desk *desk, const struct map *map);
void trip_desk_close(struct trip_desk *desk);

/* A trip between two places, made and solved; to be finished. */
void trip_desk_ask(struct trip_desk *desk, size_t solver,
                   const struct place *from, const struct place *to,
                   struct trip *ret_trip);

/* The same with so many further ways wanted; false, and no trip, where the
 * solver finds none. */
bool trip_desk_ask_further(struct trip_desk *desk, size_t solver,
                           const struct place *from, const struct place *to,
                           uint32_t wanted, struct trip *ret_trip);

#endif
