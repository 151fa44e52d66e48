/* parallel: independent parts of work on all cores that this process may use,
 * for work of milliseconds and more: threads live as long as the call; and
 * threads that live longer. */
#ifndef RELAXD_BASE_PARALLEL_H
#define RELAXD_BASE_PARALLEL_H

#include <pthread.h>
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
 * one after another. A failure is that of the lowest part that failed, in its
 * code and words, whatever the threads; no part before it is left out. */
int parallel_run(unsigned threads, size_t part_count, parallel_part *run,
                 void *context, struct error *error);

/* ---- Threads that leave signals to the main thread ----------------------- */

/* Starts run(argument) on a thread of that name, of which the system shows 15
 * characters. All signals are blocked on it, but for what its own access to a
 * mapped file may bring (SIGBUS). 0 or a negative errno; join it with
 * pthread_join(). Any thread. */
int thread_start(pthread_t *ret_thread, const char *name,
                 void *(*run)(void *argument), void *argument);

/* Asks the scheduler to let the calling thread run as soon as it wakes, for
 * turns that are short: for one that does little at a time and others wait for.
 * Linux hears it from 6.12 on (sched_setattr(2)), where nothing forbids it;
 * else all stays as it is. Threads that it starts later do not take it over. */
enum { THREAD_SHORT_SLICE_NS = 100000 };
void thread_ask_short_slices(void);

#endif
