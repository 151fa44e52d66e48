/* weight_csv: what OSRM's files say, what is wrong and where, and round trips.
 */
#include "core/weighting/weight_change.h"
#include "core/weighting/weight_csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "core/base/random.h"
#include "core/weighting/weight_rows.h"
#include "tests/unit/cmocka_all.h"

static struct weight_list read_kind(const char *text, enum weight_kind kind)
{
    struct weight_list rows;
    struct error error = {""};

    if (weight_csv_read(text, strlen(text), kind, false, &rows, &error))
        fail_msg("%s", error.text);
    return rows;
}

static void assert_row(const struct weight_row *row, int64_t a, int64_t b,
                       int64_t c, double value, double rate)
{
    assert_int_equal(row->key.id[0], a);
    assert_int_equal(row->key.id[1], b);
    assert_int_equal(row->key.id[2], c);
    assert_true(row->value == value);
    assert_true(row->rate == rate);
}

static void speeds_are_read_as_osrm_reads_them(void **state)
{
    struct weight_list rows = read_kind(
        "1,2,30\n2,1,0\r\n\n 3 ,\t4 , 12.5 , 2.75\n5,6,7,\n8,9,10,3,a "
        "comment, of any kind\n9223372036854775807,0,1e2",
        WEIGHT_SEGMENTS);

    assert_int_equal(rows.count, 6);
    assert_row(&rows.row[0], 1, 2, SEGMENT_PAIR, 30, ROW_AS_VALUE);
    assert_row(&rows.row[1], 2, 1, SEGMENT_PAIR, ROW_CLOSED, ROW_AS_VALUE);
    assert_row(&rows.row[2], 3, 4, SEGMENT_PAIR, 12.5, 2.75);
    assert_row(&rows.row[3], 5, 6, SEGMENT_PAIR, 7, ROW_KEPT);
    assert_row(&rows.row[4], 8, 9, SEGMENT_PAIR, 10, 3);
    assert_row(&rows.row[5], INT64_MAX, 0, SEGMENT_PAIR, 100, ROW_AS_VALUE);
    weight_list_finish(&rows);
}

static void ways_turns_and_arcs_have_forms_of_their_own(void **state)
{
    struct weight_list rows =
        read_kind("way 7,forward,30\nway\t8 , both,closed\nway 9,backward,5,",
                  WEIGHT_SEGMENTS);

    assert_int_equal(rows.count, 4);
    assert_row(&rows.row[0], 7, 0, SEGMENT_WAY_FORWARD, 30, ROW_AS_VALUE);
    assert_row(&rows.row[1], 8, 0, SEGMENT_WAY_FORWARD, ROW_CLOSED,
               ROW_AS_VALUE);
    assert_row(&rows.row[2], 8, 0, SEGMENT_WAY_BACKWARD, ROW_CLOSED,
               ROW_AS_VALUE);
    assert_row(&rows.row[3], 9, 0, SEGMENT_WAY_BACKWARD, 5, ROW_KEPT);
    weight_list_finish(&rows);

    rows = read_kind("1,2,0,0\n1,2,closed,0", WEIGHT_SEGMENTS);
    assert_row(&rows.row[0], 1, 2, SEGMENT_PAIR, ROW_CLOSED, ROW_AS_VALUE);
    assert_row(&rows.row[1], 1, 2, SEGMENT_PAIR, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);

    rows = read_kind("1,2,3,4.5\n1,2,3,0,2\n1,2,3,closed\n", WEIGHT_TURNS);
    assert_int_equal(rows.count, 3);
    assert_row(&rows.row[0], 1, 2, 3, 4.5, ROW_AS_VALUE);
    assert_row(&rows.row[1], 1, 2, 3, 0, 2);
    assert_row(&rows.row[2], 1, 2, 3, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);

    rows = read_kind("1,2,0\n1,2,4294967293\n2,1,closed", WEIGHT_ARCS);
    assert_int_equal(rows.count, 3);
    assert_row(&rows.row[0], 1, 2, 0, 0, ROW_AS_VALUE);
    assert_row(&rows.row[1], 1, 2, 0, 4294967293, ROW_AS_VALUE);
    assert_row(&rows.row[2], 2, 1, 0, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);
}

struct bad {
    enum weight_kind kind;
    const char *text;
    const char *words;
};

