/* table: what every solver must hold, on any device. Start reading here.
 *
 * Draws maps of every awkward kind (graphs.h) and queries of every shape that
 * the solver supports (sample.h), and checks each answer against a naive oracle
 * (oracle.h, check.h): costs bit for bit, paths and predecessors by adding them
 * up. Parallel arcs, self-loops, weight 0 and cycles of it, closed arcs,
 * overflow, several seeds, targets of several vertices with signed adjustments,
 * shared by a batch's queries or not, bounds, cancelled queries, sinks that
 * refuse, two sets of weights, one workspace for all; maps of roads, with
 * places in the middle of a piece. Half of the maps are ordered, all of them
 * for a solver that needs an order. Then weights change repeatedly, one set or
 * the other, customized again or from the previous ones (changing.h). */
#ifndef RELAXD_TESTS_SOLVER_TABLE_H
#define RELAXD_TESTS_SOLVER_TABLE_H

#include "core/solver/solver.h"

struct table_scope {
    uint64_t first_graph;  /* number of the first one */
    unsigned graph_count;  /* 77 in a row cover every kind and weight once */
    uint32_t vertices_max; /* of a graph; sizes are drawn from 1 to this */
    unsigned batch_count;  /* per graph */
    unsigned batch_max;    /* queries in a batch, drawn from 1 to this */
    unsigned change_count; /* of weights per graph, a batch after each */
    unsigned more_batches; /* after each change, beside the first */
    const struct solver_setting *settings; /* [setting_count], may be NULL */
    size_t setting_count;
};

/* What a test run has time for: some seconds on one core. */
extern const struct table_scope table_scope_usual;

/* Returns how many graphs failed, and prints on stderr which and why; gives up
 * after some. Refusing a graph, with words, is no failure, unless more than
 * half of them are refused. `device` must be of the kind that the solver's form
 * names. */
int solver_table_run(const struct solver_ops *ops, const struct device *device,
                     const struct table_scope *scope);

#endif
