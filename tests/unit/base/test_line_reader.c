/* line_reader: every line once, numbered, with any line end. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/line_reader.h"
#include "tests/unit/memory_source.h"

struct fixture {
    struct byte_source *source;
    struct line_reader reader;
    struct error error;
};

static void begin(struct fixture *fixture, const char *bytes, size_t size)
{
    assert_int_equal(
        memory_source_create(bytes, size, &fixture->source, &fixture->error),
        0);
    assert_int_equal(
        line_reader_init(&fixture->reader, fixture->source, &fixture->error),
        0);
}

static void end(struct fixture *fixture)
{
    line_reader_finish(&fixture->reader);
    byte_source_destroy(fixture->source);
}

static void expect(struct fixture *fixture, const char *expected)
{
    size_t length = strlen(expected);
    struct line line;

    assert_int_equal(line_reader_next(&fixture->reader, &line, &fixture->error),
                     0);
    assert_int_equal(line.end - line.begin, length);
    assert_memory_equal(line.begin, expected, length);
}

static void expect_end(struct fixture *fixture)
{
    struct line line;

    for (int i = 0; i < 2; i++)
        assert_int_equal(
            line_reader_next(&fixture->reader, &line, &fixture->error),
            LINE_READER_END);
}

static void takes_line_ends_of_unix_and_windows(void **state)
{
    struct fixture fixture;

    begin(&fixture, "one\ntwo\r\n\nfour\r", 15);
    expect(&fixture, "one");
    expect(&fixture, "two");
    expect(&fixture, "");
    expect(&fixture, "four");
    assert_int_equal(fixture.reader.number, 4);
    expect_end(&fixture);
    end(&fixture);
}

static void shows_the_bytes_that_come_next(void **state)
{
    struct fixture fixture;
    struct line bytes;

    begin(&fixture, "one\ntwo", 7);
    assert_int_equal(line_reader_peek(&fixture.reader, &bytes, &fixture.error),
                     0);
    assert_memory_equal(bytes.begin, "one\n", 4);
    expect(&fixture, "one");
    expect(&fixture, "two");
    assert_int_equal(line_reader_peek(&fixture.reader, &bytes, &fixture.error),
                     0);
    assert_ptr_equal(bytes.begin, bytes.end);
    expect_end(&fixture);
    end(&fixture);
}

static void gives_no_line_for_an_empty_source(void **state)
{
    struct fixture fixture;

    begin(&fixture, "", 0);
    expect_end(&fixture);
    end(&fixture);
}

static void takes_the_longest_line_and_refuses_a_longer_one(void **state)
{
    struct fixture fixture;
    size_t size = 3 * LINE_LENGTH_MAX;
    char *bytes = malloc(size);
    struct line line;

    memset(bytes, 'x', size);
    bytes[LINE_LENGTH_MAX] = '\n';
    bytes[2 * LINE_LENGTH_MAX + 2] = '\n';
    begin(&fixture, bytes, size);
    assert_int_equal(line_reader_next(&fixture.reader, &line, &fixture.error),
                     0);
    assert_int_equal(line.end - line.begin, LINE_LENGTH_MAX);
    assert_int_equal(line_reader_next(&fixture.reader, &line, &fixture.error),
                     -EINVAL);
    assert_string_equal(fixture.error.text,
                        "line 2 is longer than 65536 bytes");
    end(&fixture);
    free(bytes);
}

static void gives_all_lines_of_more_than_a_buffer(void **state)
{
    enum { LINES = 100000, LENGTH = 9 };
    struct fixture fixture;
    char *bytes = malloc(LINES * (LENGTH + 1) + 1);

    for (int i = 0; i < LINES; i++)
        snprintf(bytes + i * (LENGTH + 1), LENGTH + 2, "%09d\n", i);
    begin(&fixture, bytes, (size_t)LINES * (LENGTH + 1));
    for (int i = 0; i < LINES; i++) {
        char expected[LENGTH + 2];

        snprintf(expected, sizeof(expected), "%09d", i);
        expect(&fixture, expected);
    }
    expect_end(&fixture);
    end(&fixture);
    free(bytes);
}

struct counting {
    struct progress base;
    unsigned reports;
    uint64_t total; /* reported last */
};

static void count_report(struct progress *progress, const char *what,
                         uint64_t done, uint64_t total)
{
    struct counting *counting = (struct counting *)progress;

    assert_string_equal(what, "read");
    assert_in_range(done, 1, total);
    counting->reports++;
    counting->total = total;
}

static void reports_now_and_then_where_the_size_is_known(void **state)
{
    enum { LINES = 200000 };
    struct counting counting = {.base = {count_report}};
    char *bytes = malloc(LINES);
    struct fixture fixture;
    struct line line;

    memset(bytes, '\n', LINES);
    begin(&fixture, bytes, LINES);
    while (!line_reader_next(&fixture.reader, &line, &fixture.error))
        line_reader_report(&fixture.reader, &counting.base, "read");
    assert_int_equal(counting.reports, LINES >> 16);
    assert_int_equal(counting.total, LINES);
    end(&fixture);
    free(bytes);
}

static void assert_words(struct line line, const char *words)
{
    assert_int_equal(line.end - line.begin, strlen(words));
    assert_memory_equal(line.begin, words, strlen(words));
}

static void takes_blanks_off(void **state)
{
    static const char text[] = " \t a b\t ";
    struct line line = {text, text + strlen(text)};

    line_skip_blanks(&line);
    assert_words(line, "a b\t ");
    line_trim(&line);
    assert_words(line, "a b");
    line = (struct line){text, text + 3};
    line_trim(&line);
    assert_words(line, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_line_ends_of_unix_and_windows),
        cmocka_unit_test(shows_the_bytes_that_come_next),
        cmocka_unit_test(gives_no_line_for_an_empty_source),
        cmocka_unit_test(takes_the_longest_line_and_refuses_a_longer_one),
        cmocka_unit_test(gives_all_lines_of_more_than_a_buffer),
        cmocka_unit_test(reports_now_and_then_where_the_size_is_known),
        cmocka_unit_test(takes_blanks_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
