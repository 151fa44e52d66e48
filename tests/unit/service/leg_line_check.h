/* leg_line_check: whether the line of a leg is what its steps say. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_LEG_LINE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_LEG_LINE_CHECK_H

#include "core/service/line/leg_line.h"

/* Asserts that the line leads from the leg's first place to its last, node by
 * node, and that the segments of each step are together what the step is. */
void leg_line_check(const struct roads *roads, const struct route_leg *leg);

#endif
