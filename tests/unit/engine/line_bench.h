/* line_bench: cmocka's set-ups of a bench with a short line as map.
 *
 * Each leaves the one struct bench of the program in *state. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_LINE_BENCH_H
#define RELAXD_TESTS_UNIT_ENGINE_LINE_BENCH_H

#include "tests/unit/engine/bench.h"

enum { LINE = 10 }; /* vertices, except on the large map */

/* On the CPU alone. */
int with_one_worker(void **state);
int with_two_workers(void **state);
int with_worker_of_known_speed(void **state);  /* of fake_cpu_known alone */
int with_workers_of_known_speed(void **state); /* one per core, and a spare */

/* And one worker on the CPU. */
int with_gpu(void **state);
int with_two_gpus(void **state);
int with_gpu_and_large_map(void **state);

int line_bench_tear_down(void **state);

#endif
