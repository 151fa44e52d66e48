/* weight_json: rows of each kind, what closes, what is refused and where, and
 * that what is written reads the same. */
#include "api/v1/weight_json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/weighting/weight_rows.h"
#include "tests/unit/cmocka_all.h"

static struct weight_list read_as(enum weight_kind kind, bool keys_only,
                                  const char *text)
{
    struct weight_list rows;
    struct problem problem;

    if (weight_json_read(text, strlen(text), kind, keys_only, &rows, &problem))
        fail_msg("%s", problem.detail);
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
    assert_int_equal(row->order, 0);
    assert_int_equal(row->unused, 0);
}

/* ---- Reading ------------------------------------------------------------- */

static void segments_have_speeds_and_rates(void **state)
{
    struct weight_list rows = read_as(
        WEIGHT_SEGMENTS, false,
        "[{\"from\":1,\"to\":2,\"speed\":30},"
        "{\"speed\":0.25,\"rate\":8.3,\"to\":4,\"from\":3},"
        "{\"from\":5,\"to\":6,\"speed\":10000,\"rate\":null},"
        "{\"from\":9223372036854775807,\"to\":0,\"speed\":null},"
        "{\"from\":7,\"to\":8,\"speed\":0,\"ends\":\"1970-01-01T00:10:00Z\"}"
        "]");

    assert_int_equal(rows.count, 5);
    assert_row(&rows.row[0], 1, 2, SEGMENT_PAIR, 30, ROW_AS_VALUE);
    assert_row(&rows.row[1], 3, 4, SEGMENT_PAIR, 0.25, 8.3);
    assert_row(&rows.row[2], 5, 6, SEGMENT_PAIR, 10000, ROW_KEPT);
    assert_row(&rows.row[3], INT64_MAX, 0, SEGMENT_PAIR, ROW_CLOSED,
               ROW_AS_VALUE);
    assert_row(&rows.row[4], 7, 8, SEGMENT_PAIR, ROW_CLOSED, ROW_AS_VALUE);
    assert_int_equal(rows.row[3].ends_s, 0);
    assert_int_equal(rows.row[4].ends_s, 600);
    weight_list_finish(&rows);
}

static void ways_have_directions(void **state)
{
    struct weight_list rows = read_as(
        WEIGHT_SEGMENTS, false,
        "[{\"way\":7,\"direction\":\"forward\",\"speed\":30},"
        "{\"way\":7,\"direction\":\"backward\",\"speed\":20,\"rate\":2},"
        "{\"way\":8,\"direction\":\"both\",\"speed\":null,"
        "\"ends\":\"2106-02-07T06:28:14Z\"},"
        "{\"way\":9,\"speed\":5,\"rate\":null}]");

    assert_int_equal(rows.count, 6);
    assert_row(&rows.row[0], 7, 0, SEGMENT_WAY_FORWARD, 30, ROW_AS_VALUE);
    assert_row(&rows.row[1], 7, 0, SEGMENT_WAY_BACKWARD, 20, 2);
    assert_row(&rows.row[2], 8, 0, SEGMENT_WAY_FORWARD, ROW_CLOSED,
               ROW_AS_VALUE);
    assert_row(&rows.row[3], 8, 0, SEGMENT_WAY_BACKWARD, ROW_CLOSED,
               ROW_AS_VALUE);
    assert_int_equal(rows.row[2].ends_s, UINT32_MAX - 1);
    assert_int_equal(rows.row[3].ends_s, UINT32_MAX - 1);
    assert_row(&rows.row[4], 9, 0, SEGMENT_WAY_FORWARD, 5, ROW_KEPT);
    assert_row(&rows.row[5], 9, 0, SEGMENT_WAY_BACKWARD, 5, ROW_KEPT);
    weight_list_finish(&rows);
}

static void turns_have_penalties_and_weights(void **state)
{
    struct weight_list rows = read_as(
        WEIGHT_TURNS, false,
        "[{\"from\":1,\"via\":2,\"to\":3,\"penalty\":4.5},"
        "{\"from\":1,\"via\":2,\"to\":4,\"penalty\":0,\"weight\":0},"
        "{\"from\":1,\"via\":2,\"to\":5,\"penalty\":1e7,\"weight\":null},"
        "{\"from\":1,\"via\":2,\"to\":6,\"penalty\":null}]");

    assert_int_equal(rows.count, 4);
    assert_row(&rows.row[0], 1, 2, 3, 4.5, ROW_AS_VALUE);
    assert_row(&rows.row[1], 1, 2, 4, 0, 0);
    assert_row(&rows.row[2], 1, 2, 5, 1e7, ROW_KEPT);
    assert_row(&rows.row[3], 1, 2, 6, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);
}

