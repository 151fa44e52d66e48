/* next: libc's own function, or the sanitizer's, behind one that is interposed.
 */
#ifndef RELAXD_TESTS_FAULT_NEXT_H
#define RELAXD_TESTS_FAULT_NEXT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

void *next_find(const char *name);

/* Whether this thread is at it: what the loader then allocates has no next. */
bool next_is_looked_for(void);

#pragma GCC visibility pop

/* The next function of this name, as a variable `next`. */
#define NEXT(name)                                                             \
    static __typeof__(&name) next;                                             \
    if (!next)                                                                 \
    *(void **)&next = next_find(#name)

#endif
