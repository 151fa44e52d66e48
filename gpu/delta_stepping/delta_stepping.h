/* delta_stepping: the kernel of delta-stepping (delta_stepping.c).
 *
 * Letters in parentheses are those of the paper that delta_stepping.cu names.
 */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a query's state in device memory. */
enum { DELTA_CONTROL_BYTES = 100 };

struct delta_arrays {
    struct search_arrays search; /* cost is written once all labels are final */
    unsigned long long *label;   /* [vertex_count] cost << 32 | stamp. The stamp
                                    is 0 before it was ever listed; else 2 * the
                                    round in which it was last listed, plus 1
                                    until it is taken */
    uint32_t *list[2];    /* [vertex_count] each (Req): to be relaxed now */
    uint32_t *settled;    /* [vertex_count] (S): listed in the open bucket */
    uint32_t *pending[2]; /* [vertex_count] each: of later buckets */
    struct delta_control *control;
    uint32_t delta; /* at least 1 */
    uint32_t hops;  /* at least 1: light arcs that a block follows per round */
};

/* When a launch ends, whether or not labels are final. */
struct delta_limits {
    uint32_t rounds; /* at least 1 */
    uint32_t work;   /* vertices taken from lists, about */
};

/* The state of a query that begins with `seed_count` seeds listed in
 * pending[0].
 */
cudaError_t launch_delta_start(const struct delta_arrays *arrays,
                               uint32_t seed_count, cudaStream_t stream);

/* For blocks of `block` threads, on the current device. */
cudaError_t delta_occupancy(unsigned block, struct occupancy *ret_occupancy);

/* Sets labels from search.cost and lists the labelled vertices in pending[0].
 * Word: how many. */
cudaError_t launch_delta_begin(const struct delta_arrays *arrays,
                               const struct host_word *word,
                               cudaStream_t stream);

/* Runs rounds until a limit is met or labels are final. First word: vertices
 * whose light arcs were relaxed. Second: twice the rounds, plus 1 where labels
 * are not final. Cooperative: its blocks must not exceed what fits. */
cudaError_t launch_delta_stepping(const struct delta_arrays *arrays,
                                  const struct delta_limits *limits,
                                  const struct host_word *listed,
                                  const struct host_word *rounds,
                                  const struct kernel_grid *grid,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
