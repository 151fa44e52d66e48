/* probe_memory: memory of the emulated device for the tests of the emulator. */
#ifndef RELAXD_TESTS_EMULATOR_PROBE_MEMORY_H
#define RELAXD_TESTS_EMULATOR_PROBE_MEMORY_H

#include <stddef.h>

void *probe_zeros(size_t size);

/* Copies it to the host and frees it. */
void probe_fetch(void *to, void *memory, size_t size);

#endif
