/* locality: the kernels of the method locality (locality.c). */
#ifndef RELAXD_GPU_LOCALITY_LOCALITY_H
#define RELAXD_GPU_LOCALITY_LOCALITY_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LOCALITY_STEPS_MAX = 16, LOCALITY_AFFINITY_MAX = 16 };

/* Threads, each with `affinity` consecutive vertices. */
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline uint32_t
    locality_groups(uint32_t vertex_count, uint32_t affinity)
{
    return vertex_count / affinity + (vertex_count % affinity != 0);
}

/* Bytes of one array of flags: threads read the flags of whole groups. */
static inline size_t locality_flags_size(uint32_t vertex_count)
{
    return (size_t)LOCALITY_AFFINITY_MAX *
           locality_groups(vertex_count, LOCALITY_AFFINITY_MAX);
}

/* One launch.
 *
 * Launches that report to the host count the labels that they lower in three
 * counters in turn. A launch begins by posting the count of the launch before:
 * the word is 0 where there is nothing to do. */
struct locality_wave {
    struct search_arrays search;
    uint8_t *flagged;  /* [locality_flags_size] the vertices to relax, cleared
                          by it; aligned to 16. Letters in parentheses are the
                          paper's: (FlagArray[i]) */
    uint8_t *raised;   /* [locality_flags_size] (FlagArray[i ^ 1]) */
    uint32_t affinity; /* vertices per thread: 1, 2, 4 or 16 */
    uint32_t steps;    /* (k) 1 to LOCALITY_STEPS_MAX */
    unsigned long long *counters; /* [3] */
    uint32_t turn;                /* counts launches with a word, from 0 */
    struct host_word word;        /* NULL host: posts and counts nothing */
    uint32_t delay_seed; /* not 0: threads wait random times, for tests */
};

/* locality.cu: flags the labelled vertices in `flagged`; clears `raised` and
 * the counters, so that the word of turn 0 is 1. */
cudaError_t launch_locality_begin(const struct search_arrays *arrays,
                                  uint8_t *flagged, uint8_t *raised,
                                  unsigned long long counters[3],
                                  cudaStream_t stream);

/* locality.cu: Algorithms 8 and 9, or Kernel_1 where it posts nothing; threads
 * work alone. `block`: threads, a multiple of 32. */
cudaError_t launch_locality(const struct locality_wave *wave, unsigned block,
                            cudaStream_t stream);

/* locality.cu: the same, with the threads of a block together. */
cudaError_t launch_locality_block(const struct locality_wave *wave,
                                  unsigned block, cudaStream_t stream);

struct solver;

/* locality.c, for tests: from now on the threads of this workspace wait random
 * times; 0: no longer. */
void locality_delay(struct solver *solver, uint32_t seed);

#ifdef __cplusplus
}
#endif

#endif
