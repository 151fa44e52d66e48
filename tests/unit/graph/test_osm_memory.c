/* osm_data, osm_file: each allocation may fail. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/failing.h"
#include "tests/unit/graph/osm_add.h"
#include "tests/unit/graph/osm_fixture.h"

/* Adds something of every kind. */
static int add_all(struct osm_data *data, struct error *error)
{
    const int64_t refs[] = {1, 2, 3};
    const struct osm_text_tag tags[] = {{"highway", "a"}, {"name", "b\x01"}};
    const struct osm_member member = {.id = 1, .kind = OSM_WAY};
    int r = 0;

    for (int64_t id = 0; !r && id < 20; id++)
        r = osm_add(data, osm_way(id % 15, refs, 3, tags, 2), error);
    if (!r)
        r = osm_add_keep(data, 4, error);
    if (!r)
        r = osm_add(data, osm_relation(1, &member, 1, tags, 2), error);
    for (int64_t id = 0; !r && id < 20; id++)
        r = osm_add(data, osm_node(id % 15, (struct position){1, 1}, tags, 2),
                    error);
    return r;
}

static int make_data(void *context, struct error *error)
{
    struct osm_data data = {0};
    int r = add_all(&data, error);

    if (!r)
        r = osm_add_finish(&data, error);
    osm_data_finish(&data);
    return r;
}

static void making_data_stands_every_failure(void **state)
{
    assert_true(failing_each(make_data, NULL) > 20);
}

static int read_bytes(void *context, struct error *error)
{
    const char *text = context;
    struct osm_data data;
    int r = osm_bytes_read(text, strlen(text), "opl", &osm_fixture_filter,
                           &data, error);

    if (r)
        assert_true(osm_fixture_is_empty(&data));
    osm_data_finish(&data);
    return r;
}

static void reading_stands_every_failure(void **state)
{
    char text[] = "n1 x1 y1 Trailway=station\nn2 x1 y1 Ta=b\nn2 dD\n"
                  "w1 Thighway=a Nn1,n2,n3\nw1 Tb=c\n"
                  "r1 Ttype=restriction Mw1@to\n";

    assert_true(failing_each(read_bytes, text) > 20);
}

static int write_file(void *context, struct error *error)
{
    const struct osm_text_tag tag = {"highway", "a"};
    struct osm_writer *writer;
    int r = osm_writer_open(context, "relaxd", &writer, error);

    if (r)
        return r;
    r = osm_write(writer, osm_node(1, (struct position){1, 1}, &tag, 1), error);
    if (r) {
        osm_writer_abandon(writer);
        return r;
    }
    return osm_writer_close(writer, error);
}

static void writing_stands_every_failure(void **state)
{
    struct scratch scratch;
    char path[512];

    scratch_init(&scratch);
    strcpy(path, scratch_path(&scratch, "a.osm"));
    assert_true(failing_each(write_file, path) > 0);
    assert_int_equal(scratch_files(&scratch, 0), 1);
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_data_stands_every_failure),
        cmocka_unit_test(reading_stands_every_failure),
        cmocka_unit_test(writing_stands_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
