/* solvers: the one list of the CUDA solvers. */
#include "gpu/solvers/solvers.h"

#include "gpu/gpu.h"

/* One a line, so that two additions merge. */
/* clang-format off */
static const struct solver_ops *const solvers[] = {
    &harish_solver,
    &selection_solver,
    &adaptive_solver,
    &bellman_ford_solver,
    &bellman_ford_queue_solver,
    &dijkstra_gpu_solver,
    &delta_stepping_solver,
    &spmv_csr_solver,
    &spmv_ell_solver,
    &locality_solver,
    &near_far_solver,
    &cch_gpu_solver,
};
/* clang-format on */

void gpu_add_solvers(struct catalog *catalog)
{
    for (size_t i = 0; i < COUNT_OF(solvers); i++)
        catalog_add(catalog, solvers[i]);
}
