/* must: what the load program cannot go on without. */
#ifndef RELAXD_TESTS_SOAK_MUST_H
#define RELAXD_TESTS_SOAK_MUST_H

#include <stddef.h>

/* Says words, and what errno says, and exits with 2. */
void die(const char *words) __attribute__((noreturn));

/* The pointer, which memory was there for. */
void *must_have(void *pointer);

/* array_reserve() that succeeds. */
void must_reserve(void **items, size_t *capacity, size_t needed, size_t size);

#endif
