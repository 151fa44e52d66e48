/* row_value: a changed speed gives the durations of a new import with it, and
 * every segment of a real extract is matched. Without the extract only random
 * data is used. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weight_match.h"
#include "tests/unit/graph/random_osm.h"

enum { MAPS = 300, SPEED_COUNT = 3 };

/* All roads at the speed that the last two set; steps of 100 ms and of 1 ms. */
static const char *const as_tagged[] = {"maxspeed.keys=none"};
static const struct {
    double speed_kmh;
    const char *set[5];
    size_t count;
} speeds[SPEED_COUNT] = {
    {5.3,
     {"maxspeed.keys=none", "speed.*=5.3",
      "speed.highway=primary 5.3, secondary 5.3, tertiary 5.3, steps 5.3"},
     3},
    {17,
     {"maxspeed.keys=none", "speed.*=17",
      "speed.highway=primary 17, secondary 17, tertiary 17, steps 17"},
     3},
    {131.7,
     {"maxspeed.keys=none", "speed.*=131.7",
      "speed.highway=primary 131.7, secondary 131.7, tertiary 131.7, "
      "steps 131.7",
      "profile.step=0.001", "profile.grid=0.0000001"},
     5},
};

static struct profile *profile_of(const char *const *set, size_t count)
{
    struct profile *profile;
    struct error error;

    if (profile_find("testbot", set, count, &profile, &error))
        fail_msg("%s", error.text);
    return profile;
}

/* NULL: nothing is open. */
static struct map *map_of(const struct osm_data *data,
                          const struct profile *profile)
{
    struct road_map_settings settings = {.unordered = true};
    struct road_network network;
    struct import_report report;
    struct map *map = NULL;

    assert_int_equal(osm_network_make(data, profile, &network, &report, NULL),
                     0);
    if (road_network_is_open(&network))
        assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    return map;
}

static bool item_is_open(const struct roads *roads, uint32_t item)
{
    return edge_is_in_graph(roads, 2 * roads_segment_piece(roads, item / 2) +
                                       item % 2);
}

static void assert_as_imported(const struct map *map,
                               const struct map *imported, double speed_kmh)
{
    const struct weight_row row = {
        .value = speed_kmh,
        .rate = ROW_AS_VALUE,
    };

    assert_int_equal(map->roads.segment_count, imported->roads.segment_count);
    for (uint32_t i = 0; i < 2 * map->roads.segment_count; i++) {
        struct row_value value;

        if (!item_is_open(&map->roads, i))
            continue;
        value = row_segment_value(map, &row, i);
        assert_int_equal(value.duration_ms,
                         imported->imported.segment_duration_ms[i]);
        assert_int_equal(value.weight, imported->imported.segment[i]);
    }
}

static void gives_the_durations_of_a_new_import(void **state)
{
    (void)state;
    for (size_t s = 0; s < SPEED_COUNT; s++) {
        /* The step and the grid are the same in both. */
        const char *set[3] = {as_tagged[0], speeds[s].set[3], speeds[s].set[4]};
        struct profile *before = profile_of(set, speeds[s].count - 2);
        struct profile *after = profile_of(speeds[s].set, speeds[s].count);

        for (unsigned seed = 0; seed < MAPS; seed++) {
            struct osm_data data;
            struct map *map, *imported;

            random_osm(seed, false, &data);
            map = map_of(&data, before);
            imported = map_of(&data, after);
            if (map)
                assert_as_imported(map, imported, speeds[s].speed_kmh);
            map_destroy(map);
            map_destroy(imported);
            osm_data_finish(&data);
        }
        profile_destroy(before);
        profile_destroy(after);
    }
}

/* ---- A real town --------------------------------------------------------- */

static struct map *open_town(const char *name, struct profile *profile)
{
    char path[512];
    const char *paths[] = {path};
    const struct osm_import_settings settings = {
        .paths = paths,
        .path_count = 1,
        .profiles = &profile,
        .profile_count = 1,
        .unordered = true,
    };
    struct map *map;

    snprintf(path, sizeof(path), "%s/../shared/data/osm/%s",
             getenv("SOURCE_ROOT"), name);
    if (access(path, R_OK)) {
        print_message("no %s\n", path);
        return NULL;
    }
    assert_int_equal(osm_import(&settings, NULL, &map, NULL), 0);
    return map;
}

/* Rows by the keys that come `which`-th of all open segments. */
static void match_segments(const struct map *map, uint32_t which)
{
    const struct roads *roads = &map->roads;
    size_t items = 2 * (size_t)roads->segment_count;
    struct weight_row *row = calloc(items, sizeof(*row));
    uint32_t *item = calloc(items, sizeof(*item));
    struct weight_matches matches;
    size_t count = 0;

    assert_true(row && item);
    for (uint32_t i = 0; i < items; i++) {
        struct weight_key key[ITEM_KEYS_MAX];

        if (!item_is_open(roads, i))
            continue;
        assert_int_equal(weight_item_keys(map, WEIGHT_SEGMENTS, i, key), 2);
        row[count] = (struct weight_row){.key = key[which], .value = 30};
        item[count++] = i;
    }
    assert_int_equal(
        weight_match(map, WEIGHT_SEGMENTS, row, count, &matches, NULL), 0);
    assert_int_equal(matches.matched, count);
    for (size_t i = 0; i < count; i++) {
        size_t at = matches.first[i];

        while (at < matches.first[i + 1] && matches.item[at] != item[i])
            at++;
        assert_true(at < matches.first[i + 1]);
    }
    weight_matches_finish(&matches);
    free(row);
    free(item);
}

static void a_real_town_is_matched_and_timed(void **state)
{
    const char *set[] = {"maxspeed.keys=none", "duration.keys=none"};
    const char *faster[] = {speeds[1].set[0], speeds[1].set[1],
                            speeds[1].set[2], set[1]};
    struct profile *before = profile_of(set, 2);
    struct profile *after = profile_of(faster, 4);
    struct map *map = open_town("heidelberg.osm.pbf", before);

    (void)state;
    if (map) {
        struct map *imported = open_town("heidelberg.osm.pbf", after);

        assert_as_imported(map, imported, speeds[1].speed_kmh);
        map_destroy(imported);
        match_segments(map, 0);
        match_segments(map, 1);
        map_destroy(map);
    }
    profile_destroy(before);
    profile_destroy(after);
    if (!map)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_durations_of_a_new_import),
        cmocka_unit_test(a_real_town_is_matched_and_timed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
