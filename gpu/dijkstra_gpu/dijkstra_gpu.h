/* dijkstra_gpu: the kernels of dijkstra-gpu, and ExtractMin on its own. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_DIJKSTRA_GPU_H
#define RELAXD_GPU_DIJKSTRA_GPU_DIJKSTRA_GPU_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ExtractMin: the least of many labels and its index ---- */

/* State that the blocks of a grid share in device memory: all zero before the
 * first launch, and again after each. */
struct extraction {
    unsigned long long most; /* complement of the least label so far */
    uint32_t blocks;         /* blocks that are done */
};

/* label << 32 | index of the least label; among equal labels the lowest index.
 * Where nothing is extracted, its label is COST_INFINITY. */
#define EXTRACTED_NOTHING UINT64_MAX

/* Stores the least of label[count] in *ret_least, both on the device. `block`:
 * threads in a block, a multiple of 32. One launch; skips elements with
 * COST_INFINITY. */
cudaError_t launch_extract_min(const uint32_t *label, uint32_t count,
                               unsigned block, struct extraction *extraction,
                               unsigned long long *ret_least,
                               cudaStream_t stream);

/* Blocks of that launch. */
unsigned extract_min_blocks(uint32_t count, unsigned block);

/* As launch_extract_min(), for count of at least 1. `storage`: device memory of
 * *bytes; NULL: launches nothing and sets *bytes to the size needed. */
cudaError_t launch_extract_min_cub(void *storage, size_t *bytes,
                                   const uint32_t *label, uint32_t count,
                                   unsigned long long *ret_least,
                                   cudaStream_t stream);

/* ---- One step of dijkstra-gpu ---- */

struct settle_arrays {
    struct search_arrays search;
    uint32_t *open; /* [vertex_count] (Q) the labels of vertices that are not
                       settled; COST_INFINITY for settled ones */
    struct extraction *extraction;
};

/* One step: settles the least open vertex and relaxes its arcs; does nothing
 * where none is open. Queued steps share one word (settled vertices), which the
 * step with `last` posts. `block`: threads, a multiple of 32. */
cudaError_t launch_settle(const struct settle_arrays *arrays,
                          const struct host_word *word, bool last,
                          unsigned block, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
