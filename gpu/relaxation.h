/* relaxation: a CUDA solver that relaxes arcs phase by phase.
 *
 * J. Suzuki, M. Kan, Y. Hayashi, T. Yoshikawa, "Accelerating SSSP Algorithm on
 * GPU with Adaptive Thread Creation": Algorithms 1 to 3, which are P. Harish
 * and P. J. Narayanan's (HiPC 2007), create a thread for every vertex in every
 * phase (relax_all.cu); Algorithms 5 and 6 only for the vertices whose label
 * fell (relax_selected.cu); Algorithm 4 goes from one to the other
 * (switching.h, switch.cu). relaxation.c is the loop over phases that all three
 * share.
 *
 * One workspace belongs to one thread at a time and has a stream of its own, so
 * several solve side by side on one device. */
#ifndef RELAXD_GPU_RELAXATION_H
#define RELAXD_GPU_RELAXATION_H

#include "core/solver/solver.h"
#include "gpu/switching.h"

/* How a workspace runs its phases. */
struct relaxation_settings {
    struct switching switching; /* as a query begins */
    unsigned all_block;         /* threads in a block of kernels over all
                                   vertices, a multiple of 32 */
    unsigned selected_block;    /* of those over short lists; doubled towards
                                   all_block for long ones */
};

int relaxation_create(const struct solver_ops *ops, struct prepared *prepared,
                      const struct relaxation_settings *settings,
                      struct solver **ret_solver, struct error *error);
void relaxation_destroy(struct solver *solver); /* NULL is fine */

int relaxation_solve(struct solver *solver, const struct metric *metric,
                     struct batch *batch, struct error *error);

#endif
