/* solve_report: prints the results of 'relaxctl solve' as text or as JSON. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SOLVE_REPORT_H
#define RELAXD_CLIENTS_RELAXCTL_SOLVE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/reweigh.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/solve_question.h"

/* The command owns all of it. */
struct solve_report {
    const struct map *map;
    const struct runner *runner;
    const struct reweigh *reweigh;
    uint64_t from; /* id */
    uint64_t open_us;

    const struct solve_question *questions; /* [question_count] answered;
                                               NULL: a tree */
    size_t question_count;

    const struct tree_summary *tree; /* or NULL */
    const struct query *tree_query;
};

/* Prints on stdout. `all`: does not shorten paths. */
void solve_report_print(const struct solve_report *report, bool all);

/* 0, -ENOMEM. */
int solve_report_print_json(const struct solve_report *report);

#endif
