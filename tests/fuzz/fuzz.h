/* fuzz: what libFuzzer, or replay.c in its place, calls with each input. */
#ifndef RELAXD_TESTS_FUZZ_FUZZ_H
#define RELAXD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Whatever the bytes are, it returns 0: no crash, no leak, nothing undefined. A
 * promise that is broken otherwise is an abort(). */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
