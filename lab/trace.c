/* Observes one query. */
#include "lab/trace.h"

#include <stdlib.h>

#include "core/base/array.h"

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct trace *trace = (struct trace *)observer;

    trace->no_memory |= array_append(&trace->phase, &trace->count,
                                     &trace->capacity, phase, sizeof(*phase));
}

int trace_take(struct trace *trace, struct runner *runner, uint32_t vertex,
               struct error *error)
{
    int r = runner_solve_tree(runner, vertex, NULL, error);

    trace->base.phase = note;
    trace->solver = runner->choice.ops->name;
    if (!r)
        r = runner_solve_tree(runner, vertex, &trace->base, error);
    if (!r && trace->no_memory)
        r = error_no_memory(error);
    return r;
}

void trace_finish(struct trace *trace)
{
    free(trace->phase);
    *trace = (struct trace){0};
}
