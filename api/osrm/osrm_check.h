/* osrm_check: what the options of a request say together, in OSRM's order: its
 * checks and their words depend on the service. All return 0, or -EINVAL with
 * the problem. */
#ifndef RELAXD_API_OSRM_OSRM_CHECK_H
#define RELAXD_API_OSRM_OSRM_CHECK_H

#include "api/osrm/osrm_limits.h"
#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"

/* Lists as long as the coordinates are many, numbers in their ranges. */
int osrm_check_options(const struct osrm_request *request,
                       struct osrm_problem *problem);

/* Before the map is looked at: how much it is. For route also where the
 * coordinates are, and which of them are waypoints. */
int osrm_check_limits(const struct osrm_request *request,
                      const struct osrm_limits *limits,
                      struct osrm_problem *problem);

/* After that: the rest, of table how much it is. */
int osrm_check_rest(const struct osrm_request *request,
                    const struct osrm_limits *limits,
                    struct osrm_problem *problem);

/* The class bits of what is to be excluded: any classes of the profile. */
int osrm_check_exclude(const struct osrm_request *request,
                       const struct road_profile *profile,
                       uint16_t *ret_class_bits, struct osrm_problem *problem);

#endif
