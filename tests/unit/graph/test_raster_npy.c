/* raster_npy: NumPy's arrays, of every version, order and type; damaged and
 * foreign ones are reported. */
#include "tests/unit/graph/raster_check.h"

#include <stdio.h>
#include <string.h>

/* A .npy of that version in front of `data`; valid until the next call. */
static struct input npy(unsigned version, const char *header, const void *data,
                        size_t size)
{
    static char bytes[1024];
    size_t length = strlen(header);
    size_t front = version == 1 ? 10 : 12;

    memcpy(bytes, "\x93NUMPY\0\0\0\0\0", 12);
    bytes[6] = (char)version;
    bytes[8] = (char)(length & 255);
    bytes[9] = (char)(length >> 8);
    memcpy(bytes + front, header, length);
    memcpy(bytes + front + length, data, size);
    return (struct input){bytes, front + length + size};
}

static void reads_npy_of_every_version_and_order(void **state)
{
    static const unsigned char bytes[] = {1, 2, 3, 4, 5, 6};
    static const double by_row[] = {1, 2, 3, 4, 5, 6};
    static const double by_column[] = {1, 3, 5, 2, 4, 6};

    for (unsigned version = 1; version <= 3; version++) {
        assert_cells(npy(version,
                         "{'descr': '|u1', 'fortran_order': False, "
                         "'shape': (2, 3), }\n",
                         bytes, 6),
                     ".npy", 2, 3, by_row);
        assert_cells(npy(version,
                         "{\"shape\":(2L,3L),\"fortran_order\":True,"
                         "\"descr\":\"|u1\"}",
                         bytes, 6),
                     ".npy", 2, 3, by_column);
    }
}

static void reads_npy_cells_of_every_type(void **state)
{
    static const struct {
        const char *descr;
        const char *bytes;
        size_t size;
        double value;
    } cells[] = {
        {"|b1", "\1", 1, 1},
        {"|i1", "\xfe", 1, -2},
        {"|u1", "\xfe", 1, 254},
        {"<i2", "\xfe\xff", 2, -2},
        {">i2", "\xff\xfe", 2, -2},
        {"<u2", "\1\2", 2, 513},
        {">u2", "\1\2", 2, 258},
        {"<i4", "\0\0\0\x80", 4, -2147483648.0},
        {">u4", "\xff\xff\xff\xff", 4, 4294967295.0},
        {"<i8", "\xff\xff\xff\xff\xff\xff\xff\xff", 8, -1},
        {">u8", "\0\0\0\1\0\0\0\2", 8, 4294967298.0},
        {"<f4", "\0\0\xc0\x3f", 4, 1.5},
        {">f4", "\xbf\xc0\0\0", 4, -1.5},
        {"<f8", "\0\0\0\0\0\0\xf8\x3f", 8, 1.5},
        {">f8", "\x3f\xf8\0\0\0\0\0\0", 8, 1.5},
    };

    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
        char header[128];

        snprintf(header, sizeof(header),
                 "{'descr': '%s', 'fortran_order': False, 'shape': (1, 1)}",
                 cells[i].descr);
        assert_cells(npy(1, header, cells[i].bytes, cells[i].size), ".npy", 1,
                     1, &cells[i].value);
    }
}

static void refuses_npy(const char *header, const char *data, size_t size,
                        const char *words)
{
    const struct bad bad = {npy(1, header, data, size), words};

    assert_refused(&bad, 1);
}

static void refuses_bad_npy_headers(void **state)
{
    static const struct {
        const char *header;
        const char *words;
    } bad[] = {
        {"", "it begins without '{'"},
        {"{", "a key is expected"},
        {"{'shape': (1, 1)}", "descr, fortran_order or shape is missing"},
        {"{'shape': (1, 1), 'shape': (1, 1)}", "'shape' is not a tuple"},
        {"{'shape': (3,)}", "the array has 1 dimension, not 2"},
        {"{'shape': ()}", "the array has 0 dimensions, not 2"},
        {"{'shape': (1, 2, 3)}", "the array has 3 dimensions, not 2"},
        {"{'shape': (1 2)}", "'shape' does not end"},
        {"{'shape': (-1, 2)}", "'shape' contains a negative number"},
        {"{'shape': (99999999999999999999, 2)}",
         "'shape' contains something other than"},
        {"{'descr': [('x', '<f8')]}", "the cells are records"},
        {"{'descr': '<c16'}", "cells of type '<c16' are not read"},
        {"{'descr': '<f2'}", "cells of type '<f2' are not read"},
        {"{'descr': '|f8'}", "cells of type '|f8' are not read"},
        {"{'descr': 'f8'}", "cells of type 'f8' are not read"},
        {"{'fortran_order': Maybe}", "neither True nor False"},
        {"{'colour': 1}", "a key other than descr"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3)}",
         "0 rows of 3 columns: there are no cells"},
        {"{'descr': '<f8', 'fortran_order': False, "
         "'shape': (4294967296, 4294967296)}",
         "are more than 4294967293 cells"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)} x",
         "there is more after '}'"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        refuses_npy(bad[i].header, "", 0, bad[i].words);
}

static void refuses_bad_npy_files(void **state)
{
    static const char one[] =
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}";
    static const char flag[] =
        "{'descr': '|b1', 'fortran_order': False, 'shape': (1, 1)}";
    static const char cells[24] = {[14] = (char)0xc0, [15] = 0x7f};
    static const char infinite[24] = {[6] = (char)0x80, [7] = (char)0xff};
    static const struct bad cut[] = {
        {TEXT("\x93NUMPY"), "the file ends within its .npy header"},
        {TEXT("\x93NUMPY\1\0\x40\0{'de"), "the file ends within its .npy"},
        {TEXT("\x93NUMPY\4\0\1\0{"), "version 4.0 of .npy is not known"},
        {TEXT("\x93NUMPY\2\0\xff\xff\xff\xff{"), "more than 65536"},
    };

    ASSERT_REFUSED(cut);
    refuses_npy(one, cells, 23, "row 1, column 1 (from 0): nan is not finite");
    refuses_npy(one, infinite, 24,
                "row 1, column 0 (from 0): -inf is not finite");
    refuses_npy(one, infinite + 8, 15, "the file ends after 3 of 6 cells");
    refuses_npy(flag, "\2", 1, "2 is neither False nor True");
    refuses_npy(flag, "\1\1", 2, "there is more after the 1 cells");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_npy_of_every_version_and_order),
        cmocka_unit_test(reads_npy_cells_of_every_type),
        cmocka_unit_test(refuses_bad_npy_headers),
        cmocka_unit_test(refuses_bad_npy_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
