/* thread: one that leaves signals to the main thread. */
#ifndef RELAXD_BASE_THREAD_H
#define RELAXD_BASE_THREAD_H

#include <pthread.h>

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
