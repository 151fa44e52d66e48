/* report: a line for each call that counts. */
#ifndef RELAXD_TESTS_FAULT_REPORT_H
#define RELAXD_TESTS_FAULT_REPORT_H

#pragma GCC visibility push(hidden)

/* `path` stays the caller's and valid; `depth`: functions that are hashed. */
void report_set_up(const char *path, int depth);

/* CLASS, N, the function, and a hash of the functions it came through. Both are
 * to be called by call_fails(), which libc's function calls: these three are no
 * part of the way. */
void report_way(const char *class, unsigned long n, const char *function);

/* CLASS, N, the function, and FILE+ADDRESS of all it came through. */
void report_failure(const char *class, unsigned long n, const char *function);

#pragma GCC visibility pop

#endif
