/* bench: solvers measured against each other on one map.
 *
 * Questions are drawn by the seed alone and split into a few series. The oracle
 * answers a series without the clock; then each contestant, in an order drawn
 * anew, so that drifts of the machine's speed fall on all alike. It answers one
 * question after the other, as a server would: what lies in caches is what it
 * left there itself. So each begins a series with some questions that are not
 * measured, and its answers are put aside (bench_answers.h), and compared with
 * the oracle's once the series is through or what is put aside has become too
 * much. Every answer is compared: all costs of a tree, cost and path of a pair,
 * some rows of a table.
 *
 * Time is the wall clock around solve() of a batch of one query, or of a
 * table's rows, answers in the host's memory. One thread. */
#ifndef RELAXD_LAB_BENCH_H
#define RELAXD_LAB_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/samples.h"
#include "core/base/progress.h"
#include "core/base/random.h"
#include "lab/bench_question.h"

struct bench_contestant {
    struct runner runner;
    struct samples solve_ms; /* sorted when bench_run() is through */
    double phases;           /* a query's, on average; 0: it has none */
    double least_phase_us;   /* of one query's phases; 0: it reports none */
    size_t wrong;            /* answers that differ from the oracle's */
};

struct bench {
    const struct map *map;                /* the caller's */
    struct bench_contestant *contestants; /* [contestant_count], the caller's */
    size_t contestant_count;
    struct runner oracle; /* bench_init() makes it */
    uint32_t question_count;
    const uint32_t *sources; /* [question_count], the caller's; NULL: drawn */
    uint64_t seed;
    uint32_t warm; /* questions that each is asked before, not measured */
    struct bench_shape shape; /* of a question; zero: trees */
};

/* Asks all questions. Fails where a solver does; a wrong answer is counted, not
 * a failure. */
int bench_run(struct bench *bench, struct progress *progress,
              struct error *error);

/* How long a solver would take for all questions, by its guess for the map; 0:
 * it has none. */
double bench_expected_s(const struct bench *bench,
                        const struct solver_ops *solver);

/* The order in which contestants, or whatever else, have their turn. */
void bench_shuffle(size_t *order, size_t count, struct random *random);

/* How much of a contestant's mean time its phases would take if all of them
 * were as short as the shortest, 0 to 1: launching and waiting, as that one has
 * next to nothing to do. 0 where it reports no phases. */
double bench_wait_share(const struct bench_contestant *contestant);

#endif
