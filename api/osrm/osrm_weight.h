/* osrm_weight: weights in OSRM's answers: seconds or metres, with one decimal.
 */
#ifndef RELAXD_API_OSRM_OSRM_WEIGHT_H
#define RELAXD_API_OSRM_OSRM_WEIGHT_H

#include "core/graph/roads/roads.h"

/* Tenths of a map's weight, which is in milliseconds or centimetres. */
static inline uint64_t osrm_weight_tenths(const struct roads *roads,
                                          uint64_t weight)
{
    uint64_t unit = roads->profile.weighs_distance ? 10 : 100;

    return (weight + unit / 2) / unit;
}

#endif
