/* solve_report: what 'relaxctl solve' found, as words or as JSON. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SOLVE_REPORT_H
#define RELAXD_CLIENTS_RELAXCTL_SOLVE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/reweigh.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/tree_sink.h"

/* All of it the command's. */
struct solve_report {
    const struct map *map;
    const struct runner *runner;
    const struct reweigh *reweigh;
    uint64_t from; /* id */
    uint64_t open_us;

    /* Paths: one query each, to one target; none: a tree. */
    struct query *const *queries; /* [query_count] */
    const uint64_t *to;           /* [query_count] ids */
    size_t query_count;

    const struct tree_summary *tree; /* or NULL */
    const struct query *tree_query;
};

/* On stdout. `all`: paths are not shortened. 0, -ENOMEM. */
int solve_report_print(const struct solve_report *report, bool all);
int solve_report_print_json(const struct solve_report *report);

#endif
