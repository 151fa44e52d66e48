/* steps_check: whether the steps of a route form a path over a road network. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_TRIP_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_TRIP_CHECK_H

#include "core/service/place/place_search.h"
#include "tests/unit/service/route_reference.h"

/* The edges of arrival, the last one first; at the start of a route all are
 * EDGE_NONE. */
struct steps_past {
    uint32_t came[REFERENCE_MEMORY];
    bool at_end; /* of the last edge */
};
void steps_past_clear(struct steps_past *past);

/* Asserts that the steps lead from one place to the other by turns that are
 * allowed after this past, and that their segments, weights and durations are
 * right. Updates the past to the end of the steps. Returns the sum of all
 * weights. */
uint64_t steps_check(const struct road_network *network,
                     const struct route_steps *steps, const struct place *from,
                     const struct place *to, struct steps_past *past);

#endif
