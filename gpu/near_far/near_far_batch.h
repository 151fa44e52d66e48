/* near_far_batch: queries of a batch side by side, a block each. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_BATCH_H
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_BATCH_H

#include "gpu/near_far/near_far.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one query is; indices into what the batch uploads. */
struct near_far_slot {
    uint32_t first_seed;
    uint32_t seed_count;
    uint32_t first_target;
    uint32_t target_count;
    uint32_t bound;
    uint32_t clears; /* 1: labels that are not final are to be cleared, as
                        predecessors are wanted; 0: only targets' are read */
};

/* The arrays of near_far_arrays for each slot, one behind the other. */
struct near_far_slots {
    struct search_arrays search; /* cost [count * vertex_count]; bound: a
                                    slot's */
    const struct cell *cells;
    uint32_t *far[2];
    uint32_t *list[2];
    uint32_t *stamp;                   /* [count * stamp_stride] */
    uint32_t stamp_stride;             /* a slot's stamps, then what is known */
    uint32_t delta;                    /* to begin with */
    struct near_far_control *control;  /* [count]; 0: to begin */
    const struct near_far_slot *slots; /* [count] */
    const struct kernel_seed *seeds;
    const uint32_t *targets;
    uint32_t *target_cost; /* filled: of each target, once its slot is done */
    uint32_t count;
};

/* Of blocks of so many threads, on the current device. */
cudaError_t near_far_batch_occupancy(unsigned block,
                                     struct occupancy *ret_occupancy);

/* Some milliseconds of each slot. Expects cost COST_INFINITY, stamp and control
 * 0 to begin with. Word: slots that are not done. rules.hops, room and
 * alone_below do not count. */
cudaError_t launch_near_far_batch(const struct near_far_slots *slots,
                                  const struct near_far_rules *rules,
                                  const struct host_word *word, unsigned block,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
