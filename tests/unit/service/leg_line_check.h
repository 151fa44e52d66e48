/* leg_line_check: whether the line of a leg matches its steps. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_LEG_LINE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_LEG_LINE_CHECK_H

#include "core/service/line/leg_line.h"

/* Asserts that the line leads from the leg's first place to its last, node by
 * node, and that the segments of each step add up to the step. */
void leg_line_check(const struct map *map, const struct route_leg *leg);

#endif
