/* link_costs: how long links are, how long they take and what they weigh.
 *
 * A length is that of the straight line between places on the profile's grid,
 * on the ellipsoid of WGS 84, the plane at its middle latitude, or by bands
 * where that grid is not all positions (ground.h), rounded to mm. A duration is
 * the rounded length by the speed, to the nearest step of the profile (1 ms),
 * but one where there is a length at all; where steps are not ms, 2^22 - 2 of
 * them at most, and so for the weight, as OSRM has it.
 * Where a way says what all of it takes, each link gets its share by length,
 * rounded so that the shares add up; links that are missing keep
 * theirs: as long as it is straight across a gap, and beyond an end as long as
 * the mean of the others. A
 * weight is the rounded duration times the factor, or the length in cm times
 * the factor, to the nearest unit. So all of them follow from the length and
 * the speed alone. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_LINK_COSTS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_LINK_COSTS_H

#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

/* No link, turn or piece weighs or takes more, so that sums of an arc fit. */
#define LINK_COST_MAX (UINT32_C(1) << 30)

struct link_costs {
    uint32_t *length_mm;   /* [ref_count] LENGTH_LONG: more than fits */
    uint32_t *weight;      /* [2 * ref_count] of each dart; 0: not open */
    uint32_t *duration_ms; /* the same; NULL where they are the weights */
    uint32_t step_ms;      /* the profile's, at least 1 */
    uint32_t grid_e7;      /* the same */
};

/* 20 bytes a ref, or 12. 0 or -ENOMEM; finish is right after that, too. */
int link_costs_make(const struct courses *courses, const struct osm_data *data,
                    const struct road_profile *profile,
                    struct link_costs *costs);

void link_costs_finish(struct link_costs *costs);

/* Where a node is on the profile's grid. */
struct position position_on_grid(struct position position, uint32_t grid_e7);

/* The least of a rounded cost and LINK_COST_MAX; below 0: 0. */
uint32_t cost_rounded(double cost);

/* What a dart takes. */
static inline uint32_t dart_duration_ms(const struct link_costs *costs,
                                        uint32_t dart)
{
    return costs->duration_ms ? costs->duration_ms[dart] : costs->weight[dart];
}

#endif
