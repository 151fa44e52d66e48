/* near_far: the kernels of the method near-far (near_far.c). */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_H
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_H

#include "gpu/forms/form_kernels.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most threads in a block. */
enum { NEAR_FAR_BLOCK_MAX = 512 };

enum {
    NEAR_FAR_GOES_ON,
    NEAR_FAR_STOPPED, /* all targets are settled; labels that are not final are
                         COST_INFINITY */
    NEAR_FAR_DONE,    /* all labels are final */
};

/* The state of a query; the same in all threads that work on it. */
struct near_far_progress {
    uint32_t state; /* NEAR_FAR_... */
    uint32_t paused;
    uint32_t round;       /* from 1 */
    uint32_t phase;       /* how often the split has moved; from 1 */
    uint32_t split;       /* labels below it are near */
    uint32_t passed;      /* the previous split */
    uint32_t settled;     /* labels below it are final */
    uint32_t delta;       /* at least 1: how far the split moves */
    uint32_t opens;       /* 1: the round sorts the far list as well */
    uint32_t near;        /* vertices on the near list */
    uint32_t far;         /* on the far list, where `opens` */
    uint32_t steps;       /* dependent steps of the query */
    uint32_t phase_steps; /* those of the phase */
    uint32_t taken; /* vertices whose arcs were relaxed, in earlier phases */
};

enum {
    NEAR_FAR_PAUSE = 1,     /* the launch has to end */
    NEAR_FAR_UNSETTLED = 2, /* some target's label is not final */
    NEAR_FAR_MEET = 4,      /* a block has used up its steps: the others stop
                               and meet it */
};

/* Counters of a round and of a phase, each read in one access. Three of each
 * rotate: one counts, the one before is read, the next one is cleared. */
struct near_far_round {
    uint32_t listed; /* on the next round's near list */
    uint32_t steps;  /* most steps of any block */
    uint32_t flags;  /* the flags above */
    uint32_t least;  /* least cost on the next round's near list */
};
struct near_far_phase {
    uint32_t far;   /* on the far list */
    uint32_t least; /* least cost added there */
    uint32_t taken; /* vertices whose arcs were relaxed */
    uint32_t none;
};

/* In device memory, one for a search. */
struct near_far_control {
    struct near_far_round rounds[3]; /* aligned to 16 bytes */
    struct near_far_phase phases[3];
    uint32_t arrived; /* grid.cuh */
    uint32_t none[3];
    struct near_far_progress progress; /* when a launch begins and ends */
    struct near_far_progress handed;   /* from one block to all */
};

struct near_far_arrays {
    struct search_arrays search;
    const struct cell *cells; /* [vertex_count] */
    uint32_t *far[2];         /* [vertex_count] each, by phase */
    uint32_t *list[2];        /* [vertex_count] each, by round: near */
    uint32_t *stamp;          /* [vertex_count] round in which it was last
                                 listed */
    uint32_t *known; /* [(vertex_count + 31) / 32] a bit per vertex: added to
                        the far list while others were relaxed */
    struct near_far_control *control;
    const uint32_t *targets; /* [target_count] vertices; without any, a query
                                does not stop early */
    uint32_t target_count;
};

/* Tuning; results do not depend on it. */
struct near_far_rules {
    uint32_t hops;        /* steps of a block per round, at least 1 */
    uint32_t room;        /* of a block's queue; the block hands the excess to
                             the grid */
    uint32_t alone_below; /* one block alone takes lists up to this length */
    uint32_t aim;         /* vertices that a step should take; 0: delta stays */
    uint32_t thin;        /* the split moves when a near list is no longer than
                             this */
    uint32_t rounds;      /* at least 1; a launch ends after so many */
};

/* A query's first control, with `seed_count` seeds listed in far[0]. */
struct near_far_control near_far_start(uint32_t seed_count, uint32_t delta);

/* For blocks of `block` threads, on the current device. */
cudaError_t near_far_occupancy(unsigned block, struct occupancy *ret_occupancy);

/* Runs rounds until labels are final or targets settled, or some milliseconds
 * have passed. stamp and known must be 0 when a query begins. First word:
 * vertices whose arcs were relaxed. Second: twice the steps, plus 1 where
 * another launch is needed. Cooperative: its blocks must not exceed what fits.
 */
cudaError_t launch_near_far(const struct near_far_arrays *arrays,
                            const struct near_far_rules *rules,
                            const struct host_word *taken,
                            const struct host_word *steps,
                            const struct kernel_grid *grid,
                            cudaStream_t stream);

/* ---- Several queries in one launch ---- */

/* Queries of a batch in parallel, a block each. */

/* One query; indices into the batch's uploads. */
struct near_far_slot {
    uint32_t first_seed;
    uint32_t seed_count;
    uint32_t first_target;
    uint32_t target_count;
    uint32_t bound;
    uint32_t clears; /* 1: clears labels that are not final, for predecessors;
                        0: only targets' labels are read */
};

/* The arrays of near_far_arrays for each slot, one after the other. */
struct near_far_slots {
    struct search_arrays search; /* cost [count * vertex_count]; bound: unused,
                                    each slot has its own */
    const struct cell *cells;
    uint32_t *far[2];
    uint32_t *list[2];
    uint32_t *stamp;                   /* [count * stamp_stride] */
    uint32_t stamp_stride;             /* words of a slot: its stamps, then its
                                          known bits */
    uint32_t delta;                    /* initial */
    struct near_far_control *control;  /* [count] zero at the start */
    const struct near_far_slot *slots; /* [count] */
    const struct kernel_seed *seeds;
    const uint32_t *targets;
    uint32_t *target_cost; /* filled: for each target, once its slot is done */
    uint32_t count;
};

/* For blocks of `block` threads, on the current device. */
cudaError_t near_far_batch_occupancy(unsigned block,
                                     struct occupancy *ret_occupancy);

/* Some milliseconds of each slot. At the start cost must be COST_INFINITY,
 * stamp and control 0. Word: slots that are not done. rules.hops, room and
 * alone_below do not count. */
cudaError_t launch_near_far_batch(const struct near_far_slots *slots,
                                  const struct near_far_rules *rules,
                                  const struct host_word *word, unsigned block,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
