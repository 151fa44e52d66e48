/* bench_answers: answers put aside while others are measured, to be compared
 * later.
 *
 * Costs lie side by side, the paths' arcs too; both have room for so much and
 * no more. */
#ifndef RELAXD_LAB_BENCH_ANSWERS_H
#define RELAXD_LAB_BENCH_ANSWERS_H

#include "lab/bench_question.h"

/* Words of costs, and of arcs, that are kept at most: 256 and 64 MiB. */
enum { BENCH_COST_WORDS = 64 << 20, BENCH_ARC_WORDS = 16 << 20 };

struct bench_kept {
    uint32_t from;
    uint32_t to;
    uint32_t first_vertex; /* of the path */
    uint32_t seed_cost;
    size_t first_arc;
    size_t arc_count;
};

struct bench_answers {
    struct bench_kept *kept; /* [count], in the order of keeping */
    size_t count;
    size_t capacity;
    uint32_t *cost; /* [capacity][cost_count] */
    size_t cost_count;
    uint32_t *arc; /* [arc_count] */
    size_t arc_count;
    size_t arc_capacity; /* 0: paths are not kept */
};

/* How many answers of that size may be kept, at least 1. */
size_t bench_answers_most(const struct bench_question *question);

/* For up to `capacity` answers to such questions. 0 or -ENOMEM; finish() is
 * fine after either and on zero bytes. */
int bench_answers_init(struct bench_answers *answers,
                       const struct bench_question *question, size_t capacity,
                       bool paths);
void bench_answers_finish(struct bench_answers *answers);

/* Copies the answer; false: there is no room beside those kept. One always has
 * room; of a path that visits a vertex twice, and so is wrong, only as many
 * arcs as there are vertices. */
bool bench_answers_keep(struct bench_answers *answers,
                        const struct bench_question *question);

/* Forgets all. */
void bench_answers_clear(struct bench_answers *answers);

/* Makes `question` one that was answered so. 0 or -ENOMEM. */
int bench_answers_load(const struct bench_answers *answers, size_t index,
                       struct bench_question *question);

#endif
