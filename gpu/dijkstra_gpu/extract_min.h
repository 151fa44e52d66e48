/* extract_min: the least of many labels and where it stands, by reduction.
 *
 * extract_min.cuh is the same inside a larger kernel. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_H
#define RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the blocks of a grid leave for one another, in the device's memory: all
 * zero before the first launch, and again after each. */
struct extraction {
    unsigned long long most; /* complement of the least so far */
    uint32_t blocks;         /* that are done */
};

/* label << 32 | index, the least of all, so of equal labels the one with the
 * lowest index; where nothing is extracted, its label is COST_INFINITY. */
#define EXTRACTED_NOTHING UINT64_MAX

/* The least of label[count] to *ret_least, both on the device. `block`: threads
 * in a block, a multiple of 32. One launch; elements with COST_INFINITY are
 * passed over. */
cudaError_t launch_extract_min(const uint32_t *label, uint32_t count,
                               unsigned block, struct extraction *extraction,
                               unsigned long long *ret_least,
                               cudaStream_t stream);

/* Blocks of that launch. */
unsigned extract_min_blocks(uint32_t count, unsigned block);

#ifdef __cplusplus
}
#endif

#endif
