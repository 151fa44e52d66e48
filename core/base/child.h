/* child: runs work in a child process, for libraries that catch signals, print,
 * or end the process.
 *
 * The child has a copy of this process's memory and only the calling thread.
 * Its standard streams are /dev/null and it has no other descriptors. It dies
 * with the thread that started it and runs no exit handlers. Signals sent to
 * this process act on it as always. */
#ifndef RELAXD_BASE_CHILD_H
#define RELAXD_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

/* Runs in the child. The parent sees only what it writes to child_memory(). It
 * may allocate; locks that other threads hold stay locked forever. */
typedef int child_work(void *context);

/* Zeroed memory shared with children; NULL if memory is short. Free it with the
 * same size; NULL is fine. */
void *child_memory(size_t size);
void child_memory_free(void *memory, size_t size);

/* How many threads to give parallel_run() if some of them call child_run():
 * parallel_thread_count(), but 1 under AddressSanitizer and ThreadSanitizer.
 * Unlike the C library's, their allocators stay locked in a child if another
 * thread held the lock. A process that still has several threads there does the
 * work itself, in sequence. */
unsigned child_thread_count(void);

/* Runs `work` and waits until it ends. `ret_result`: its return value. -EIO:
 * the child ended before it returned, by a signal or by exit(); other codes:
 * the child could not be started. */
int child_run(child_work *work, void *context, int *ret_result,
              struct error *error);

/* ---- This program again -------------------------------------------------- */

/* Gets each line that the child prints, without its end, and NULL ten times a
 * second. False: the child is to be killed. */
typedef bool child_hear(void *context, const char *line);

enum { CHILD_LINE_SIZE = 1024 }; /* longer lines are cut */

/* Runs this program again with these arguments, the last one NULL, and waits
 * until it ends: for work that takes threads, and must end at once whatever it
 * is doing. Of descriptors the child has standard error alone, and what it
 * prints comes to `hear`. The child itself asks to die with the calling thread
 * (PR_SET_PDEATHSIG). -ECANCELED: it was killed as `hear` asked; -EIO: it ended
 * by another signal or an exit status other than 0; other codes: it could not
 * be started. */
int child_run_program(char *const *argv, child_hear *hear, void *context,
                      struct error *error);

#endif
