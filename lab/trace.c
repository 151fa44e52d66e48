/* Observes one query, then writes its phases. */
#include "lab/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/chart.h"
#include "lab/sheet.h"

enum { NAME_SIZE = 64 };

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

int trace_write_csv(const struct trace *traces, size_t count, FILE *to)
{
    static const struct column columns[] = {
        {.name = "solver"},  {.name = "from"},
        {.name = "phase"},   {.name = "updated"},
        {.name = "threads"}, {.name = "time_us"},
        {.name = "method"},  {0},
    };
    struct sheet table;
    bool failed;

    sheet_init(&table, columns);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < traces[i].count; j++) {
            const struct phase *phase = &traces[i].phase[j];

            sheet_add(&table, CELL(traces[i].solver), CELL(traces[i].from),
                      CELL(phase->index), CELL(phase->updated),
                      CELL(phase->threads), CELL(phase->time_us),
                      CELL(phase->method));
        }
    }
    failed = sheet_failed(&table);
    if (!failed)
        sheet_write_csv(&table, to);
    sheet_finish(&table);
    return failed ? -ENOMEM : 0;
}

static double phase_time(const struct phase *phase)
{
    return phase->time_us;
}

static double phase_updated(const struct phase *phase)
{
    return (double)phase->updated;
}

static void add_panel(struct chart *chart, const char *y_label,
                      const struct trace *traces, size_t count,
                      char (*names)[NAME_SIZE],
                      double (*value)(const struct phase *phase))
{
    struct chart_panel *panel = chart_add_panel(chart, y_label, CHART_LOG);

    for (size_t i = 0; i < count; i++) {
        struct chart_series *series =
            chart_add_series(panel, names[i], CHART_LINE);

        for (size_t j = 0; j < traces[i].count; j++)
            chart_add_point(series, (double)j, value(&traces[i].phase[j]));
    }
}

int trace_write_plot(const struct trace *traces, size_t count,
                     const char *title, FILE *to)
{
    char(*names)[NAME_SIZE] = array_alloc(count, sizeof(*names));
    struct chart chart;
    int r = 0;

    if (!names)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        snprintf(names[i], NAME_SIZE, "%.20s from %" PRIu64, traces[i].solver,
                 traces[i].from);
    chart_init(&chart, title, "phase", CHART_LINEAR);
    add_panel(&chart, "time of the phase (\302\265s)", traces, count, names,
              phase_time);
    add_panel(&chart, "updated vertices", traces, count, names, phase_updated);
    if (chart_failed(&chart))
        r = -ENOMEM;
    else
        chart_write(&chart, to);
    chart_finish(&chart);
    free(names);
    return r;
}
