/* routes on real extracts: all solvers find the same, steps add up to it, and
 * alternatives are worth offering. Skipped without the extracts;
 * test_place_search does the same, and more, on towns of our own. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/random.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/weighting/weighting.h"
#include "tests/unit/service/further_check.h"
#include "tests/unit/service/search_desk.h"

enum { SEARCHES = 200, SNAPS_MAX = 16, SCATTER_E7 = 20000 };

static struct position random_position(const struct roads *roads,
                                       struct random *random)
{
    struct position position =
        roads->node_position[random_below(random, roads->node_count)];

    position.lon_e7 += (int32_t)random_below(random, SCATTER_E7);
    position.lat_e7 += (int32_t)random_below(random, SCATTER_E7);
    return position;
}

static void random_places(const struct map *map, struct random *random,
                          struct place ret_places[2])
{
    const struct roads *roads = &map->roads;
    struct snap_options options[2];
    struct snap snaps[2 * SNAPS_MAX];
    uint32_t counts[2];

    for (int i = 0; i < 2; i++)
        options[i] = snap_options_of(random_position(roads, random));
    snap_together(roads, options, 2, SNAPS_MAX, NULL, snaps, counts);
    for (int i = 0; i < 2; i++)
        place_of_snaps(roads, WEIGHTING_OF_MAP(map), snaps + i * SNAPS_MAX,
                       counts[i], &ret_places[i]);
}

static void check_sum(const struct map *map, const struct place_search *search,
                      const struct place places[2])
{
    struct route_steps steps;
    uint64_t sum = 0;

    assert_int_equal(place_search_steps(search, map, WEIGHTING_OF_MAP(map),
                                        &places[0], &places[1], &steps),
                     0);
    for (uint32_t i = 0; i < steps.count; i++)
        sum += (uint64_t)steps.list[i].weight + steps.list[i].turn_weight;
    assert_int_equal(sum, place_search_cost(search));
    free(steps.list);
}

/* Returns how many there are. */
static uint32_t check_further(struct search_desk *desk, size_t solver,
                              const struct place places[2])
{
    struct place_way ways[FURTHER_MAX];
    struct place_search search;
    uint32_t count;

    if (!search_desk_ask_further(desk, solver, &places[0], &places[1],
                                 FURTHER_MAX, &search))
        return 0;
    count =
        place_search_further(&search, desk->map, &places[0], &places[1], ways);
    if (count)
        further_check(&search, desk->map, &places[0], &places[1], ways, count);
    place_search_finish(&search);
    return count;
}

static void check_map(const struct map *map)
{
    struct search_desk desk;
    struct random random;
    uint32_t found = 0;
    uint32_t further = 0;

    random_seed(&random, 1);
    search_desk_open(&desk, map);
    for (int t = 0; t < SEARCHES; t++) {
        struct place places[2];
        uint32_t cost = 0;

        random_places(map, &random, places);
        for (size_t i = 0; i < DESK_SOLVERS; i++) {
            struct place_search search;

            search_desk_ask(&desk, i, &places[0], &places[1], &search);
            if (i > 0)
                assert_int_equal(place_search_cost(&search), cost);
            cost = place_search_cost(&search);
            if (cost <= COST_MAX)
                check_sum(map, &search, places);
            place_search_finish(&search);
            further += check_further(&desk, i, places);
        }
        found += cost <= COST_MAX;
    }
    assert_in_range(found, SEARCHES * 9 / 10, SEARCHES);
    assert_in_range(further, SEARCHES / 2,
                    SEARCHES * DESK_SOLVERS * FURTHER_MAX);
    search_desk_close(&desk);
}

static void all_solvers_agree_and_further_ways_are_worth_it(void **state)
{
    const char *root = getenv("SOURCE_ROOT");
    const char *data = getenv("RELAXD_DATA");
    const char *names[] = {"car", "foot"};
    struct profile *profiles[2];
    struct map *maps[2];
    char path[4096];
    const char *paths[] = {path};
    struct osm_import_settings settings = {
        .paths = paths,
        .path_count = 1,
        .profiles = profiles,
        .profile_count = 2,
        .small_component = 1000,
    };

    snprintf(path, sizeof(path), "%s%s/osm/heidelberg.osm.pbf",
             data   ? data
             : root ? root
                    : ".",
             data ? "" : "/../shared/data");
    if (access(path, R_OK)) {
        printf("skipped: no %s\n", path);
        skip();
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(profile_find(names[i], NULL, 0, &profiles[i], NULL),
                         0);
    assert_int_equal(osm_import(&settings, NULL, maps, NULL), 0);
    for (int i = 0; i < 2; i++) {
        check_map(maps[i]);
        map_destroy(maps[i]);
        profile_destroy(profiles[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_solvers_agree_and_further_ways_are_worth_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
