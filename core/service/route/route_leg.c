/* route_leg: merges legs. */
#include "core/service/route/route_leg.h"

#include <errno.h>

#include "core/base/array.h"

/* The step's last segment. */
static uint32_t last_segment(const struct route_step *step)
{
    uint32_t further = step->segment_count - 1;

    return edge_is_forward(step->edge) ? step->first_segment + further
                                       : step->first_segment - further;
}

/* Whether both are cut at the same place within a segment. */
static bool share_segment(const struct route_step *step,
                          const struct route_step *next)
{
    return last_segment(step) == next->first_segment &&
           step->end == next->begin;
}

/* Whether `step` ends in the node where `next` begins. */
static bool meet_in_node(const struct route_step *step,
                         const struct route_step *next)
{
    bool forward = edge_is_forward(step->edge);
    uint32_t following = last_segment(step) + (forward ? 1 : UINT32_MAX);

    return following == next->first_segment && step->end == forward &&
           next->begin == !forward;
}

/* Extends the step by one that begins where it ends on the same edge; false if
 * that is not so. */
static bool extend(struct route_step *step, const struct route_step *next)
{
    bool share;

    if (next->arc != ARC_NONE || next->edge != step->edge ||
        !step->segment_count || !next->segment_count)
        return false;
    share = share_segment(step, next);
    if (!share && !meet_in_node(step, next))
        return false;
    step->segment_count += next->segment_count - share;
    step->weight += next->weight;
    step->duration_ms += next->duration_ms;
    step->length_mm += next->length_mm;
    step->end = next->end;
    return true;
}

static void append(struct route_steps *steps, const struct route_steps *more)
{
    for (uint32_t i = 0; i < more->count; i++) {
        const struct route_step *step = &more->list[i];

        if (i == 0 && steps->count &&
            extend(&steps->list[steps->count - 1], step))
            continue;
        steps->list[steps->count++] = *step;
    }
}

int route_merge(const struct route_leg *legs, size_t leg_count,
                struct route_leg *ret_leg)
{
    struct route_leg leg = {.from = legs[0].from, .to = legs[leg_count - 1].to};
    size_t count = 0;

    for (size_t i = 0; i < leg_count; i++)
        count += legs[i].steps.count;
    leg.steps.list = array_alloc(count, sizeof(*leg.steps.list));
    if (!leg.steps.list)
        return -ENOMEM;
    for (size_t i = 0; i < leg_count; i++) {
        append(&leg.steps, &legs[i].steps);
        leg.weight += legs[i].weight;
        leg.duration_ms += legs[i].duration_ms;
        leg.length_mm += legs[i].length_mm;
    }
    *ret_leg = leg;
    return 0;
}
