/* devices_or_skip: the device to test on; skips the test where there is none.
 */
#ifndef RELAXD_TESTS_GPU_DEVICES_OR_SKIP_H
#define RELAXD_TESTS_GPU_DEVICES_OR_SKIP_H

#include "core/solver/device.h"

/* The exit status that meson takes as a skipped test. */
enum { EXIT_SKIP = 77 };

/* The first CUDA device; without one prints the reason on stderr and exits with
 * EXIT_SKIP. */
const struct device *device_or_skip(void);

#endif
