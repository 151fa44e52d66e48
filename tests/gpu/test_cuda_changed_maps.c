/* test_cuda_changed_maps: solvers that follow changed weights on a GPU give
 * dijkstra's costs on maps of roads, and so does the search without a
 * hierarchy.
 *
 * usage: see changed_maps.h. */
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/changed_maps.h"

int main(int argc, char **argv)
{
    static const char *const solvers[] = {"cch-gpu", "near-far"};
    struct catalog catalog;
    struct changed_maps changed = {&catalog, solvers, 2, device_or_skip(),
                                   "20000"};

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    return changed_maps_main(&changed, argc, argv);
}
