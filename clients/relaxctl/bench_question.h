/* bench_question: one question to several solvers, and whether they agree. */
#ifndef RELAXD_CLIENTS_RELAXCTL_BENCH_QUESTION_H
#define RELAXD_CLIENTS_RELAXCTL_BENCH_QUESTION_H

#include <stdbool.h>

#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/tree_sink.h"

/* With room for an answer; stays where it is. */
struct bench_question {
    struct query query;
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    uint32_t cost; /* of a pair */
    struct path path;
    struct tree_sink sink;
    uint32_t *costs; /* [vertex_count] of a tree, else NULL */
    uint32_t vertex_count;
};

/* One path, or a whole tree. 0 or -ENOMEM; finish() is fine after either and on
 * zero bytes. */
int bench_question_init(struct bench_question *question, const struct map *map,
                        bool pair);
void bench_question_finish(struct bench_question *question);

/* Vertices; a tree has no use for `to`. */
void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to);
int bench_question_ask(struct runner *runner, struct bench_question *question,
                       struct phase_observer *observer, struct error *error);

/* Whether an answer is as good as the expected one: costs bit for bit, a path
 * by adding it up. */
bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights);

#endif
