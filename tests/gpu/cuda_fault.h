/* cuda_fault: calls to the CUDA runtime that fail when a test says so.
 *
 * For programs that are linked with the names of cuda_calls (meson.build): what
 * is linked statically then calls CUDA through here, launches included; on the
 * emulated device, too. A call that makes something does not make it, fails for
 * want of memory and leaves what it should have set alone; one that ends
 * something or waits does so and fails; any other is not carried out. The error
 * is the thread's last one, as CUDA keeps it, and else leaves no trace. One
 * thread. */
#ifndef RELAXD_TESTS_GPU_CUDA_FAULT_H
#define RELAXD_TESTS_GPU_CUDA_FAULT_H

#include <stdbool.h>

/* From now on calls are counted, and the `at`-th fails, from 1 on; 0: none.
 * `onwards`: and all after it, as on a device that is lost. */
void cuda_fault_arm(unsigned long at, bool onwards);

/* Calls since then. */
unsigned long cuda_fault_calls(void);

/* The name of the call that failed, the first; NULL: none did. */
const char *cuda_fault_failed(void);

/* Memory of the device and pinned memory, streams and events that were made and
 * are not ended. */
long cuda_fault_held(void);

/* Whether the last error was not asked for (cudaGetLastError()) since it came:
 * the next launch would be taken for the one that failed. */
bool cuda_fault_lingers(void);

#endif
