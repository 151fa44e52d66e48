/* extract_times: how long ExtractMin takes on a CUDA device.
 *
 * By our reduction (dijkstra_gpu.h), which dijkstra-gpu uses, and by CUB's
 * (extract_min.cu), over the same labels: what table 1 of the CUDA
 * shortest-path paper in Chinese (solvers/solvers.h) measures. Where there is
 * no CUDA it fails as the solvers do. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_TIMES_H
#define RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_TIMES_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/device.h"

/* One ExtractMin, when the device is warm. */
struct extract_time {
    double wait_us;   /* until the host has the answer; the median */
    double queued_us; /* without a wait and one follows the other; the mean
                       */
    uint64_t least;   /* the answer: label << 32 | index, of equal labels the
                         lowest index */
};

/* `label`: [count] in the host's memory, count from 1, one below COST_INFINITY
 * at least. Each way is run `runs` times waited for and `runs` times queued,
 * runs from 1. `blocks`: [block_count] threads in a block, multiples of 32 up
 * to 1024. `ret_times`: [block_count + 1], the last CUB's. Any thread that may
 * use the device; a word of its memory a label and what CUB
 * wants. */
int gpu_time_extract_min(const struct device *device, const uint32_t *label,
                         uint32_t count, uint32_t runs, const unsigned *blocks,
                         size_t block_count, struct extract_time *ret_times,
                         struct error *error);

#endif
