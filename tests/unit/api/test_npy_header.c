/* npy_header: the reader of rasters reads what it writes. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "api/v1/npy_header.h"
#include "core/graph/import/raster/raster_formats.h"

enum { FRONT_SIZE = 10 };

static void assert_read_back(uint64_t rows, uint64_t columns)
{
    char header[NPY_HEADER_SIZE];
    struct npy_header read;

    npy_header_write(header, rows, columns, 1);
    assert_memory_equal(header, "\x93NUMPY\x01\x00\x76\x00", FRONT_SIZE);
    assert_int_equal(header[NPY_HEADER_SIZE - 1], '\n');
    assert_int_equal(npy_header_parse(header + FRONT_SIZE,
                                      sizeof(header) - FRONT_SIZE, &read, NULL),
                     0);
    assert_int_equal(read.kind, 'u');
    assert_int_equal(read.size, 4);
    assert_false(read.big_endian);
    assert_false(read.fortran_order);
    assert_true(read.rows == rows);
    assert_true(read.columns == columns);
}

static void any_shape_fits(void **state)
{
    assert_read_back(1, 1);
    assert_read_back(10000, 10000);
    assert_read_back(1, UINT32_MAX);
    assert_read_back(UINT64_MAX, UINT64_MAX);
}

static void several_values_are_a_third_axis(void **state)
{
    char header[NPY_HEADER_SIZE + 1] = "";

    npy_header_write(header, 2, 4, 3);
    assert_non_null(strstr(header + FRONT_SIZE, "'shape': (2, 4, 3), }"));
    assert_int_equal(header[NPY_HEADER_SIZE - 1], '\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_values_are_a_third_axis),
        cmocka_unit_test(any_shape_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
