/* trace: a solver's report on each phase of one query. */
#ifndef RELAXD_LAB_TRACE_H
#define RELAXD_LAB_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
