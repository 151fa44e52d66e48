/* extract_times: how long ExtractMin takes on a CUDA device.
 *
 * Measures our reduction (dijkstra_gpu.h), which dijkstra-gpu uses, and CUB's
 * (extract_min.cu) over the same labels, as table 1 of the CUDA shortest-path
 * paper in Chinese (solvers/solvers.h). Without CUDA it fails as the solvers
 * do. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_TIMES_H
#define RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_TIMES_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/device.h"

/* Times of one ExtractMin on a warm device. */
struct extract_time {
    double wait_us;   /* until the host has the answer; the median */
    double queued_us; /* queued back to back, without waiting; the mean */
    uint64_t least;   /* the answer: label << 32 | index; among equal labels the
                         lowest index */
};

/* `label`: [count] in host memory, at least one below COST_INFINITY; count and
 * runs from 1. Runs each variant `runs` times waiting and `runs` times queued.
 * `blocks`: [block_count] threads in a block, multiples of 32 up to 1024.
 * `ret_times`: [block_count + 1], CUB's last. Any thread that may use the
 * device. Device memory: a word per label and CUB's storage. */
int gpu_time_extract_min(const struct device *device, const uint32_t *label,
                         uint32_t count, uint32_t runs, const unsigned *blocks,
                         size_t block_count, struct extract_time *ret_times,
                         struct error *error);

#endif