static void arcs_have_weights(void **state)
{
    struct weight_list rows =
        read_as(WEIGHT_ARCS, false,
                "[{\"from\":1,\"to\":2,\"weight\":0},"
                "{\"from\":2,\"to\":3,\"weight\":4294967293},"
                "{\"from\":3,\"to\":4,\"weight\":7e1},"
                "{\"from\":4,\"to\":5,\"weight\":null}]");

    assert_int_equal(rows.count, 4);
    assert_row(&rows.row[0], 1, 2, 0, 0, ROW_AS_VALUE);
    assert_row(&rows.row[1], 2, 3, 0, 4294967293, ROW_AS_VALUE);
    assert_row(&rows.row[2], 3, 4, 0, 70, ROW_AS_VALUE);
    assert_row(&rows.row[3], 4, 5, 0, ROW_CLOSED, ROW_AS_VALUE);
    weight_list_finish(&rows);
}

static void keys_need_no_number(void **state)
{
    struct weight_list rows = read_as(WEIGHT_SEGMENTS, true,
                                      "[{\"from\":1,\"to\":2},{\"way\":7},{"
                                      "\"from\":1,\"to\":3,\"speed\":5}]");

    assert_int_equal(rows.count, 4);
    assert_row(&rows.row[0], 1, 2, SEGMENT_PAIR, ROW_CLOSED, ROW_AS_VALUE);
    assert_row(&rows.row[2], 7, 0, SEGMENT_WAY_BACKWARD, ROW_CLOSED,
               ROW_AS_VALUE);
    weight_list_finish(&rows);
    rows = read_as(WEIGHT_TURNS, false, " [ ] ");
    assert_int_equal(rows.count, 0);
    weight_list_finish(&rows);
}

/* ---- What is refused ----------------------------------------------------- */

static void assert_refused(enum weight_kind kind, const char *text,
                           enum problem_kind problem_kind, const char *detail,
                           const char *parameter)
{
    struct weight_list rows = {.count = 99};
    struct problem problem = {.kind = PROBLEM_KINDS};

    assert_int_equal(
        weight_json_read(text, strlen(text), kind, false, &rows, &problem),
        -EINVAL);
    assert_string_equal(problem.detail, detail);
    assert_int_equal(problem.kind, problem_kind);
    assert_string_equal(problem.parameter, parameter);
    assert_null(rows.row);
    assert_int_equal(rows.count, 0);
}

static void what_is_no_json_is_told_with_line_and_column(void **state)
{
    assert_refused(WEIGHT_SEGMENTS, "[{\"from\":1,\n \"to\":x}]", PROBLEM_JSON,
                   "invalid token near 'x' at line 2, column 7", "");
    assert_refused(WEIGHT_SEGMENTS, "[{\"from\":1,\n\"from\":2}]", PROBLEM_JSON,
                   "duplicate object key near '\"from\"' at line 2, column 6",
                   "");
    assert_refused(WEIGHT_SEGMENTS, "[] 5", PROBLEM_JSON,
                   "end of file expected near '5' at line 1, column 4", "");
    assert_refused(WEIGHT_SEGMENTS, "{}", PROBLEM_JSON,
                   "the body is not an array", "");
    assert_refused(WEIGHT_SEGMENTS, "[{\"way\":1,\"speed\":3},5]",
                   PROBLEM_PARAMETER, "[1] is not an object", "[1]");
}

/* A bad member of a row, the second; the first is fine. */
struct bad {
    const char *members;
    const char *name; /* of the member; "": of none */
    const char *words;
};

static void assert_each_refused(enum weight_kind kind, const char *good,
                                const struct bad *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[400], label[100], detail[200];

        snprintf(text, sizeof(text), "[{%s},\n{%s},{}]", good, bad[i].members);
        snprintf(label, sizeof(label), "[1]%s%s", *bad[i].name ? "." : "",
                 bad[i].name);
        snprintf(detail, sizeof(detail), "%s %s", label, bad[i].words);
        assert_refused(kind, text, PROBLEM_PARAMETER, detail, label);
    }
}

