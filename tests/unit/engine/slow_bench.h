/* slow_bench: cmocka's set-ups of a bench with solvers of fake_slow.h, with
 * requests and assertions for it.
 *
 * Each set-up leaves the one struct bench of the program in *state. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_SLOW_BENCH_H
#define RELAXD_TESTS_UNIT_ENGINE_SLOW_BENCH_H

#include "tests/unit/engine/bench.h"
#include "tests/unit/engine/fake_slow.h"

enum { LINE = 10 }; /* vertices, except on the large map */

int slow_with_gpu(void **state);
int slow_with_two_gpus(void **state);
int slow_with_gpu_and_large_map(void **state);
int slow_without_gpu(void **state);
int slow_preferred(void **state); /* by the engine's setting */

/* A large map. A fast solver reads the same form as the slow ones. */
int slow_with_a_fast_reader_refused(void **state);

/* Asserts that no form is alive. */
int slow_tear_down(void **state);

/* Waits for the answer. */
void slow_ask(struct item *item, struct bench *bench,
              const struct solver_ops *solver, size_t query_count);

void assert_answered_on_gpu(const struct item *item);
void assert_answered_on_cpu(const struct item *item, const char *why);
void assert_gpu_in_use(const struct bench *bench, bool in_use);

#endif
