/* route_merge: legs of a route as one, where a place that it was to pass is no
 * end of a leg. */
#ifndef RELAXD_SERVICE_ROUTE_ROUTE_MERGE_H
#define RELAXD_SERVICE_ROUTE_ROUTE_MERGE_H

#include "core/service/route/route_question.h"

/* Of legs that follow each other. Where one goes on along a road, there is one
 * step along it; where one turns back, the step ends and the next begins there.
 * 0 or -ENOMEM; the steps are the caller's to free. */
int route_merge(const struct route_leg *legs, size_t leg_count,
                struct route_leg *ret_leg);

#endif