#define EACH_REFUSED(kind, good, bad)                                          \
    assert_each_refused(kind, good, bad, sizeof(bad) / sizeof(*(bad)))

static void bad_segments_are_told_by_row_and_member(void **state)
{
    static const char no_id[] = "is not an id, a whole number below 2^63";
    static const char no_speed[] = "is not a number from 0 to 10000, or null";
    const struct bad bad[] = {
        {"", "from", "is missing"},
        {"\"to\":2,\"speed\":3", "from", "is missing"},
        {"\"from\":1,\"speed\":3", "to", "is missing"},
        {"\"from\":1,\"to\":2", "speed", "is missing"},
        {"\"from\":\"1\",\"to\":2,\"speed\":3", "from", no_id},
        {"\"from\":1.0,\"to\":2,\"speed\":3", "from", no_id},
        {"\"from\":1,\"to\":-2,\"speed\":3", "to", no_id},
        {"\"from\":1,\"to\":2,\"speed\":-1", "speed", no_speed},
        {"\"from\":1,\"to\":2,\"speed\":10000.5", "speed", no_speed},
        {"\"from\":1,\"to\":2,\"speed\":\"30\"", "speed", no_speed},
        {"\"from\":1,\"to\":2,\"speed\":3,\"rate\":0", "rate",
         "is not above 0"},
        {"\"from\":1,\"to\":2,\"speed\":3,\"rate\":-1", "rate",
         "is not a number from 0 to 1000000000"},
        {"\"from\":1,\"to\":2,\"speed\":3,\"rate\":true", "rate",
         "is not a number from 0 to 1000000000"},
        {"\"from\":1,\"to\":2,\"speed\":3,\"via\":5", "via",
         "is not a member of such a row"},
        {"\"from\":1,\"to\":2,\"speed\":3,\"direction\":\"both\"", "direction",
         "is not a member of such a row"},
    };

    EACH_REFUSED(WEIGHT_SEGMENTS, "\"from\":1,\"to\":2,\"speed\":3", bad);
}

static void bad_ways_are_told_by_row_and_member(void **state)
{
    static const char no_direction[] =
        "is not \"forward\", \"backward\" or \"both\"";
    const struct bad bad[] = {
        {"\"way\":null,\"speed\":3", "way",
         "is not an id, a whole number below 2^63"},
        {"\"way\":7", "speed", "is missing"},
        {"\"way\":7,\"speed\":3,\"direction\":\"up\"", "direction",
         no_direction},
        {"\"way\":7,\"speed\":3,\"direction\":null", "direction", no_direction},
        {"\"way\":7,\"from\":1,\"to\":2,\"speed\":3", "from",
         "is not a member of a row that names a way"},
    };

    EACH_REFUSED(WEIGHT_SEGMENTS, "\"way\":7,\"speed\":3", bad);
}

static void bad_turns_and_arcs_are_told_by_row_and_member(void **state)
{
    const struct bad turns[] = {
        {"\"from\":1,\"to\":3,\"penalty\":4", "via", "is missing"},
        {"\"from\":1,\"via\":2,\"to\":3,\"penalty\":10000001", "penalty",
         "is not a number from 0 to 10000000, or null"},
        {"\"from\":1,\"via\":2,\"to\":3,\"penalty\":1,\"weight\":-1", "weight",
         "is not a number from 0 to 1000000000"},
        {"\"way\":1,\"penalty\":1", "way", "is not a member of such a row"},
    };
    const struct bad arcs[] = {
        {"\"from\":1,\"to\":2,\"weight\":1.5", "weight",
         "is not a whole number"},
        {"\"from\":1,\"to\":2,\"weight\":4294967294", "weight",
         "is not a number from 0 to 4294967293, or null"},
        {"\"from\":1,\"to\":2,\"weight\":1,\"rate\":1", "rate",
         "is not a member of such a row"},
    };

    EACH_REFUSED(WEIGHT_TURNS, "\"from\":1,\"via\":2,\"to\":3,\"penalty\":4",
                 turns);
    EACH_REFUSED(WEIGHT_ARCS, "\"from\":1,\"to\":2,\"weight\":4", arcs);
}

static void assert_end_refused(const char *ends, const char *words)
{
    char members[100];
    struct bad bad = {members, "ends", words};

    snprintf(members, sizeof(members), "\"way\":7,\"speed\":3,\"ends\":%s",
             ends);
    assert_each_refused(WEIGHT_SEGMENTS, "\"way\":7,\"speed\":3", &bad, 1);
}

