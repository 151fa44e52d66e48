/* osm_writer: a file is complete and new, or unchanged. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/graph/osm_add.h"
#include "tests/unit/graph/osm_fixture.h"

static void assert_holds(const char *path, const char *text)
{
    char got[64] = "";
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    got[fread(got, 1, sizeof(got) - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(got, text);
}

static void an_abandoned_file_is_what_it_was(void **state)
{
    struct osm_writer *writer;
    struct scratch scratch;

    scratch_init(&scratch);
    scratch_file(&scratch, "a.osm", "old", 3);
    assert_int_equal(osm_writer_open(scratch_path(&scratch, "a.osm"), "relaxd",
                                     &writer, NULL),
                     0);
    osm_fixture_write(writer);
    assert_holds(scratch_path(&scratch, "a.osm"), "old");
    osm_writer_abandon(writer);
    osm_writer_abandon(NULL);
    assert_holds(scratch_path(&scratch, "a.osm"), "old");
    assert_int_equal(scratch_files(&scratch, 0), 1);
    scratch_finish(&scratch);
}

static void a_file_is_there_once_it_is_closed(void **state)
{
    struct osm_writer *writer;
    struct osm_data data;
    struct scratch scratch;
    const char *path;

    scratch_init(&scratch);
    assert_int_equal(osm_writer_open(scratch_path(&scratch, "a.opl"), "relaxd",
                                     &writer, NULL),
                     0);
    osm_fixture_write(writer);
    assert_int_equal(osm_writer_close(writer, NULL), 0);
    path = scratch_path(&scratch, "a.opl");
    assert_int_equal(
        osm_files_read(&path, 1, &osm_fixture_filter, NULL, &data, NULL), 0);
    osm_fixture_check(&data);
    osm_data_finish(&data);
    assert_int_equal(scratch_files(&scratch, 0), 1);
    scratch_finish(&scratch);
}

/* More than one write to the library, in files of many blocks. */
static void large_files_are_whole(void **state)
{
    enum { NODES = 40000 };
    static const char *const names[] = {"a.osm.pbf", "a.osm", "a.opl"};
    static int64_t refs[NODES];
    struct osm_text_tag tag = {"highway", "road"};
    struct scratch scratch;

    scratch_init(&scratch);
    for (int f = 0; f < 3; f++) {
        const char *path = scratch_path(&scratch, names[f]);
        struct osm_writer *writer;
        struct osm_data data;

        assert_int_equal(osm_writer_open(path, "relaxd", &writer, NULL), 0);
        for (int64_t i = 0; i < NODES; i++) {
            struct position position = {(int32_t)i * 1000, (int32_t)-i};

            refs[i] = i * 3;
            assert_int_equal(
                osm_write(writer, osm_node(i * 3, position, NULL, 0), NULL), 0);
        }
        for (int64_t w = 0; w < NODES / 10; w++)
            assert_int_equal(
                osm_write(writer, osm_way(w, refs + 10 * w, 10, &tag, 1), NULL),
                0);
        assert_int_equal(
            osm_write(writer, osm_way(NODES, refs, 2000, &tag, 1), NULL), 0);
        assert_int_equal(osm_writer_close(writer, NULL), 0);
        assert_int_equal(
            osm_files_read(&path, 1, &osm_fixture_filter, NULL, &data, NULL),
            0);
        assert_int_equal(data.node_count, NODES);
        assert_int_equal(data.way_count, NODES / 10 + 1);
        assert_int_equal(data.report.count[COUNT_REFS_MISSING], 0);
        for (uint32_t i = 0; i < NODES; i++) {
            assert_int_equal(data.way_ref[i], i);
            assert_int_equal(data.node_position[i].lon_e7, i * 1000);
            assert_int_equal(data.node_position[i].lat_e7, -(int32_t)i);
        }
        osm_data_finish(&data);
    }
    scratch_finish(&scratch);
}

static void refuses_what_it_cannot_write(void **state)
{
    static const char *const paths[] = {"/tmp/a.o5m", "/tmp/a.osm.gz", "a.gr"};
    struct error error = {""};
    struct osm_writer *writer;

    for (int i = 0; i < 3; i++) {
        assert_int_equal(osm_writer_open(paths[i], "relaxd", &writer, &error),
                         -EINVAL);
        assert_non_null(strstr(error.text, paths[i]));
        assert_non_null(strstr(error.text, ".osm.pbf"));
    }
    assert_int_equal(
        osm_writer_open("/nowhere/a.osm", "relaxd", &writer, &error), -ENOENT);
    assert_non_null(strstr(error.text, "/nowhere/a.osm"));
}

static void refuses_a_text_too_long_for_the_format(void **state)
{
    static char text[2000];
    struct osm_text_tag tag = {"name", text};
    struct error error = {""};
    struct osm_writer *writer;
    struct scratch scratch;

    memset(text, 'x', sizeof(text) - 1);
    scratch_init(&scratch);
    assert_int_equal(osm_writer_open(scratch_path(&scratch, "a.osm.pbf"),
                                     "relaxd", &writer, NULL),
                     0);
    assert_int_equal(osm_write(writer,
                               osm_node(1, (struct position){1, 1}, &tag, 1),
                               &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "a.osm.pbf': "));
    osm_writer_abandon(writer);
    assert_int_equal(scratch_files(&scratch, 0), 0);
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_abandoned_file_is_what_it_was),
        cmocka_unit_test(a_file_is_there_once_it_is_closed),
        cmocka_unit_test(large_files_are_whole),
        cmocka_unit_test(refuses_what_it_cannot_write),
        cmocka_unit_test(refuses_a_text_too_long_for_the_format),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
