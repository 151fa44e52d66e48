/* devices_or_skip: the device to test on, or the word that there is none. */
#ifndef RELAXD_TESTS_GPU_DEVICES_OR_SKIP_H
#define RELAXD_TESTS_GPU_DEVICES_OR_SKIP_H

#include "core/solver/device.h"

/* What meson takes for a skipped test. */
enum { EXIT_SKIP = 77 };

/* The first CUDA device; where there is none it says why on stderr and ends the
 * program as skipped. */
const struct device *device_or_skip(void);

#endif
