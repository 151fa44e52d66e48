/* fail: the end of a comparison that could not be made. */
#ifndef RELAXD_TESTS_COMPARE_FAIL_H
#define RELAXD_TESTS_COMPARE_FAIL_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 1, 2))) static inline _Noreturn void
fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("compare: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(2);
}

/* Room for one more in an array of `count` that grows; its address. */
#define GROW(list, count, capacity)                                            \
    do {                                                                       \
        if ((count) == (capacity)) {                                           \
            (capacity) = 2 * (capacity) + 64;                                  \
            (list) = realloc((list), (capacity) * sizeof(*(list)));            \
            if (!(list))                                                       \
                fail("out of memory");                                         \
        }                                                                      \
    } while (0)

#endif