static void what_is_wrong_is_told_with_line_and_column(void **state)
{
    static const struct bad bad[] = {
        {WEIGHT_SEGMENTS, "1,2,3\n1,x,3\n",
         "line 2, column 3: 'x' is not the id of a node"},
        {WEIGHT_SEGMENTS, "1,2,-3\n",
         "line 1, column 5: '-3' is not a speed in km/h from 0 to 10000, or "
         "'closed'"},
        {WEIGHT_SEGMENTS, "1,2,nan\n",
         "line 1, column 5: 'nan' is not a speed"},
        {WEIGHT_SEGMENTS, "1,2,10001\n", "line 1, column 5: '10001'"},
        {WEIGHT_SEGMENTS, "1,2\n", "line 1, column 4: a speed in km/h"},
        {WEIGHT_SEGMENTS, "1,2,\n", "line 1, column 5: a speed in km/h"},
        {WEIGHT_SEGMENTS, "1\n",
         "line 1, column 2: the id of a node is missing"},
        {WEIGHT_SEGMENTS, "9223372036854775808,2,3\n",
         "line 1, column 1: '9223372036854775808' is not an id below 2^63"},
        {WEIGHT_SEGMENTS, "1,2,3,0\n", "column 7: '0' is not a rate above 0"},
        {WEIGHT_SEGMENTS, "1,2,3,4 5\n", "column 7: '4 5' is not a rate"},
        {WEIGHT_SEGMENTS, "1,2,closedly\n", "column 5: 'closedly' is not"},
        {WEIGHT_SEGMENTS, "way 1,up,3\n",
         "column 7: 'up' is not 'forward', 'backward' or 'both'"},
        {WEIGHT_SEGMENTS, "way 1,bothways,3\n", "column 7: 'bothways' is not"},
        {WEIGHT_TURNS, "way 1,both,3\n", "column 1: 'way 1' is not an id"},
        {WEIGHT_TURNS, "1,2,3,-1\n", "column 7: '-1' is not a penalty"},
        {WEIGHT_ARCS, "1,2,1.5\n", "column 5: '1.5' is not a whole number"},
        {WEIGHT_ARCS, "1,2,4294967294\n", "column 5: '4294967294' is not"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        struct weight_list rows;
        struct error error = {""};

        assert_int_equal(weight_csv_read(bad[i].text, strlen(bad[i].text),
                                         bad[i].kind, false, &rows, &error),
                         -EINVAL);
        assert_null(rows.row);
        if (!strstr(error.text, bad[i].words))
            fail_msg("'%s' instead of '%s'", error.text, bad[i].words);
    }
}

static void a_nul_byte_is_no_end_of_a_line(void **state)
{
    static const char text[] = "1,2,3\n4,5\0,6\n";
    struct weight_list rows;
    struct error error;

    assert_int_equal(weight_csv_read(text, sizeof(text) - 1, WEIGHT_SEGMENTS,
                                     false, &rows, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "line 2, column 3"));
}

static void keys_need_no_number(void **state)
{
    static const char text[] = "1,2\n3,4,50\nway 5,both\n";
    struct weight_list rows;

    assert_int_equal(
        weight_csv_read(text, strlen(text), WEIGHT_SEGMENTS, true, &rows, NULL),
        0);
    assert_int_equal(rows.count, 4);
    assert_row(&rows.row[0], 1, 2, 0, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);
}

/* ---- Round trips --------------------------------------------------------- */

static double draw_number(struct random *random)
{
    union {
        uint64_t bits;
        double number;
    } drawn;

    switch (random_below(random, 4)) {
    case 0:
        return 1 + (double)random_below(random, 200);
    case 1:
        return (1 + (double)random_below(random, 100000)) / 100;
    case 2:
        return 0.1 + random_unit(random) * 200;
    default:
        do {
            drawn.bits = random_u64(random);
        } while (!(drawn.number > 1e-9 && drawn.number < 9999));
        return drawn.number;
    }
}

static struct weight_row draw_row(struct random *random, enum weight_kind kind)
{
    struct weight_row row = {.rate = ROW_AS_VALUE};
    int ids = kind == WEIGHT_TURNS ? 3 : 2;

    for (int i = 0; i < ids; i++)
        row.key.id[i] =
            (int64_t)(random_u64(random) >> 1 >> random_below(random, 62));
    if (kind == WEIGHT_SEGMENTS && !random_below(random, 4)) {
        row.key.id[1] = 0;
        row.key.id[2] = 1 + random_below(random, 2);
    }
    row.value = random_below(random, 5) == 0 ? ROW_CLOSED
                : kind == WEIGHT_ARCS
                    ? (double)random_below(random, UINT32_MAX - 1)
                    : draw_number(random);
    if (kind != WEIGHT_ARCS && !random_below(random, 3))
        row.rate = random_below(random, 2) ? ROW_KEPT : draw_number(random);
    return row;
}

enum { ROWS = 40000 };

static void what_is_written_reads_the_same_to_the_bit(void **state)
{
    for (int kind = 0; kind < WEIGHT_KINDS; kind++) {
        struct weight_row *row = calloc(ROWS, sizeof(*row));
        struct weight_list rows;
        struct random random;
        struct error error = {""};
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);

        random_seed(&random, (uint64_t)kind + 1);
        for (int i = 0; i < ROWS; i++) {
            char line[WEIGHT_LINE_MAX];

            row[i] = draw_row(&random, (enum weight_kind)kind);
            assert_in_range(
                weight_csv_write(line, (enum weight_kind)kind, &row[i]), 5,
                WEIGHT_LINE_MAX - 1);
            fprintf(stream, "%s\n", line);
        }
        fclose(stream);
        assert_in_range(size, 1 << 19, SIZE_MAX); /* several chunks */
        if (weight_csv_read(text, size, (enum weight_kind)kind, false, &rows,
                            &error))
            fail_msg("%s", error.text);
        assert_int_equal(rows.count, ROWS);
        assert_memory_equal(rows.row, row, ROWS * sizeof(*row));
        weight_list_finish(&rows);
        free(row);
        free(text);
    }
}

