/* watched: records everything that a solver reports to an observer, in order.
 */
#ifndef RELAXD_TESTS_SOLVER_WATCHED_H
#define RELAXD_TESTS_SOLVER_WATCHED_H

#include "core/solver/solver.h"

struct watched_sight {
    uint32_t phase;
    enum search_side side;
    uint32_t vertex;
    uint32_t cost;
};

struct watched {
    struct phase_observer base;
    struct watched_sight *sights; /* [count] owned */
    size_t count;
    size_t capacity;
};

/* Aborts when memory is short. */
void watched_init(struct watched *watched);
void watched_finish(struct watched *watched);

#endif
