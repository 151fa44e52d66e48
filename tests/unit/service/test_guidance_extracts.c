/* guidance on real extracts: steps are valid on any roads. Skipped without the
 * extracts; test_route does the same on towns of our own. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/weighting/weighting.h"
#include "tests/unit/service/guidance_check.h"
#include "tests/unit/service/search_desk.h"

enum { SEARCHES = 2000, SNAPS_MAX = 16, SCATTER_E7 = 20000, CCH = 2 };

/* Sums over all legs. */
struct tally {
    uint64_t guide_ns;
    uint64_t length_mm;
    size_t legs;
    size_t steps;
    size_t of_type[MANEUVER_TYPE_COUNT];
};

static struct position random_position(const struct roads *roads,
                                       struct random *random)
{
    struct position position =
        roads->node_position[random_below(random, roads->node_count)];

    position.lon_e7 += (int32_t)random_below(random, SCATTER_E7);
    position.lat_e7 += (int32_t)random_below(random, SCATTER_E7);
    return position;
}

/* Both requested places and their points on the roads. */
struct ends {
    struct position asked[2];
    struct place place[2];
    struct snap snap;
};

static void random_ends(const struct map *map, struct random *random,
                        struct ends *ret_ends)
{
    const struct roads *roads = &map->roads;
    struct snap_options options[2];
    struct snap snaps[2 * SNAPS_MAX];
    uint32_t counts[2];

    for (int i = 0; i < 2; i++) {
        ret_ends->asked[i] = random_position(roads, random);
        options[i] = snap_options_of(ret_ends->asked[i]);
    }
    snap_together(roads, options, 2, SNAPS_MAX, NULL, snaps, counts);
    for (int i = 0; i < 2; i++)
        place_of_snaps(roads, WEIGHTING_OF_MAP(map), snaps + i * SNAPS_MAX,
                       counts[i], &ret_ends->place[i]);
    ret_ends->snap = snaps[0];
}

static void sum_up(struct route_leg *leg)
{
    for (uint32_t i = 0; i < leg->steps.count; i++) {
        const struct route_step *step = &leg->steps.list[i];

        leg->weight += (uint64_t)step->weight + step->turn_weight;
        leg->duration_ms +=
            (uint64_t)step->duration_ms + step->turn_duration_ms;
        leg->length_mm += step->length_mm;
    }
}

static void add_up(struct tally *tally, const struct route_leg *leg,
                   const struct guidance *guidance, uint64_t took_ns)
{
    tally->guide_ns += took_ns;
    tally->length_mm += leg->length_mm;
    tally->legs++;
    tally->steps += guidance->step_count;
    for (size_t i = 0; i < guidance->step_count; i++)
        tally->of_type[guidance->step[i].type]++;
}

static void check_search(const struct map *map,
                         const struct place_search *search,
                         const struct ends *ends, struct tally *tally)
{
    struct guidance_asked asked = {
        .from_asked = ends->asked[0],
        .to_asked = ends->asked[1],
        .snap = ends->snap,
    };
    struct route_leg leg = {.from = ends->place[0].position,
                            .to = ends->place[1].position};
    struct guidance guidance;
    uint64_t begin_ns;

    assert_int_equal(place_search_steps(search, map, WEIGHTING_OF_MAP(map),
                                        &ends->place[0], &ends->place[1],
                                        &leg.steps),
                     0);
    sum_up(&leg);
    begin_ns = clock_now_ns();
    assert_int_equal(guidance_init(&guidance, map, &leg, &asked), 0);
    add_up(tally, &leg, &guidance, clock_now_ns() - begin_ns);
    guidance_check(map, &leg, &guidance);
    guidance_finish(&guidance);
    free(leg.steps.list);
}

static void print_tally(const char *name, const struct tally *tally)
{
    printf("%s: %zu legs of %.1f km, %.1f steps, %.1f us:", name, tally->legs,
           (double)tally->length_mm / 1e6 / (double)tally->legs,
           (double)tally->steps / (double)tally->legs,
           (double)tally->guide_ns / 1e3 / (double)tally->legs);
    for (int i = 0; i < MANEUVER_TYPE_COUNT; i++)
        printf(" %s %zu,", maneuver_type_name((enum maneuver_type)i),
               tally->of_type[i]);
    printf("\n");
}

static void check_map(const char *name, const struct map *map)
{
    struct tally tally = {0};
    struct search_desk desk;
    struct random random;

    random_seed(&random, 1);
    search_desk_open(&desk, map);
    for (int t = 0; t < SEARCHES; t++) {
        struct ends ends;
        struct place_search search;

        random_ends(map, &random, &ends);
        search_desk_ask(&desk, CCH, &ends.place[0], &ends.place[1], &search);
        if (place_search_cost(&search) <= COST_MAX)
            check_search(map, &search, &ends, &tally);
        place_search_finish(&search);
    }
    assert_in_range(tally.legs, SEARCHES * 9 / 10, SEARCHES);
    print_tally(name, &tally);
    search_desk_close(&desk);
}

static void check_extract(const char *extract, const char *profile_name)
{
    const char *root = getenv("SOURCE_ROOT");
    const char *data = getenv("RELAXD_DATA");
    char path[4096];
    const char *paths[] = {path};
    struct profile *profile;
    struct map *map;
    struct osm_import_settings settings = {
        .paths = paths,
        .path_count = 1,
        .profiles = &profile,
        .profile_count = 1,
        .small_component = 1000,
    };

    snprintf(path, sizeof(path), "%s%s/osm/%s",
             data   ? data
             : root ? root
                    : ".",
             data ? "" : "/../shared/data", extract);
    if (access(path, R_OK)) {
        printf("skipped: no %s\n", path);
        skip();
    }
    assert_int_equal(profile_find(profile_name, NULL, 0, &profile, NULL), 0);
    assert_int_equal(osm_import(&settings, NULL, &map, NULL), 0);
    check_map(extract, map);
    map_destroy(map);
    profile_destroy(profile);
}

static void steps_join_by_car_in_heidelberg(void **state)
{
    check_extract("heidelberg.osm.pbf", "car");
}

static void steps_join_on_foot_in_heidelberg(void **state)
{
    check_extract("heidelberg.osm.pbf", "foot");
}

static void steps_join_on_the_left_of_malta(void **state)
{
    check_extract("malta.osm.pbf", "car");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_join_by_car_in_heidelberg),
        cmocka_unit_test(steps_join_on_foot_in_heidelberg),
        cmocka_unit_test(steps_join_on_the_left_of_malta),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
