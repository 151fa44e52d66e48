/* test_cuda_masks: every solver's answers on a map with roads of some classes
 * closed, on a GPU; all these weightings share the map's form. */
#include "tests/unit/cmocka_all.h"

#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/unit/engine/masked_town.h"

static const struct device *devices[2];

static void every_solver_finds_what_the_oracle_finds(void **state)
{
    struct masked_town town = {
        .devices = devices, .device_count = 2, .side = 5, .seed = 8};
    struct masked_questions questions[TOWN_MASKS];
    struct map_entry *entry[TOWN_MASKS];
    struct random random;
    struct map *map;

    catalog_init(&town.catalog);
    gpu_add_solvers(&town.catalog);
    masked_town_open(&town, 2);
    map = masked_town_map(&town);
    random_seed(&random, 1);
    for (uint16_t m = 0; m < TOWN_MASKS; m++) {
        entry[m] = masked_town_entry(&town, m);
        masked_questions_init(&questions[m], map, map->imported.arcs.weight, m);
    }
    for (size_t i = 0; i < town.catalog.count; i++) {
        for (uint16_t m = 0; m < TOWN_MASKS; m++)
            assert_true(masked_questions_ask(&questions[m], &town, entry[m],
                                             town.catalog.solver[i], &random));
    }
    for (uint16_t m = 0; m < TOWN_MASKS; m++) {
        masked_questions_finish(&questions[m]);
        map_entry_release(entry[m]);
    }
    map_destroy(map);
    masked_town_close(&town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_finds_what_the_oracle_finds),
    };

    devices[0] = device_cpu();
    devices[1] = device_or_skip();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
