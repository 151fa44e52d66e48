/* test_changed_maps: cch gives dijkstra's costs on maps of roads after any
 * change of weights.
 *
 * usage: see changed_maps.h. */
#include "tests/solver/changed_maps.h"

int main(int argc, char **argv)
{
    static const char *const solvers[] = {"cch"};
    struct catalog catalog;
    struct changed_maps changed = {&catalog, solvers, 1, device_cpu(), "20000"};

    catalog_init(&catalog);
    return changed_maps_main(&changed, argc, argv);
}
