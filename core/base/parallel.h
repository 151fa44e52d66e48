/* parallel: runs independent parts of work on all cores that this process may
 * use, and starts longer-lived threads.
 *
 * For work of a tenth of a millisecond and more: that is what waking threads
 * costs. They wait between calls, for as long as the process lives; a forked
 * child starts its own. */
#ifndef RELAXD_BASE_PARALLEL_H
#define RELAXD_BASE_PARALLEL_H

#include <pthread.h>
#include <stddef.h>

#include "core/base/error.h"

enum { PARALLEL_THREADS_MAX = 16 };

/* Runs one part, on any thread; each part runs once. */
typedef int parallel_part(void *context, size_t part, struct error *error);

/* Cores that this process may use, at least 1. */
unsigned parallel_core_count(void);

/* How many threads suit parallel_run(): one a core, up to
 * PARALLEL_THREADS_MAX. */
unsigned parallel_thread_count(void);

/* Runs the parts [0, part_count) on at most `threads` threads, the calling one
 * included. With one thread, or if no other can be started, they run in
 * sequence: parts must not wait for each other. The result is the code and
 * error of the lowest part that failed, whatever the number of threads; every
 * part before it runs. */
int parallel_run(unsigned threads, size_t part_count, parallel_part *run,
                 void *context, struct error *error);

/* memcpy() on all cores, for arrays of megabytes. */
void parallel_copy(void *to, const void *from, size_t bytes);

/* ---- Long-lived threads -------------------------------------------------- */

/* Starts run(argument) on a thread of that name, of which the system shows 15
 * characters. It blocks all signals but those that a thread raises itself:
 * SIGBUS, as on a mapped file that got shorter, SIGABRT and faults. 0 or a
 * negative errno; join it with pthread_join(). Any thread. */
int thread_start(pthread_t *ret_thread, const char *name,
                 void *(*run)(void *argument), void *argument);

/* Asks the scheduler to run the calling thread as soon as it wakes, for short
 * slices: for a thread that does little at a time and that others wait for.
 * Needs Linux 6.12 and permission (sched_setattr(2)); otherwise it changes
 * nothing. Threads started later do not inherit it. */
enum { THREAD_SHORT_SLICE_NS = 100000 };
void thread_ask_short_slices(void);

#endif
