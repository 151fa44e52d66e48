/* osm_output: what is written is what the reader of such files finds, with
 * nothing left out. */
#include "tests/unit/cmocka_all.h"

#include "clients/relaxctl/osm_output.h"
#include "core/graph/generate/generate.h"
#include "tests/unit/scratch.h"

static void write_data(const char *path, struct osm_drawn *drawn)
{
    struct generate_request request = {model_find("kanto"), 3000, 7};
    struct osm_draw_settings settings = {7, 0};
    struct osm_writer *writer = NULL;
    struct map *map = NULL;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(osm_writer_open(path, "test", &writer, NULL), 0);
    assert_int_equal(osm_output_write(writer, map, &settings, drawn, NULL), 0);
    map_destroy(map);
}

static void is_read_back(const char *path)
{
    struct osm_filter filter = {NULL, NULL, NULL};
    struct osm_data data = {0};
    struct osm_drawn drawn;

    write_data(path, &drawn);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_read_back_in_every_format),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
