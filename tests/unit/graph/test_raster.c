/* raster: files are read exactly; errors are reported with their line or cell.
 */
#include "tests/unit/graph/raster_check.h"

#include <stdlib.h>
#include <string.h>

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
        {TEXT(""), "it contains no number"},
        {TEXT("# nothing\n\n"), "it contains no number"},
        {TEXT("1 2\n3\n"), "line 2: 1 numbers, but the first row has 2"},
        {TEXT("1 2\n3 x\n"),
         "row 1, column 1 (from 0): line 2: 'x' is not a finite number"},
        {TEXT("1 nan\n"), "row 0, column 1 (from 0): line 1: 'nan' is not"},
        {TEXT("nan\n"), "'nan' is not finite"},
        {TEXT("1 -inf\n"), "'-inf' is not finite"},
        {TEXT("1 1e999\n"), "'1e999' is not a finite number"},
        {TEXT("1 0x10\n"), "'0x10' is not a finite number"},
        {TEXT("1,,2\n"), "line 1: a comma without a number beside it"},
        {TEXT("1,2,\n3,4\n"), "line 1: a comma without a number beside it"},
        {TEXT(",1\n"), "line 1: a comma without a number beside it"},
        {TEXT("1,2,"), "line 1: a comma without a number beside it"},
        {TEXT("1 2\0\n"), "line 1 contains a NUL byte"},
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
    assert_true(raster.west == 8);
    assert_true(raster.south == 18);
    assert_true(raster.cell_height == 4);
    raster_finish(&raster);
    raster = raster_of((struct input)TEXT("ncols 1\nnrows 1\nxllcorner 1\n"
                                          "yllcorner 2\ndx 4\ndy 5\n7\n"));
    assert_true(raster.west == 1);
    assert_true(raster.cell_height == 5);
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
        {TEXT("ncols 0\n"), "ncols: line 1: '0' is not a whole number from 1"},
        {TEXT("ncols -3\n"),
         "ncols: line 1: '-3' is not a whole number from 1"},
        {TEXT("ncols 2.5\n"), "ncols: line 1: '2.5' is not a whole number"},
        {TEXT("ncols"), "the file ends after 'ncols'"},
        {TEXT("ncols 1\nwidth 3\n"), "line 2: 'width' is not a key of an ESRI"},
        {TEXT("ncols 1\nnrows 1\ncellsize 0\n1"), "cellsize 0 is not above 0"},
        {TEXT("ncols 1\nnrows 1\nxllcorner east\n1"),
         "xllcorner: line 3: 'east' is not a finite number"},
        {TEXT("ncols 2\nnrows 2\n1 2 3"), "the file ends after 3 of 4 cells"},
        {TEXT("ncols 2\nnrows 1\n1 2\n3"),
         "line 4: there is more after the 2 cells"},
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
        {TEXT("P5\n2 x"), "height: line 2: 'x' is not a whole number from 1"},
        {TEXT("P5\n0 2"), "width: line 2: '0' is not a whole number from 1"},
        {TEXT("P5\n2 1\n65536\n...."), "maxval 65536 is above 65535"},
        {TEXT("P5\n2 2\n255\nabc"), "the file ends after 3 of 4 cells"},
        {TEXT("P5\n1 2\n65535\nabc"), "the file ends after 1 of 2 cells"},
        {TEXT("P5\n2 1\n255\nabc"), "there is more after the 2 cells"},
        {TEXT("P5\n2 1\n9\n\1\12"),
         "row 0, column 1 (from 0): 10 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1 10"), "10 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1 -1"), "-1 is not within 0 to the maxval 9"},
        {TEXT("P2\n2 1\n9\n1"), "the file ends after 1 of 2 cells"},
        {TEXT("P2\n2 1\n9\n1 2 3"), "there is more after the 2 cells"},
        {TEXT("P5\n99999 99999\n255\n"), "are more than 4294967293 cells"},
    };

    ASSERT_REFUSED(bad);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
