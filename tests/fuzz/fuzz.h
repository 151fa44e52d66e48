/* fuzz: the function that libFuzzer, or replay.c in its place, calls with each
 * input. */
#ifndef RELAXD_TESTS_FUZZ_FUZZ_H
#define RELAXD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0 for any bytes: no crash, no leak, no undefined behaviour. Any other
 * broken promise calls abort(). */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
