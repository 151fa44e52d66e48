/* bench_question: one question to several solvers, and whether they agree. */
#ifndef RELAXD_LAB_BENCH_QUESTION_H
#define RELAXD_LAB_BENCH_QUESTION_H

#include <stdbool.h>

#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/tree_sink.h"

enum bench_kind { BENCH_WHOLE_TREE, BENCH_ONE_PATH, BENCH_WHOLE_TABLE };

/* What is 0 counts as 1. */
struct bench_shape {
    enum bench_kind kind;
    uint32_t rows; /* of a table */
    uint32_t columns;
    uint32_t step; /* from one row that is asked to the next */
};

/* With room for an answer; stays where it is. */
struct bench_question {
    const struct map *map;
    struct bench_shape shape;
    uint32_t row_count;             /* that are asked */
    struct query *query;            /* [row_count] */
    struct query **queries;         /* [row_count] to them */
    struct seed *seed;              /* [row_count] */
    struct target_vertex *vertices; /* [columns] */
    struct target *targets;         /* [columns] */
    struct path path;
    struct tree_sink sink;
    uint32_t *cost; /* [vertex_count] of a tree, else [row_count][columns] */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int bench_question_init(struct bench_question *question, const struct map *map,
                        struct bench_shape shape);
void bench_question_finish(struct bench_question *question);

/* From one vertex to another; a tree has no use for `to`, and a table's other
 * vertices are drawn by both. */
void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to);

/* Words of an answer's costs. */
size_t bench_question_costs(const struct bench_question *question);

int bench_question_ask(struct runner *runner, struct bench_question *question,
                       struct phase_observer *observer, struct error *error);

/* Whether an answer is as good as the expected one: costs bit for bit, a path
 * by following its arcs from end to end and adding them up. The expected one
 * may lack rows. */
bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights);

#endif
