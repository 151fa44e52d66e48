/* bench_options: what a person asked of 'relaxlab bench'. */
#ifndef RELAXD_LAB_BENCH_OPTIONS_H
#define RELAXD_LAB_BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/relaxctl/arguments.h"
#include "lab/bench_customize.h"
#include "lab/bench_question.h"

enum bench_output { BENCH_TREE, BENCH_PAIRS, BENCH_TABLE, BENCH_CUSTOMIZE };

struct bench_options {
    char **maps; /* in argv */
    size_t map_count;
    const char *profile; /* of each of them; NULL: the first */
    char *solvers;       /* "all" or names with commas */
    const char *device;
    const char *json_path; /* NULL: none; "-": stdout instead of the table */
    struct arguments_settings settings;
    uint32_t sources;
    uint64_t seed;
    uint32_t warm;
    enum bench_output output;
    uint32_t rows; /* of a table */
    uint32_t columns;
    struct bench_changes changes;
    bool has_changes;
    bool has_size; /* of a table */
};

/* Over the defaults that stand there. 0, or EXIT_USAGE after words. */
int bench_options_parse(int argc, char **argv, struct bench_options *options);

/* What solvers need for that output, of enum solver_capability. */
unsigned bench_options_needed(const struct bench_options *options);

/* Of a question; with --output customize, trees. */
struct bench_shape bench_options_shape(const struct bench_options *options);

#endif
