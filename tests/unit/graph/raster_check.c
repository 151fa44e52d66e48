#include "tests/unit/graph/raster_check.h"

#include <errno.h>
#include <string.h>

#include "tests/unit/memory_source.h"

static int read_input(struct input input, struct raster *ret_raster,
                      struct error *error)
{
    struct byte_source *source;
    int r = memory_source_create(input.bytes, input.size, &source, error);

    assert_int_equal(r, 0);
    r = raster_read(source, NULL, ret_raster, error);
    byte_source_destroy(source);
    return r;
}

struct raster raster_of(struct input input)
{
    struct error error = {""};
    struct raster raster;

    if (read_input(input, &raster, &error))
        fail_msg("%s", error.text);
    return raster;
}

void assert_cells(struct input input, const char *format, uint32_t rows,
                  uint32_t columns, const double *expected)
{
    struct raster raster = raster_of(input);

    assert_string_equal(raster.format, format);
    assert_int_equal(raster.rows, rows);
    assert_int_equal(raster.columns, columns);
    for (size_t i = 0; i < raster_cell_count(&raster); i++) {
        if (raster_is_nodata(expected[i]) ? !raster_is_nodata(raster.value[i])
                                          : raster.value[i] != expected[i])
            fail_msg("cell %zu is %.17g, not %.17g", i, raster.value[i],
                     expected[i]);
    }
    raster_finish(&raster);
}

void assert_refused(const struct bad *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct raster raster;
        struct error error = {""};

        assert_int_equal(read_input(bad[i].input, &raster, &error), -EINVAL);
        if (!strstr(error.text, bad[i].words))
            fail_msg("'%s' does not say '%s'", error.text, bad[i].words);
    }
}
