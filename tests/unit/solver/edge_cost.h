/* edge_cost: costs for tests, every third one at an edge of arithmetic. */
#ifndef RELAXD_TESTS_UNIT_SOLVER_EDGE_COST_H
#define RELAXD_TESTS_UNIT_SOLVER_EDGE_COST_H

#include "core/base/random.h"

/* The others are below a million. */
uint32_t edge_cost_draw(struct random *random);

#endif
