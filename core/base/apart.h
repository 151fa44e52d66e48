/* apart: work in a process of its own, for libraries that are no good guests:
 * that catch signals, print, or end the process.
 *
 * The child has a copy of this process's memory and only the thread that
 * calls. Its standard streams are /dev/null and it has no other descriptors, it
 * dies with that thread, and it runs no handlers at its end. Signals to this
 * process alone do here what they always do. */
#ifndef RELAXD_BASE_APART_H
#define RELAXD_BASE_APART_H

#include <stddef.h>

#include "core/base/error.h"

/* Called in the child. What it writes to apart_memory() is seen here, nothing
 * else. It may allocate; locks that other threads hold stay held for ever. */
typedef int apart_work(void *context);

/* Zeroed memory that children share; NULL where it is short. Freed with the
 * same size; NULL is fine. */
void *apart_memory(size_t size);
void apart_memory_free(void *memory, size_t size);

/* How many threads suit parallel_run() where some of them call apart_run():
 * parallel_thread_count(); but 1 under AddressSanitizer and ThreadSanitizer.
 * Their allocators, unlike the C library's, stay locked in a child if another
 * thread had locked them. So there a process that has several threads all the
 * same does the work itself, one after the other. */
unsigned apart_thread_count(void);

/* Runs it and waits for its end. `ret_result`: what it returned. -EIO: the
 * child ended before it returned, by a signal or by exit(); other codes: it
 * could not be started. */
int apart_run(apart_work *work, void *context, int *ret_result,
              struct error *error);

#endif
