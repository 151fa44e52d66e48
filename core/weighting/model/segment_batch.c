/* segment_batch: loops without branches and calls, which compilers turn into
 * vectors, and cuts between them. */
#include "core/weighting/model/segment_batch.h"

#include "core/graph/roads/road_cost.h"
#include "core/weighting/model/model_place.h"
#include "core/weighting/row_value.h"

void segment_batch_speeds(struct segment_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        batch->speed[i] =
            segment_speed_kmh(batch->mm[i], (uint32_t)batch->duration_ms[i]);
}

static void find_durations(struct segment_batch *batch, uint32_t step)
{
    for (size_t i = 0; i < batch->count; i++) {
        double mm = batch->mm[i];
        double speed = batch->speed[i];
        double walked = batch->walked[i];
        int32_t before_ms = batch->duration_ms[i];
        int32_t ms = (int32_t)segment_speed_ms(mm, walked, step);

        batch->new_duration_ms[i] =
            (mm > 0) & (before_ms > 0) & (walked != speed) ? ms : before_ms;
    }
}

/* `follows`: weights follow durations; else only priority changes them. */
static void find_weights(struct segment_batch *batch, uint32_t step,
                         bool follows, double influence)
{
    for (size_t i = 0; i < batch->count; i++) {
        double mm = batch->mm[i];
        double priority = batch->priority[i];
        int32_t before = batch->weight[i];
        bool retimed =
            follows & (batch->new_duration_ms[i] != batch->duration_ms[i]);
        double ratio =
            (double)batch->new_duration_ms[i] / batch->duration_ms[i];
        double weight = retimed ? before * ratio : before;
        int32_t takes = (int32_t)segment_takes_ms(
            mm, weight / priority + influence * mm / 1000, step);

        batch->new_weight[i] =
            retimed | (influence > 0) | (priority != 1) ? takes : before;
    }
}

/* Whether segment_cut() may change one. */
static bool may_cut(const struct segment_batch *batch, const int32_t *cost)
{
    int32_t found = 0;

    for (size_t i = 0; i < batch->count; i++)
        found |= cost[i] >= batch->share[i];
    return found;
}

static void cut(struct segment_batch *batch, const struct roads *roads,
                const int32_t *before, int32_t *cost, uint32_t step)
{
    if (!may_cut(batch, cost))
        return;
    for (size_t i = 0; i < batch->count; i++)
        cost[i] =
            (int32_t)segment_cut(roads, batch->piece[i], batch->item[i] / 2,
                                 (uint32_t)cost[i], (uint32_t)before[i], step);
}

static void close_some(struct segment_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        batch->new_weight[i] =
            batch->open[i] ? batch->new_weight[i] : (int32_t)WEIGHT_CLOSED;
}

void segment_batch_values(struct segment_batch *batch, const struct map *map,
                          double distance_influence)
{
    const struct road_profile *profile = &map->roads.profile;
    bool follows = !profile->weighs_distance;
    uint32_t step = profile->step_ms ? profile->step_ms : 1;
    uint32_t weight_step = follows ? step : 1;

    find_durations(batch, step);
    cut(batch, &map->roads, batch->duration_ms, batch->new_duration_ms, step);
    find_weights(batch, weight_step, follows, follows ? distance_influence : 0);
    cut(batch, &map->roads, batch->weight, batch->new_weight, weight_step);
    close_some(batch);
}
