/* kernels: min-plus elimination of a frontal matrix, for the machine's vectors.
 *
 * kernels.c is built several times, for different instruction sets; the program
 * chooses at run time. All give the same bits. Work: s * f * f sums. */
#ifndef RELAXD_SOLVER_CCH_KERNELS_H
#define RELAXD_SOLVER_CCH_KERNELS_H

#include <stddef.h>

#include "core/solver/cch/frontal.h"

/* Rows [from, to) take the pivots, or rows, [first, end). */
typedef void frontal_kernel(struct frontal *frontal, uint32_t first,
                            uint32_t end, uint32_t from, uint32_t to);

/* The steps of frontal_eliminate() and frontal_close() (frontal.h). Blocks of
 * pivots begin at a multiple of FRONTAL_LANES. */
struct frontal_kernels {
    const char *name; /* "plain", "avx2", "avx512" */

    /* Takes the block's pivots that are lower than the row; they are final, or
     * are among the rows. */
    frontal_kernel *eliminate;

    /* Rows of a block: all paths whose next vertex on the way up is one of the
     * supernode's rows [first, end) above the block. */
    frontal_kernel *close_up;

    /* Call after that: the rows of the block among themselves, plus close_down
     * for the rows from the block to `to`. */
    void (*close_block)(struct frontal *frontal, uint32_t first, uint32_t end,
                        uint32_t to);

    /* Call after that: rows above the block, with paths down to it and on. */
    frontal_kernel *close_down;
};

/* All that this machine can run, slowest first; NULL at the end. */
const struct frontal_kernels *const *frontal_kernels_all(void);

/* The fastest of them. */
static inline const struct frontal_kernels *frontal_kernels(void)
{
    const struct frontal_kernels *const *kernels = frontal_kernels_all();

    while (kernels[1])
        kernels++;
    return *kernels;
}

#endif
