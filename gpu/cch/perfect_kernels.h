/* perfect_kernels: what C may call of perfect.cu.
 *
 * Of a supernode with vertices S and uppers N, P(A, B) being the distances from
 * A to B, * the min-plus product and CL, CU and CD the square, out and in part
 * of its closed panel: a way from S either stays in S and what lies below it or
 * leaves that by a first upper, and none returns but by a last one. So
 *
 *     P(N, N)  is part of the parent's front
 *     P(S, N) = CU * P(N, N)
 *     P(N, S) = P(N, N) * CD
 *     P(S, S) = min(CL, P(S, N) * CD)
 *
 * Perfect customization: Dibbelt, Strasser and Wagner 2016, section 5.3; by
 * products of dense matrices: Sao, Kannan, Gera and Vuduc 2020. */
#ifndef RELAXD_GPU_CCH_PERFECT_KERNELS_H
#define RELAXD_GPU_CCH_PERFECT_KERNELS_H

#include <stdint.h>

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who takes a front. */
enum cch_perfect_team {
    CCH_PERFECT_LANES, /* a few lanes of a warp */
    CCH_PERFECT_WARP,
    CCH_PERFECT_TILES, /* a block for each piece of a matrix */
    CCH_PERFECT_TEAMS,
};

/* The largest fronts (f) of the first two. */
enum { CCH_PERFECT_LANES_FRONT = 8, CCH_PERFECT_WARP_FRONT = 32 };

/* All that a kernel must know of a front, so that it needs one access for it.
 * `above`: of the parent; without one there are no uppers. */
struct cch_perfect_front {
    uint64_t panel;       /* words before its panel */
    uint64_t schur;       /* before its Schur complement */
    uint64_t first_upper; /* before its places */
    uint64_t above_panel;
    uint64_t above_schur;
    uint32_t size;   /* s */
    uint32_t uppers; /* n */
    uint32_t above_size;
    uint32_t above_uppers;
};

/* Fronts of one level and one team. */
struct cch_perfect_step {
    enum cch_perfect_team team;
    uint32_t first; /* into fronts */
    uint32_t count;
    uint32_t size_max;
    uint32_t uppers_max;
};

/* Everything that a launch over fronts is given; all on the device. */
struct cch_perfect_work {
    const struct cch_perfect_front *fronts;
    const uint32_t *place;
    const uint32_t *closed;
    uint32_t *panel;
    uint32_t *upper;
};

/* Queues one step, those of the levels above having been queued. */
cudaError_t launch_cch_perfect(const struct cch_perfect_work *work,
                               const struct cch_perfect_step *step,
                               cudaStream_t stream);

/* The same for a step of CCH_PERFECT_TILES. */
cudaError_t launch_cch_perfect_tiles(const struct cch_perfect_work *work,
                                     const struct cch_perfect_step *step,
                                     cudaStream_t stream);

struct cch_perfect_tally {
    unsigned long long infinite;
    unsigned long long pruned;
};

/* Adds to the tally, on the device, of `words` words. */
cudaError_t launch_cch_perfect_count(const uint32_t *basic,
                                     const uint32_t *panel, uint64_t words,
                                     struct cch_perfect_tally *tally,
                                     cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
