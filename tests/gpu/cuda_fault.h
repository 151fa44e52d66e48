/* cuda_fault: calls to the CUDA runtime that fail when a test says so.
 *
 * For programs linked with the names of cuda_calls (meson.build): statically
 * linked code then calls CUDA through here, launches included; on the emulated
 * device, too. A failing call that creates something fails for want of memory,
 * creates nothing and leaves its outputs unset; one that frees or waits does so
 * and fails; any other does nothing. The error becomes the thread's last one,
 * as in CUDA, and has no other effect. One thread. */
#ifndef RELAXD_TESTS_GPU_CUDA_FAULT_H
#define RELAXD_TESTS_GPU_CUDA_FAULT_H

#include <stdbool.h>

/* Starts counting calls; call number `at` fails, from 1 on; 0: none. `onwards`:
 * and all after it, as on a lost device. */
void cuda_fault_arm(unsigned long at, bool onwards);

/* Calls since then. */
unsigned long cuda_fault_calls(void);

/* The name of the first call that failed; NULL: none did. */
const char *cuda_fault_failed(void);

/* Device memory, pinned memory, streams and events that were created and not
 * freed. */
long cuda_fault_held(void);

/* Whether the last error is still unread (cudaGetLastError()): the next launch
 * would report it as its own. */
bool cuda_fault_lingers(void);

#endif
