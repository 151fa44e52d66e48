/* raster: what is read is what the files say; what is wrong is told with its
 * line or cell. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/raster.h"

#define TEXT(text)                                                             \
    {                                                                          \
        text, sizeof(text) - 1                                                 \
    }

struct input {
    const char *bytes;
    size_t size;
};

struct bad {
    struct input input;
    const char *words;
};

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

static struct raster raster_of(struct input input)
{
    struct error error = {""};
    struct raster raster;

    if (read_input(input, &raster, &error))
        fail_msg("%s", error.text);
    return raster;
}

static void assert_cells(struct input input, const char *format, uint32_t rows,
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

static void assert_refused(const struct bad *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct raster raster;
        struct error error = {""};

        assert_int_equal(read_input(bad[i].input, &raster, &error), -EINVAL);
        if (!strstr(error.text, bad[i].words))
            fail_msg("'%s' does not say '%s'", error.text, bad[i].words);
    }
}

#define ASSERT_REFUSED(bad) assert_refused(bad, sizeof(bad) / sizeof(*(bad)))

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

static void reads_text_with_blanks_commas_and_comments(void **state)
{
    static const double expected[] = {1, -2.5, 3e2, 4, 5, 0.25};

    assert_cells((struct input)TEXT("# a matrix\n1 -2.5 3e2\n\n 4\t5  .25"),
                 "text", 2, 3, expected);
    assert_cells((struct input)TEXT("\xef\xbb\xbf 1 -2.5 3e2\n4 5 0.25\n"),
                 "text", 2, 3, expected);
    assert_cells((struct input)TEXT("1, -2.5,300 # front\r\n4;5;+0.25\r\n"),
                 "text", 2, 3, expected);
}

static void reads_a_row_longer_than_any_buffer(void **state)
{
    enum { COLUMNS = 60000 };
    char *text = malloc(4 * COLUMNS + 1);
    struct raster raster;

    for (int i = 0; i < COLUMNS; i++)
        memcpy(text + 4 * i, "117 ", 4);
    raster = raster_of((struct input){text, 4 * COLUMNS});
    assert_int_equal(raster.rows, 1);
    assert_int_equal(raster.columns, COLUMNS);
    assert_true(raster.value[COLUMNS - 1] == 117);
    raster_finish(&raster);
    free(text);
}

static void refuses_bad_text(void **state)
{
    static const struct bad bad[] = {
        {TEXT(""), "there is no number in it"},
        {TEXT("# nothing\n\n"), "there is no number in it"},
        {TEXT("1 2\n3\n"), "line 2: 1 numbers, but the first row has 2"},
        {TEXT("1 2\n3 x\n"),
         "row 1, column 1 (from 0): line 2: 'x' is no finite number"},
        {TEXT("1 nan\n"), "row 0, column 1 (from 0): line 1: 'nan' is not"},
        {TEXT("nan\n"), "'nan' is not finite"},
        {TEXT("1 -inf\n"), "'-inf' is not finite"},
        {TEXT("1 1e999\n"), "'1e999' is no finite number"},
        {TEXT("1 0x10\n"), "'0x10' is no finite number"},
        {TEXT("1,,2\n"), "line 1: a comma without a number beside it"},
        {TEXT("1,2,\n3,4\n"), "line 1: a comma without a number beside it"},
        {TEXT(",1\n"), "line 1: a comma without a number beside it"},
        {TEXT("1,2,"), "line 1: a comma without a number beside it"},
        {TEXT("1 2\0\n"), "line 1 holds a NUL byte"},
        {TEXT("1 00000000000000000000000000000000000000000000000000000000000000"
              "01"),
         "line 1: a word of more than 63 bytes"},
    };

    ASSERT_REFUSED(bad);
}

static void tells_what_is_no_raster(void **state)
{
    static const struct bad bad[] = {
        {TEXT("hello"), "neither .npy, ESRI ASCII grid, PGM nor a text"},
        {TEXT("II*\0 pixels"), "this is TIFF; 'gdal_translate -of AAIGrid'"},
        {TEXT("\x89PNG\r\n"), "this is a picture"},
        {TEXT("PK\x03\x04 zip"), "this is a ZIP or .npz"},
        {TEXT("P6 1 1 255 abc"), "of Netpbm's pictures P2 and P5 are read"},
    };

    ASSERT_REFUSED(bad);
}

static void knows_marks_of_rasters_from_graphs(void **state)
{
    static const char *const rasters[] = {"\x93NUMPY\1", "P5 2 2 255\n",
                                          " NCOLS 4\n"};
    static const char *const others[] = {"p sp 3 3\n", "c cells\n", "1 2\n", "",
                                         "P"};

    for (size_t i = 0; i < 3; i++)
        assert_true(raster_has_mark(rasters[i], strlen(rasters[i])));
    for (size_t i = 0; i < 5; i++)
        assert_false(raster_has_mark(others[i], strlen(others[i])));
}

static void reads_an_esri_grid_in_any_case_and_order(void **state)
{
    static const double expected[] = {1, 2.5, NAN, 4, 5, 6};

    assert_cells((struct input)TEXT("ncols 3\nnrows 2\nxllcorner 0\n"
                                    "yllcorner 0\ncellsize 30\n"
                                    "NODATA_value -1\n1 2.5 -1\n4 5 6\n"),
                 "ESRI ASCII grid", 2, 3, expected);
    assert_cells((struct input)TEXT("NROWS 2\r\nNCOLS 3\r\n"
                                    "nodata_VALUE nan\r\n1 2.5\r\nNaN 4 5 6"),
                 "ESRI ASCII grid", 2, 3, expected);
    assert_cells((struct input)TEXT("ncols 3 nrows 2 1 2.5 -9999 4 5 6"),
                 "ESRI ASCII grid", 2, 3, expected);
}

static void keeps_where_an_esri_grid_lies(void **state)
{
    struct raster raster =
        raster_of((struct input)TEXT("ncols 1\nnrows 1\nxllcenter 10\n"
                                     "yllcenter 20\ncellsize 4\n7\n"));

    assert_true(raster.has_place);
    assert_true(raster.place.west == 8);
    assert_true(raster.place.south == 18);
    assert_true(raster.place.cell_height == 4);
    raster_finish(&raster);
    raster = raster_of((struct input)TEXT("ncols 1\nnrows 1\nxllcorner 1\n"
                                          "yllcorner 2\ndx 4\ndy 5\n7\n"));
    assert_true(raster.place.west == 1);
    assert_true(raster.place.cell_height == 5);
    raster_finish(&raster);
    raster = raster_of((struct input)TEXT("ncols 1\nnrows 1\n7\n"));
    assert_false(raster.has_place);
    raster_finish(&raster);
}

static void refuses_bad_esri_grids(void **state)
{
    static const struct bad bad[] = {
        {TEXT("ncols 2\n1 2\n"), "the header does not say 'nrows'"},
        {TEXT("ncols 2\nncols 2\n"), "line 2: a second 'ncols'"},
        {TEXT("ncols 0\n"), "ncols: line 1: '0' is no whole number from 1"},
        {TEXT("ncols -3\n"), "ncols: line 1: '-3' is no whole number from 1"},
        {TEXT("ncols 2.5\n"), "ncols: line 1: '2.5' is no whole number"},
        {TEXT("ncols"), "the file ends after 'ncols'"},
        {TEXT("ncols 1\nwidth 3\n"), "line 2: 'width' is no key of an ESRI"},
        {TEXT("ncols 1\nnrows 1\ncellsize 0\n1"), "cellsize 0 is not above 0"},
        {TEXT("ncols 1\nnrows 1\nxllcorner east\n1"),
         "xllcorner: line 3: 'east' is no finite number"},
        {TEXT("ncols 2\nnrows 2\n1 2 3"), "the file ends after 3 of 4 cells"},
        {TEXT("ncols 2\nnrows 1\n1 2\n3"),
         "line 4: a number beyond the 2 cells"},
        {TEXT("ncols 2\nnrows 1\n1 nan"),
         "row 0, column 1 (from 0): line 3: 'nan' is not finite"},
        {TEXT("ncols 2\nnrows 1\n1 2,5"), "decimals begin with a point"},
        {TEXT("ncols 100000\nnrows 100000\n1"),
         "100000 rows of 100000 columns are more than 4294967293 cells"},
    };

    ASSERT_REFUSED(bad);
}

static void reads_pgm_as_text_and_bytes(void **state)
{
    static const double small[] = {0, 7, 255, 32};
    static const double large[] = {258, 65535};

    assert_cells(
        (struct input)TEXT("P2\n# made by hand\n2 2\n255\n0 7\n255 32"), "PGM",
        2, 2, small);
    assert_cells((struct input)TEXT("P5 2 2 # wide\n255\n\0\7\xff "), "PGM", 2,
                 2, small);
    assert_cells((struct input)TEXT("P5\n2 1\n65535\n\1\2\xff\xff"), "PGM", 1,
                 2, large);
}

static void refuses_bad_pgm(void **state)
{
    static const struct bad bad[] = {
        {TEXT("P5\n2"), "the file ends before its height"},
        {TEXT("P5\n2 x"), "height: line 2: 'x' is no whole number from 1"},
        {TEXT("P5\n0 2"), "width: line 2: '0' is no whole number from 1"},
        {TEXT("P5\n2 1\n65536\n...."), "maxval 65536 is above 65535"},
        {TEXT("P5\n2 2\n255\nabc"), "the file ends after 3 of 4 cells"},
        {TEXT("P5\n1 2\n65535\nabc"), "the file ends after 1 of 2 cells"},
        {TEXT("P5\n2 1\n255\nabc"), "there are bytes beyond the 2 cells"},
        {TEXT("P5\n2 1\n9\n\1\12"),
         "row 0, column 1 (from 0): 10 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1 10"), "10 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1 -1"), "-1 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1"), "the file ends after 1 of 2 cells"},
        {TEXT("P2\n2 1\n9\n1 2 3"), "a number beyond the 2 cells"},
        {TEXT("P5\n99999 99999\n255\n"), "are more than 4294967293 cells"},
    };

    ASSERT_REFUSED(bad);
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
        {"{'shape': (1, 1)}", "it lacks one of descr"},
        {"{'shape': (1, 1), 'shape': (1, 1)}", "'shape' is no tuple"},
        {"{'shape': (3,)}", "the array has 1 dimensions, not 2"},
        {"{'shape': ()}", "the array has 0 dimensions, not 2"},
        {"{'shape': (1, 2, 3)}", "the array has 3 dimensions, not 2"},
        {"{'shape': (1 2)}", "'shape' does not end"},
        {"{'shape': (-1, 2)}", "'shape' holds what is no number"},
        {"{'shape': (99999999999999999999, 2)}", "'shape' holds what is no"},
        {"{'descr': [('x', '<f8')]}", "the cells are records"},
        {"{'descr': '<c16'}", "cells of type '<c16' are not read"},
        {"{'descr': '<f2'}", "cells of type '<f2' are not read"},
        {"{'descr': '|f8'}", "cells of type '|f8' are not read"},
        {"{'descr': 'f8'}", "cells of type 'f8' are not read"},
        {"{'fortran_order': Maybe}", "neither True nor False"},
        {"{'colour': 1}", "a key is none of descr"},
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
    refuses_npy(flag, "\1\1", 2, "there are bytes beyond the 1 cells");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_text_with_blanks_commas_and_comments),
        cmocka_unit_test(reads_a_row_longer_than_any_buffer),
        cmocka_unit_test(refuses_bad_text),
        cmocka_unit_test(tells_what_is_no_raster),
        cmocka_unit_test(knows_marks_of_rasters_from_graphs),
        cmocka_unit_test(reads_an_esri_grid_in_any_case_and_order),
        cmocka_unit_test(keeps_where_an_esri_grid_lies),
        cmocka_unit_test(refuses_bad_esri_grids),
        cmocka_unit_test(reads_pgm_as_text_and_bytes),
        cmocka_unit_test(refuses_bad_pgm),
        cmocka_unit_test(reads_npy_of_every_version_and_order),
        cmocka_unit_test(reads_npy_cells_of_every_type),
        cmocka_unit_test(refuses_bad_npy_headers),
        cmocka_unit_test(refuses_bad_npy_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
