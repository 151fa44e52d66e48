/* call: which of a program's calls of libc fails. A program that knows nothing
 * of it runs with LD_PRELOAD=libinterpose.so:
 *
 *   FAULT=CLASS:N       the call that fails, once; N from 1; 0: none. CLASS is
 *                       alloc, file or thread.
 *   FAULT_REPORT=FILE   gets a line for each call, where N is 0, else one for
 *                       the call that failed (report.h); by its whole path
 *   FAULT_DEPTH=D       how many functions are hashed, the innermost ones
 *   FAULT_WHILE=FILE    while there is this file, all calls fail of that
 *                       function of files.c whose name is in it, without a
 *                       newline
 *
 * A call counts that the program or one of its libraries makes of libc, from
 * main() on; those that libc makes of itself do not, but for malloc. Processes
 * that it forks count on, all together. Reading and writing of pipes, eventfds
 * and the like does not fail, as it cannot: of files and sockets it does. Nor
 * do stdin, stdout and stderr.
 *
 * memory.c, files.c, sockets.c and threads.c have libc's functions, each of
 * which asks here and then calls the next one of its name (next.h). Under
 * AddressSanitizer that is the sanitizer's malloc, so that it sees all. */
#ifndef RELAXD_TESTS_FAULT_CALL_H
#define RELAXD_TESTS_FAULT_CALL_H

#include <errno.h>
#include <stdbool.h>

enum class { ALLOC, FILES, THREAD, CLASSES };

#pragma GCC visibility push(hidden)

/* Whether this call is to fail. To be asked by libc's function itself, whose
 * caller is then known. errno stays. */
bool call_fails(enum class class, const char *function);

#pragma GCC visibility pop

/* What fails is told by errno and a value. */
#define FAILS_AS(class, name, value, code)                                     \
    do {                                                                       \
        if (call_fails(class, name)) {                                         \
            errno = code;                                                      \
            return value;                                                      \
        }                                                                      \
    } while (0)

#endif
