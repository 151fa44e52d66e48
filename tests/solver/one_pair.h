/* one_pair: a query for the cost from one vertex to another, and its batch. */
#ifndef RELAXD_TESTS_SOLVER_ONE_PAIR_H
#define RELAXD_TESTS_SOLVER_ONE_PAIR_H

#include "core/solver/solver.h"

/* Points into itself: do not move it. */
struct one_pair {
    struct seed seed;
    struct target_vertex end;
    struct target target;
    uint32_t cost; /* the answer */
    struct query query;
    struct query *queries[1];
    struct batch batch;
};

void one_pair_init(struct one_pair *pair, uint32_t from, uint32_t to);

#endif
