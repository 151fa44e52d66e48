/* relaxation: the loop over phases that the CUDA solvers share. */
#include "gpu/relaxation.h"

#include <errno.h>

int relaxation_create(const struct solver_ops *ops, struct prepared *prepared,
                      const struct relaxation_settings *settings,
                      struct solver **ret_solver, struct error *error)
{
    return error_set(error, -ENOTSUP, "solver %s has no kernels yet",
                     ops->name);
}

void relaxation_destroy(struct solver *solver)
{
}

int relaxation_solve(struct solver *solver, const struct metric *metric,
                     struct batch *batch, struct error *error)
{
    return -ENOTSUP;
}
