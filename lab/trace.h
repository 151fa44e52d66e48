/* trace: a solver's report on each phase of one query. */
#ifndef RELAXD_LAB_TRACE_H
#define RELAXD_LAB_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include "clients/relaxctl/runner.h"

struct trace {
    struct phase_observer base;
    const char *solver;
    uint64_t from;       /* id */
    struct phase *phase; /* [count], owned */
    size_t count;
    size_t capacity;
    bool no_memory; /* phases are missing */
};

/* Solves a tree from `vertex` twice, the second time observed. */
int trace_take(struct trace *trace, struct runner *runner, uint32_t vertex,
               struct error *error);
void trace_finish(struct trace *trace);

/* A header line, then one line per phase. 0 or -ENOMEM. */
int trace_write_csv(const struct trace *traces, size_t count, FILE *to);

/* Plots time over updated vertices per phase, like figures 6 and 4 of the
 * paper. `title` is one line. 0 or -ENOMEM. */
int trace_write_plot(const struct trace *traces, size_t count,
                     const char *title, FILE *to);

#endif