static void the_first_bad_line_of_all_chunks_is_told(void **state)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    struct weight_list rows;
    struct error error;

    for (int i = 0; i < ROWS; i++)
        fprintf(stream, i % 10000 == 9999 ? "1,2,fast\n" : "1000000,2,30.5\n");
    fclose(stream);
    assert_int_equal(
        weight_csv_read(text, size, WEIGHT_SEGMENTS, false, &rows, &error),
        -EINVAL);
    assert_non_null(strstr(error.text, "line 10000, column 5: 'fast'"));
    free(text);
}

/* ---- Texts of changes ---------------------------------------------------- */

static size_t pack(const char *text, size_t size, unsigned char *packed,
                   size_t room)
{
    z_stream stream = {0};

    assert_int_equal(
        deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    stream.next_in = (Bytef *)text;
    stream.avail_in = (uInt)size;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return room - stream.avail_out;
}

static void packed_texts_are_unpacked_up_to_a_limit(void **state)
{
    static const char text[] = "1,2,30\n2,3,40\n";
    unsigned char packed[400];
    size_t size = pack(text, strlen(text), packed, 200);
    struct weight_change change = {
        .operation = CHANGE_PATCH, .text = packed, .text_gzip = true};
    struct error error;

    size += pack(text, strlen(text), packed + size, 200);
    change.text_bytes = size;
    assert_int_equal(weight_change_read_text(&change, &error), 0);
    assert_int_equal(change.rows.count, 4);
    weight_list_finish(&change.rows);
    assert_int_equal(weight_change_read_limited(&change, 28, &error), 0);
    weight_list_finish(&change.rows);
    assert_int_equal(weight_change_read_limited(&change, 27, &error), -E2BIG);
    for (change.text_bytes = 0; change.text_bytes < size; change.text_bytes++) {
        int r = weight_change_read_text(&change, &error);

        /* Between two members the text is whole. */
        if (r == 0)
            assert_int_equal(change.rows.count, 2);
        else
            assert_int_equal(r, -EINVAL);
        weight_list_finish(&change.rows);
    }
    packed[size] = 'x';
    change.text_bytes = size + 1;
    assert_int_equal(weight_change_read_text(&change, &error), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_are_read_as_osrm_reads_them),
        cmocka_unit_test(ways_turns_and_arcs_have_forms_of_their_own),
        cmocka_unit_test(what_is_wrong_is_told_with_line_and_column),
        cmocka_unit_test(a_nul_byte_is_no_end_of_a_line),
        cmocka_unit_test(keys_need_no_number),
        cmocka_unit_test(what_is_written_reads_the_same_to_the_bit),
        cmocka_unit_test(the_first_bad_line_of_all_chunks_is_told),
        cmocka_unit_test(packed_texts_are_unpacked_up_to_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
