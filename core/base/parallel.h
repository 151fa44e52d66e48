/* parallel: independent parts of work on all cores that this process may use.
 *
 * For work of milliseconds and more: threads live as long as the call. */
#ifndef RELAXD_BASE_PARALLEL_H
#define RELAXD_BASE_PARALLEL_H

#include <stddef.h>

#include "core/base/error.h"

enum { PARALLEL_THREADS_MAX = 16 };

/* One part of it, called by any thread, each part once. */
typedef int parallel_part(void *context, size_t part, struct error *error);

/* Cores that this process may use, at least 1. */
unsigned parallel_core_count(void);

/* How many threads suit parallel_run(): as many, up to PARALLEL_THREADS_MAX. */
unsigned parallel_thread_count(void);

/* Runs the parts [0, part_count) on at most `threads` threads, of which the
 * calling one is the first; with one, or where no other can be had, they run
 * one after another. What fails is told of the lowest part that failed, in its
 * code and words, whatever the threads; no part before it is left out. */
int parallel_run(unsigned threads, size_t part_count, parallel_part *run,
                 void *context, struct error *error);

#endif
