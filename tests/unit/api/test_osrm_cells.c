/* osrm cells: jansson reads back what is written. */
#include "tests/unit/cmocka_all.h"

#include <jansson.h>
#include <string.h>

#include "api/osrm/osrm_table.h"
#include "core/base/random.h"

static void assert_text(const uint32_t *cells, size_t rows, size_t columns,
                        const char *text)
{
    struct json_writer writer;

    json_writer_init(&writer);
    osrm_cells_write(&writer, cells, rows, columns);
    assert_false(writer.failed);
    assert_int_equal(writer.length, strlen(text));
    assert_memory_equal(writer.text, text, writer.length);
    json_writer_finish(&writer);
}

static void tenths_have_a_digit_after_the_point_or_none(void **state)
{
    static const uint32_t cells[] = {0,
                                     1,
                                     10,
                                     99,
                                     100,
                                     101,
                                     12345,
                                     990,
                                     10000,
                                     9,
                                     OSRM_CELL_NONE,
                                     OSRM_CELL_NONE - 1};

    assert_text(cells, 2, 6,
                "[[0,0.1,1,9.9,10,10.1],"
                "[1234.5,99,1000,0.9,null,429496729.4]]");
    assert_text(cells, 3, 1, "[[0],[0.1],[1]]");
}

static void thousandths_are_rounded_halves_up(void **state)
{
    assert_int_equal(osrm_cell_of(0), 0);
    assert_int_equal(osrm_cell_of(49), 0);
    assert_int_equal(osrm_cell_of(50), 1);
    assert_int_equal(osrm_cell_of(149), 1);
    assert_int_equal(osrm_cell_of(UINT32_MAX - 1), 42949673);
    assert_int_equal(osrm_cell_of(UINT32_MAX), OSRM_CELL_NONE);
}

/* Longer than one buffer. */
static void long_rows_come_back_whole(void **state)
{
    enum { ROWS = 3, COLUMNS = 5000 };
    static uint32_t cells[ROWS * COLUMNS];
    struct json_writer writer;
    struct random random;
    json_t *table;

    random_seed(&random, 1);
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        cells[i] = random_below(&random, 1u << (1 + random_below(&random, 31)));
    json_writer_init(&writer);
    osrm_cells_write(&writer, cells, ROWS, COLUMNS);
    table = json_loadb(writer.text, writer.length, 0, NULL);
    assert_int_equal(json_array_size(table), ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const json_t *row = json_array_get(table, i);

        assert_int_equal(json_array_size(row), COLUMNS);
        for (size_t j = 0; j < COLUMNS; j++)
            assert_true(json_number_value(json_array_get(row, j)) ==
                        cells[i * COLUMNS + j] / 10.0);
    }
    json_decref(table);
    json_writer_finish(&writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tenths_have_a_digit_after_the_point_or_none),
        cmocka_unit_test(thousandths_are_rounded_halves_up),
        cmocka_unit_test(long_rows_come_back_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
