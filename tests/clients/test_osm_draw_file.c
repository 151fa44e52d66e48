/* osm_draw_file: what is written is what the reader of such files finds, with
 * nothing left out, and profiles can travel on it. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/road_network/road_map.h"
#include "lab/generate/generate.h"
#include "lab/generate/osm/osm_draw.h"
#include "tests/unit/scratch.h"

static void write_data(const char *path, uint32_t vertices,
                       struct osm_drawn *drawn)
{
    struct generate_request request = {model_find("kanto"), vertices, 7};
    struct osm_draw_settings settings = {7, 0};
    struct osm_writer *writer = NULL;
    struct map *map = NULL;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(osm_writer_open(path, "test", &writer, NULL), 0);
    assert_int_equal(osm_draw_file(map, &settings, writer, drawn, NULL), 0);
    map_destroy(map);
}

static void is_read_back(const char *path)
{
    struct osm_filter filter = {NULL, NULL, NULL};
    struct osm_data data = {0};
    struct osm_drawn drawn;

    write_data(path, 3000, &drawn);
    assert_int_equal(osm_files_read(&path, 1, &filter, NULL, &data, NULL), 0);
    assert_int_equal(data.node_count, drawn.nodes);
    assert_int_equal(data.way_count, drawn.ways);
    assert_int_equal(data.relation_count, drawn.relations);
    assert_int_equal(data.report.count[COUNT_NODES], drawn.nodes);
    for (int i = COUNT_NODES_TWICE; i <= COUNT_REFS_REPEATED; i++)
        assert_int_equal(data.report.count[i], 0);
    for (uint64_t i = 0; i < data.first_ref[data.way_count]; i++)
        assert_int_not_equal(data.way_ref[i], OSM_NODE_MISSING);
    osm_data_finish(&data);
}

static void is_read_back_in_every_format(void **state)
{
    static const char *const names[] = {"a.osm.pbf", "a.osm", "a.opl"};
    struct scratch scratch;

    scratch_init(&scratch);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        is_read_back(scratch_path(&scratch, names[i]));
    scratch_finish(&scratch);
}

/* The map of a profile, and what was counted on the way. */
static struct map *import(const struct osm_data *data, const char *name,
                          struct import_report *report)
{
    struct road_map_settings settings = {.small_component = 1000,
                                         .unordered = true};
    struct road_network network = {0};
    struct profile *profile = NULL;
    struct map *map = NULL;

    assert_int_equal(profile_find(name, NULL, 0, &profile, NULL), 0);
    assert_int_equal(osm_network_make(data, profile, &network, report, NULL),
                     0);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    profile_destroy(profile);
    return map;
}

static uint32_t in_largest(const struct map *map)
{
    uint32_t count = 0;

    for (uint32_t p = 0; p < map->roads.piece_count; p++)
        count += map->roads.component[p] == 0;
    return count;
}

static void check_restrictions(const struct import_report *report)
{
    assert_true(report->count[COUNT_RESTRICTIONS] > 50);
    assert_true(report->count[COUNT_RESTRICTIONS_CONDITIONAL] > 0);
    for (int i = COUNT_RESTRICTIONS_UNKNOWN; i <= COUNT_RESTRICTIONS_UNCLEAR;
         i++)
        assert_int_equal(report->count[i], 0);
}

static void is_open_to(const struct osm_data *data, const char *name)
{
    struct import_report report;
    struct map *map = import(data, name, &report);

    assert_true(report.count[COUNT_ROADS] > data->way_count * 4 / 5);
    assert_true(in_largest(map) > map->roads.piece_count * 97.0 / 100);
    if (!strcmp(name, "car"))
        check_restrictions(&report);
    if (!strcmp(name, "walk-rail")) {
        assert_true(report.count[COUNT_STATIONS] > 5);
        assert_int_equal(report.count[COUNT_STATIONS_APART], 0);
    }
    map_destroy(map);
}

static void is_open_to_all_profiles(void **state)
{
    static const char *const names[] = {"car", "bicycle", "foot", "walk-rail",
                                        "testbot"};
    struct osm_filter filter = {NULL, NULL, NULL};
    struct osm_data data = {0};
    struct osm_drawn drawn;
    struct scratch scratch;
    const char *path;

    scratch_init(&scratch);
    path = scratch_path(&scratch, "a.osm.pbf");
    write_data(path, 20000, &drawn);
    assert_int_equal(osm_files_read(&path, 1, &filter, NULL, &data, NULL), 0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        is_open_to(&data, names[i]);
    osm_data_finish(&data);
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_read_back_in_every_format),
        cmocka_unit_test(is_open_to_all_profiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