static void ends_are_times_that_a_row_can_have(void **state)
{
    static const char *const no_time[] = {
        "600",
        "null",
        "\"\"",
        "\"2026-11-27\"",
        "\"2026-11-27T14:00:00\"",
        "\"2026-11-27T14:00:00Z \"",
        "\"2026-11-27T14:00:00+01:00\"",
        "\"2026-13-27T14:00:00Z\"",
    };
    static const char *const too_far[] = {
        "\"1969-12-31T23:59:59Z\"",
        "\"1970-01-01T00:00:00Z\"", /* 0: never */
        "\"2106-02-07T06:28:15Z\"", /* UINT32_MAX: none ends */
        "\"2200-01-01T00:00:00Z\"",
    };

    for (int i = 0; i < 8; i++)
        assert_end_refused(no_time[i], "is not a time as 2026-11-27T14:00:00Z");
    for (int i = 0; i < 4; i++)
        assert_end_refused(too_far[i], "is not between 1970-01-01T00:00:00Z "
                                       "and 2106-02-07T06:28:15Z");
}

/* ---- Writing ------------------------------------------------------------- */

static void assert_written(enum weight_kind kind, struct weight_row row,
                           const char *expected)
{
    struct json_writer writer;
    struct weight_list again;

    json_writer_init(&writer);
    json_begin_array(&writer);
    weight_json_write(&writer, kind, &row);
    json_end_array(&writer);
    assert_false(writer.failed);
    assert_int_equal(writer.length, strlen(expected));
    assert_memory_equal(writer.text, expected, writer.length);
    json_writer_finish(&writer);

    again = read_as(kind, false, expected);
    assert_int_equal(again.count, 1);
    assert_memory_equal(&again.row[0], &row, sizeof(row));
    weight_list_finish(&again);
}

static void what_is_written_reads_the_same(void **state)
{
    assert_written(
        WEIGHT_SEGMENTS,
        (struct weight_row){{{1, INT64_MAX, 0}}, 12.5, 0.1, 0, 600, 0},
        "[{\"from\":1,\"to\":9223372036854775807,\"speed\":12.5,\"rate\":0.1,"
        "\"ends\":\"1970-01-01T00:10:00Z\"}]");
    assert_written(
        WEIGHT_SEGMENTS,
        (struct weight_row){
            {{7, 0, SEGMENT_WAY_FORWARD}}, 30, ROW_KEPT, 0, 0, 0},
        "[{\"way\":7,\"direction\":\"forward\",\"speed\":30,\"rate\":null}]");
    assert_written(WEIGHT_SEGMENTS,
                   (struct weight_row){{{7, 0, SEGMENT_WAY_BACKWARD}},
                                       ROW_CLOSED,
                                       ROW_AS_VALUE,
                                       0,
                                       UINT32_MAX - 1,
                                       0},
                   "[{\"way\":7,\"direction\":\"backward\",\"speed\":null,"
                   "\"ends\":\"2106-02-07T06:28:14Z\"}]");
    assert_written(WEIGHT_TURNS,
                   (struct weight_row){{{1, 2, 3}}, 0, 4, 0, 0, 0},
                   "[{\"from\":1,\"via\":2,\"to\":3,\"penalty\":0,"
                   "\"weight\":4}]");
    assert_written(
        WEIGHT_ARCS,
        (struct weight_row){{{1, 2, 0}}, 4294967293, ROW_AS_VALUE, 0, 0, 0},
        "[{\"from\":1,\"to\":2,\"weight\":4294967293}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_have_speeds_and_rates),
        cmocka_unit_test(ways_have_directions),
        cmocka_unit_test(turns_have_penalties_and_weights),
        cmocka_unit_test(arcs_have_weights),
        cmocka_unit_test(keys_need_no_number),
        cmocka_unit_test(what_is_no_json_is_told_with_line_and_column),
        cmocka_unit_test(bad_segments_are_told_by_row_and_member),
        cmocka_unit_test(bad_ways_are_told_by_row_and_member),
        cmocka_unit_test(bad_turns_and_arcs_are_told_by_row_and_member),
        cmocka_unit_test(ends_are_times_that_a_row_can_have),
        cmocka_unit_test(what_is_written_reads_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
