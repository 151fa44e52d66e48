/* trace: what a solver reported of each phase of one query. */
#include "clients/relaxctl/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "clients/relaxctl/plot_svg.h"
#include "clients/relaxctl/tree_sink.h"
#include "core/base/array.h"

enum { NAME_SIZE = 64 };

/* The curves of one panel, and what they point to. */
struct curves {
    struct plot_curve *curve; /* [count] */
    char (*name)[NAME_SIZE];  /* [count] */
    double *values;           /* of all curves */
};

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct trace *trace = (struct trace *)observer;
    void *items = trace->phase;

    if (array_reserve(&items, &trace->capacity, trace->count + 1,
                      sizeof(*trace->phase))) {
        trace->no_memory = true;
        return;
    }
    trace->phase = items;
    trace->phase[trace->count++] = *phase;
}

static int solve(struct runner *runner, uint32_t vertex,
                 struct phase_observer *observer, struct error *error)
{
    struct tree_sink sink;
    struct seed seed = {vertex, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};

    tree_sink_init(&sink, NULL);
    return runner_solve(runner, queries, 1, observer, error);
}

int trace_take(struct trace *trace, struct runner *runner, uint32_t vertex,
               struct error *error)
{
    int r = solve(runner, vertex, NULL, error);

    trace->base.phase = note;
    trace->solver = runner->choice.ops->name;
    if (!r)
        r = solve(runner, vertex, &trace->base, error);
    if (!r && trace->no_memory)
        r = error_no_memory(error);
    return r;
}

void trace_finish(struct trace *trace)
{
    free(trace->phase);
    *trace = (struct trace){0};
}

void trace_write_csv(const struct trace *traces, size_t count, FILE *to)
{
    fputs("solver,from,phase,updated,threads,time_us,method\n", to);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < traces[i].count; j++) {
            const struct phase *phase = &traces[i].phase[j];

            fprintf(
                to,
                "%s,%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.3f,%s\n",
                traces[i].solver, traces[i].from, phase->index, phase->updated,
                phase->threads, phase->time_us, phase->method);
        }
    }
}

static double phase_time(const struct phase *phase)
{
    return phase->time_us;
}

static double phase_updated(const struct phase *phase)
{
    return (double)phase->updated;
}

static size_t phases_of(const struct trace *traces, size_t count)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += traces[i].count;
    return sum;
}

static void curves_finish(struct curves *curves)
{
    free(curves->curve);
    free(curves->name);
    free(curves->values);
}

static int curves_init(struct curves *curves, const struct trace *traces,
                       size_t count, double (*value)(const struct phase *phase))
{
    double *next;

    curves->curve = array_alloc(count, sizeof(*curves->curve));
    curves->name = array_alloc(count, sizeof(*curves->name));
    curves->values = array_alloc(phases_of(traces, count), sizeof(double));
    if (!curves->curve || !curves->name || !curves->values)
        return -ENOMEM;
    next = curves->values;
    for (size_t i = 0; i < count; i++) {
        snprintf(curves->name[i], NAME_SIZE, "%.20s from %" PRIu64,
                 traces[i].solver, traces[i].from);
        curves->curve[i] =
            (struct plot_curve){curves->name[i], next, traces[i].count};
        for (size_t j = 0; j < traces[i].count; j++)
            *next++ = value(&traces[i].phase[j]);
    }
    return 0;
}

int trace_write_plot(const struct trace *traces, size_t count,
                     const char *title, FILE *to)
{
    struct curves times = {0};
    struct curves updated = {0};
    int r = curves_init(&times, traces, count, phase_time);

    if (!r)
        r = curves_init(&updated, traces, count, phase_updated);
    if (!r) {
        const struct plot_panel panels[] = {
            {"time of the phase (\302\265s)", times.curve, count},
            {"updated vertices", updated.curve, count},
        };
        const struct plot plot = {title, "phase", panels, 2};

        plot_svg_write(&plot, to);
    }
    curves_finish(&times);
    curves_finish(&updated);
    return r;
}
