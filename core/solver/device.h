/* device: something that solvers run on. */
#ifndef RELAXD_SOLVER_DEVICE_H
#define RELAXD_SOLVER_DEVICE_H

#include <stdint.h>

#include "core/base/error.h"

enum device_kind {
    DEVICE_CPU,
    DEVICE_CUDA,
};

struct device {
    enum device_kind kind;
    int ordinal;           /* CUDA's number; 0 for the CPU */
    char name[24];         /* "cpu", "cuda:0": in answers and options */
    char description[128]; /* "NVIDIA H200, 132 multiprocessors" */
    uint64_t memory_bytes; /* 0: not known */

    /* Free device memory, shared with other processes: 0, or a negative code
     * with words. Waits for locks of the driver, and may wait for the device;
     * initializes an unused device first. Any thread, preferably the device's
     * owner. NULL: not available, as on the CPU. */
    int (*free_bytes)(const struct device *device, uint64_t *ret_bytes,
                      struct error *error);
};

#endif
