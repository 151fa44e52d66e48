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
    char name[24];         /* "cpu", "cuda:0": what answers and options say */
    char description[128]; /* "NVIDIA H200, 132 multiprocessors" */
    uint64_t memory_bytes; /* 0: not known */

    /* What is free of its memory now, whoever took the rest: 0, or a negative
     * code with words. Waits for locks of the driver, and may for the device;
     * where nothing has used the device yet it is made ready first. Any thread,
     * best the one that owns the device. NULL: nobody can say, as of the CPU.
     */
    int (*free_bytes)(const struct device *device, uint64_t *ret_bytes,
                      struct error *error);
};

#endif
