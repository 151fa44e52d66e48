/* device: something that solvers run on. */
#ifndef RELAXD_SOLVER_DEVICE_H
#define RELAXD_SOLVER_DEVICE_H

#include <stdint.h>

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
};

#endif
