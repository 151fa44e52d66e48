/* probes: kernels that exhibit the behaviour of the emulated device. */
#ifndef RELAXD_TESTS_EMULATOR_PROBES_H
#define RELAXD_TESTS_EMULATOR_PROBES_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All queue one launch on the default stream. */

/* Every thread adds 1 to hits[block * 24 + thread]: 2 x 3 x 2 blocks of 2 x 3 x
 * 4 threads. */
void probe_places(uint32_t *hits);

/* Each block writes its number to the next element of order[]. */
void probe_order(uint32_t *next, uint32_t *order, unsigned blocks);

/* One block. In each round each thread passes its neighbour's value on. Threads
 * from `leave` on end after the first round. sum[round]: of a predicate, true
 * for the even threads; value[thread]: the final value. */
void probe_barriers(uint32_t *value, int *sum, unsigned threads, unsigned leave,
                    unsigned rounds);

enum { PROBE_LANE_WORDS = 12 };

/* One warp, lanes below `lanes`; words[lane][...]: index, up, down, xor, index
 * in segments of 8, ballot, any, all, match, reduce_add, reduce_min, shuffle of
 * 64 bits. */
void probe_lanes(uint32_t (*words)[PROBE_LANE_WORDS], unsigned lanes);

/* Many threads add to the same words. */
struct probe_sums {
    unsigned long long add, cas;
    uint32_t min, max, any, lost; /* lost: counted without atomics */
};
void probe_atomics(struct probe_sums *sums, unsigned blocks, unsigned threads);

/* Every block waits for all others, as if all were on the device at once. */
void probe_wait_for_all(uint32_t *arrived, unsigned blocks);

/* words[2 * block]: the initial contents of a block's shared memory, which it
 * then overwrites. [2 * block + 1]: the last word of 3 in dynamic shared
 * memory. */
void probe_shared(uint32_t *words, unsigned blocks);

/* memory[at] = value by one thread. */
void probe_write(uint32_t *memory, size_t at, uint32_t value);

/* The same on a stream. */
void probe_write_on(cudaStream_t stream, uint32_t *memory, size_t at,
                    uint32_t value);

/* These end the process. */
void probe_deadlock(void);
void probe_divergence(void);
void probe_foreign_mask(void);

/* in[count] to its exclusive sums, the least entry and those above 10. */
cudaError_t probe_cub(const uint32_t *in, uint32_t *sums, uint32_t *least,
                      uint32_t *above, uint32_t *above_count, unsigned count);

#ifdef __cplusplus
}
#endif

#endif
