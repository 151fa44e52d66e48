/* model_weighting: a weighting that a model makes of another one.
 *
 * Each segment in a direction is rounded once (road_cost.h), in the steps of
 * the map's profile:
 *
 *     speed        length / duration below, infinite where either is 0; rules
 *                  of speed walk over it
 *     duration     as it was, if that left the speed as it was, or if it or the
 *                  length is 0; else that of the new speed, as an import rounds
 *                  it
 *     weight       as it was, if that left duration and priority as they were,
 *                  and distance_influence is 0; else
 *                  weight x (new / old duration) / priority
 *                  + distance_influence x length in m, at least a step
 *
 * Where the profile weighs distance, weights stay proportional to it: neither
 * a new duration nor distance_influence changes them. As with rows
 * (row_value.h) weight and duration are cut where an edge might overflow. Turns
 * stay as they are. What is closed stays closed, but for roads that the model's
 * vehicle opens (model_opens()).
 *
 * Any thread; uses all cores. */
#ifndef RELAXD_WEIGHTING_MODEL_MODEL_WEIGHTING_H
#define RELAXD_WEIGHTING_MODEL_MODEL_WEIGHTING_H

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/weighting/model/model.h"
#include "core/weighting/weighting.h"

/* Of a map with roads; `over` was not made by weighting_close(). The caller's
 * reference. -EINVAL with words: the map lacks what rules name; -ECANCELED:
 * stop() said so, as in area.h; -ENOMEM. */
int weighting_model(const struct weighting *over, const struct map *map,
                    const struct model *model, bool (*stop)(void *context),
                    void *context, struct weighting **ret_weighting,
                    struct error *error);

#endif
