/* solvers: the list of the CUDA solvers, and their create functions. */
#include "gpu/solvers/solvers.h"

#include "gpu/gpu.h"

#define DEFINE_CREATE(NAME)                                                    \
    int NAME##_create(                                                         \
        struct prepared *prepared, const struct solver_setting *settings,      \
        size_t setting_count, struct solver **ret_solver, struct error *error) \
    {                                                                          \
        return search_create(&NAME##_solver, &NAME##_method, prepared,         \
                             settings, setting_count, ret_solver, error);      \
    }

CUDA_SOLVERS(DEFINE_CREATE)

#define ADD_SOLVER(NAME) catalog_add(catalog, &NAME##_solver);

void gpu_add_solvers(struct catalog *catalog)
{
    CUDA_SOLVERS(ADD_SOLVER)
}
