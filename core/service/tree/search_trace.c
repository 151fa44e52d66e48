/* search_trace: keeps a sample of the reached vertices within a bound. */
#include "core/service/tree/search_trace.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Discards the record of a search that starts over. */
static void restart(struct search_trace *trace)
{
    for (int side = 0; side < SEARCH_SIDES; side++) {
        free(trace->seen[side]);
        trace->seen[side] = NULL;
        trace->reached[side] = 0;
    }
    trace->point_count = 0;
    trace->phase_count = 0;
    trace->every = 1;
    trace->last = 0;
}

static uint64_t all_reached(const struct search_trace *trace)
{
    return trace->reached[SEARCH_FORWARD] + trace->reached[SEARCH_BACKWARD];
}

/* Drops every second point. */
static void thin(struct search_trace *trace)
{
    size_t kept = 0;
    size_t at = 0;

    for (size_t i = 0; i < trace->phase_count; i++) {
        size_t end = i + 1 < trace->phase_count ? trace->phases[i + 1].point
                                                : trace->point_count;

        trace->phases[i].point = kept;
        for (; at < end; at++) {
            if (at % 2 == 0)
                trace->points[kept++] = trace->points[at];
        }
    }
    trace->point_count = kept;
    trace->every *= 2;
}

static int keep(struct search_trace *trace, uint32_t vertex,
                enum search_side side)
{
    struct search_point point = {vertex, side};

    if (all_reached(trace) % trace->every)
        return 0;
    if (trace->point_count == trace->points_max) {
        thin(trace);
        if (all_reached(trace) % trace->every)
            return 0;
    }
    return array_append(&trace->points, &trace->point_count,
                        &trace->point_capacity, &point, sizeof(point));
}

static int open_phase(struct search_trace *trace, uint32_t index)
{
    struct search_phase phase = {.index = index, .point = trace->point_count};

    if (trace->phase_count &&
        trace->phases[trace->phase_count - 1].index == index)
        return 0;
    return array_append(&trace->phases, &trace->phase_count,
                        &trace->phase_capacity, &phase, sizeof(phase));
}

static int see(struct search_trace *trace, const struct reached *reached,
               size_t i)
{
    enum search_side side = reached->side;
    uint32_t vertex = reached->vertex[i];
    uint8_t bit = (uint8_t)(1 << vertex % 8);
    struct search_phase *phase;

    if (trace->seen[side][vertex / 8] & bit)
        return 0;
    trace->seen[side][vertex / 8] |= bit;
    if (open_phase(trace, reached->phase) || keep(trace, vertex, side))
        return -ENOMEM;
    phase = &trace->phases[trace->phase_count - 1];
    phase->reached[side]++;
    trace->reached[side]++;
    if (reached->cost[i] > phase->cost[side])
        phase->cost[side] = reached->cost[i];
    return 0;
}

static int prepare(struct search_trace *trace, const struct reached *reached)
{
    size_t bytes = (size_t)reached->map->topology.vertex_count / 8 + 1;

    if (reached->phase < trace->last)
        restart(trace);
    trace->last = reached->phase;
    if (!trace->seen[reached->side])
        trace->seen[reached->side] = array_zero(bytes, 1);
    return trace->seen[reached->side] ? 0 : -ENOMEM;
}

static void note_reached(struct phase_observer *observer,
                         const struct reached *reached)
{
    struct search_trace *trace = (struct search_trace *)observer;
    int r = trace->no_memory ? -ENOMEM : prepare(trace, reached);

    for (size_t i = 0; i < reached->count && !r; i++)
        r = see(trace, reached, i);
    trace->no_memory = r != 0;
}

static void note_phase(struct phase_observer *observer,
                       const struct phase *phase)
{
}

void search_trace_init(struct search_trace *trace, size_t points_max)
{
    *trace = (struct search_trace){
        .base = {.phase = note_phase, .reached = note_reached},
        .points_max = points_max,
        .every = 1,
    };
}

void search_trace_finish(struct search_trace *trace)
{
    for (int side = 0; side < SEARCH_SIDES; side++)
        free(trace->seen[side]);
    free(trace->points);
    free(trace->phases);
    *trace = (struct search_trace){.points = NULL};
}

static void join(struct search_phase *into, const struct search_phase *from)
{
    for (int side = 0; side < SEARCH_SIDES; side++) {
        into->reached[side] += from->reached[side];
        if (from->cost[side] > into->cost[side])
            into->cost[side] = from->cost[side];
    }
}

void search_trace_merge(struct search_trace *trace, size_t phases_max)
{
    uint64_t all = all_reached(trace);
    uint64_t before = 0;
    size_t count = 0;
    size_t slot = 0;

    if (trace->phase_count <= phases_max)
        return;
    for (size_t i = 0; i < trace->phase_count; i++) {
        struct search_phase phase = trace->phases[i];
        size_t now = (size_t)(before * phases_max / all);

        if (count && now == slot)
            join(&trace->phases[count - 1], &phase);
        else
            trace->phases[count++] = phase;
        slot = now;
        before +=
            phase.reached[SEARCH_FORWARD] + phase.reached[SEARCH_BACKWARD];
    }
    trace->phase_count = count;
}
