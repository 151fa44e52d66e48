/* delta_progress: which step of delta-stepping follows a step.
 *
 * Called by every thread after the barrier; all read the same and conclude the
 * same, though some may have begun the next step: nothing that is read here
 * changes in it. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_PROGRESS_CUH
#define RELAXD_GPU_DELTA_STEPPING_DELTA_PROGRESS_CUH

#include "core/graph/cost.h"
#include "gpu/delta_stepping/delta_stepping.h"

/* The end of the bucket of that label. */
static __device__ uint32_t end_of(uint32_t cost, uint32_t delta)
{
    uint64_t end = ((uint64_t)(cost / delta) + 1) * delta;

    if (cost == COST_OVERFLOW)
        return COST_INFINITY;
    return end < COST_OVERFLOW ? (uint32_t)end : COST_OVERFLOW;
}

static __device__ void after_light(struct delta_progress *now,
                                   const struct delta_control *control)
{
    now->count = __ldcg(&control->list_tail[now->round % 3]);
    now->from = now->round % 2;
    if (now->count > 0)
        return;
    now->step = DELTA_CLOSE;
    now->settled = now->opened_with + __ldcg(&control->joined_tail[now->turn]);
    now->pending = __ldcg(&control->pending_tail[now->turn]);
}

static __device__ void after_close(struct delta_progress *now,
                                   const struct delta_control *control,
                                   uint32_t delta)
{
    uint32_t least = __ldcg(&control->least);

    if (least == COST_INFINITY) {
        now->step = DELTA_DONE;
        return;
    }
    now->step = DELTA_OPEN;
    now->pending += __ldcg(&control->closed_tail[now->turn]);
    now->turn ^= 1;
    now->end_before = now->end;
    now->end = end_of(least, delta);
}

static __device__ void after_open(struct delta_progress *now,
                                  const struct delta_control *control)
{
    now->step = DELTA_LIGHT;
    now->opened = now->round;
    now->from = 2;
    now->opened_with = __ldcg(&control->settled_tail[now->turn]);
    now->count = now->opened_with;
}

#endif
