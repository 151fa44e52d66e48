/* near_far: the kernels of the method near-far (near_far.c). */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_H
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_H

#include "gpu/forms/form_kernels.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads in a block, at most. */
enum { NEAR_FAR_BLOCK_MAX = 512 };

enum {
    NEAR_FAR_GOES_ON,
    NEAR_FAR_STOPPED, /* all targets are settled: labels that are not are
                         COST_INFINITY */
    NEAR_FAR_DONE,    /* all labels are final */
};

/* Where a query is; the same in all threads that are at it. */
struct near_far_progress {
    uint32_t state; /* NEAR_FAR_... */
    uint32_t paused;
    uint32_t round;       /* from 1 */
    uint32_t phase;       /* the split has moved so often; from 1 */
    uint32_t split;       /* labels below it are near */
    uint32_t passed;      /* the split before */
    uint32_t settled;     /* labels below it are final */
    uint32_t delta;       /* at least 1: how far the split moves */
    uint32_t opens;       /* 1: the round sorts the far list, too */
    uint32_t near;        /* vertices on the near list */
    uint32_t far;         /* where it opens: on the far list */
    uint32_t steps;       /* dependent steps of the query */
    uint32_t phase_steps; /* those of the phase */
    uint32_t taken; /* vertices whose arcs were relaxed, in phases before */
};

enum {
    NEAR_FAR_PAUSE = 1,     /* the launch is to end */
    NEAR_FAR_UNSETTLED = 2, /* some target's label is not final */
    NEAR_FAR_MEET = 4,      /* a block has gone as far as it may: others are to
                               stop and meet it */
};

/* Counters of a round and of a phase, each read by one access. Three of each
 * take turns: one is counted, the one before is read, the next one is cleared.
 */
struct near_far_round {
    uint32_t listed; /* on the next round's near list */
    uint32_t steps;  /* most that a block took */
    uint32_t flags;  /* bits of those above */
    uint32_t least;  /* cost on the next round's near list */
};
struct near_far_phase {
    uint32_t far;   /* on the far list */
    uint32_t least; /* cost that went there */
    uint32_t taken; /* vertices whose arcs were relaxed */
    uint32_t none;
};

/* In device memory, one for a search. */
struct near_far_control {
    struct near_far_round rounds[3]; /* on 16 bytes */
    struct near_far_phase phases[3];
    uint32_t arrived; /* grid.cuh */
    uint32_t none[3];
    struct near_far_progress progress; /* as a launch begins and ends */
    struct near_far_progress handed;   /* from one block to all */
};

struct near_far_arrays {
    struct search_arrays search;
    const struct cell *cells; /* [vertex_count] */
    uint32_t *far[2];         /* [vertex_count] each, by phase */
    uint32_t *list[2];        /* [vertex_count] each, by round: near */
    uint32_t *stamp;          /* [vertex_count] round in which it was listed */
    uint32_t *known; /* [(vertex_count + 31) / 32] a bit for each vertex that
                        came onto the far list as others were relaxed */
    struct near_far_control *control;
    const uint32_t *targets; /* [target_count] vertices; 0: does not stop */
    uint32_t target_count;
};

/* How to go about it; no result depends on it. */
struct near_far_rules {
    uint32_t hops;        /* steps of a block in a round, at least 1 */
    uint32_t room;        /* in a block's queue: it leaves more to the grid */
    uint32_t alone_below; /* lists up to so long are one block's */
    uint32_t aim;         /* vertices wanted in a step; 0: delta stays */
    uint32_t thin;        /* near lists up to so long: the split moves */
    uint32_t rounds;      /* at least 1; a launch ends after so many */
};

/* A query's first control: so many seeds, listed in far[0]. */
struct near_far_control near_far_start(uint32_t seed_count, uint32_t delta);

/* Of blocks of so many threads, on the current device. */
cudaError_t near_far_occupancy(unsigned block, struct occupancy *ret_occupancy);

/* Rounds until labels are final or enough, or some milliseconds have passed.
 * Expects stamp and known to be 0 as a query begins. First word: vertices whose
 * arcs were relaxed. Second: steps, doubled, and 1 more where it is to be
 * launched again. Cooperative: `blocks` is at most what fits. */
cudaError_t launch_near_far(const struct near_far_arrays *arrays,
                            const struct near_far_rules *rules,
                            const struct host_word *taken,
                            const struct host_word *steps, unsigned blocks,
                            unsigned block, cudaStream_t stream);

/* ---- Several queries in one launch ---- */

/* Queries of a batch side by side, a block each. */

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
