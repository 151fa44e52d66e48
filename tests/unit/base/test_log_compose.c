/* log_compose: nothing in a message can forge a line of the log. */
#include "tests/unit/cmocka_all.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/log.h"
#include "core/base/text.h"

static const struct timespec noon = {.tv_sec = 1772366400,
                                     .tv_nsec = 123456789};
static const struct log_form text = {LOG_FORMAT_TEXT, false};
static const struct log_form coloured = {LOG_FORMAT_TEXT, true};
static const struct log_form json = {LOG_FORMAT_JSON, false};
static const struct log_form journal = {LOG_FORMAT_JOURNAL, false};

static char line[LOG_LINE_SIZE + 1];

/* The composed line, which ends with its only '\n'. */
static const char *compose(const struct log_form *form, enum log_level level,
                           const char *message, const struct log_field *fields,
                           size_t count)
{
    size_t length;

    memset(line, 'x', sizeof(line));
    length = log_compose(line, form, level, &noon, message, fields, count);
    assert_in_range(length, 1, LOG_LINE_SIZE);
    assert_ptr_equal(memchr(line, '\n', length), line + length - 1);
    line[length - 1] = '\0';
    assert_int_equal(strlen(line), length - 1);
    return line;
}

static const char *value_in(const struct log_form *form, const char *value)
{
    struct log_field field = log_text("key", value);

    return compose(form, LOG_INFO, "words", &field, 1);
}

/* The member of the line as JSON. */
static void assert_member(const char *composed, const char *key,
                          const char *expected)
{
    json_t *object = json_loads(composed, JSON_REJECT_DUPLICATES, NULL);

    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, key)),
                        expected);
    json_decref(object);
}

static void says_time_level_words_and_pairs(void **state)
{
    const struct log_field fields[] = {
        log_text("target", "/v1/status"),
        log_text("solver", NULL),
        log_number("took_us", UINT64_MAX),
        log_number("status", 0),
    };

    assert_string_equal(
        compose(&text, LOG_WARNING, "slow", fields, 4),
        "2026-03-01T12:00:00.123Z warning slow target=/v1/status "
        "took_us=18446744073709551615 status=0");
    assert_string_equal(compose(&text, LOG_INFO, "up", NULL, 0),
                        "2026-03-01T12:00:00.123Z info    up");
}

static void tells_the_journal_levels_and_no_time(void **state)
{
    static const char *const heads[] = {"<3>up", "<4>up", "<6>up", "<7>up"};

    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++)
        assert_string_equal(
            compose(&journal, (enum log_level)level, "up", NULL, 0),
            heads[level]);
}

static void is_an_object_a_line_as_json(void **state)
{
    const struct log_field fields[] = {
        log_text("target", "/v1/path?from=\"\\\""),
        log_number("status", 200),
    };

    assert_string_equal(
        compose(&json, LOG_ERROR, "it \"broke\"", fields, 2),
        "{\"time\":\"2026-03-01T12:00:00.123Z\",\"level\":\"error\","
        "\"message\":\"it \\\"broke\\\"\","
        "\"target\":\"/v1/path?from=\\\"\\\\\\\"\",\"status\":200}");
}

static void has_colours_where_they_are_wanted(void **state)
{
    struct log_field field = log_text("key", "value");

    assert_string_equal(compose(&coloured, LOG_ERROR, "up", &field, 1),
                        "\033[2m2026-03-01T12:00:00.123Z\033[0m "
                        "\033[31merror  \033[0m up "
                        "\033[2mkey=\033[0mvalue");
}

static void quotes_what_would_not_stand_apart(void **state)
{
    static const char *const pairs[][2] = {
        {"", "\"\""},           {"a b", "\"a b\""},
        {"a=b", "\"a=b\""},     {"a\"b", "\"a\\\"b\""},
        {"a\\b", "\"a\\\\b\""}, {"\xc3\xa4", "\"\xc3\xa4\""},
        {"a,b'c", "a,b'c"},
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
        assert_string_equal(strstr(value_in(&text, pairs[i][0]), "key=") + 4,
                            pairs[i][1]);
}

static void nobody_forges_a_line(void **state)
{
    static const char forged[] = "a\n<0>2026 error b\r\t\033[31m\x7f\xff"
                                 "\xc2\x85\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6";
    static const char mended[] = "a?<0>2026 error b???[31m???????";

    assert_non_null(strstr(compose(&text, LOG_INFO, forged, NULL, 0), mended));
    assert_member(compose(&json, LOG_INFO, forged, NULL, 0), "message", mended);
    assert_string_equal(compose(&journal, LOG_INFO, forged, NULL, 0) + 3,
                        mended);
    assert_member(value_in(&json, forged), "key", mended);
    assert_non_null(strstr(value_in(&journal, forged), mended));
    assert_true(text_is_line(line, strlen(line)));
}

static void nobody_forges_a_member(void **state)
{
    static const char forged[] = "\",\"level\":\"error";
    static const char half[] = "\\";

    assert_member(value_in(&json, forged), "key", forged);
    assert_member(line, "level", "info");
    assert_member(value_in(&json, half), "key", half);
    assert_non_null(
        strstr(value_in(&text, "a status=200"), " key=\"a status=200\""));
    assert_non_null(
        strstr(value_in(&text, "a\" status=200"), " key=\"a\\\" status=200\""));
}

static void commands_can_be_pasted(void **state)
{
    const struct log_field fields[] = {
        log_number("status", 200),
        log_command("curl", "curl 'a b' \"\\\"\n"),
    };

    assert_string_equal(compose(&text, LOG_INFO, "slow", fields, 2) + 33,
                        "slow status=200 -- curl 'a b' \"\\\"?");
    assert_member(compose(&json, LOG_INFO, "slow", fields, 2), "curl",
                  "curl 'a b' \"\\\"?");
}

static char *repeated(const char *part, size_t count)
{
    size_t length = strlen(part);
    char *all = malloc(length * count + 1);

    assert_non_null(all);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * length, part, length);
    all[length * count] = '\0';
    return all;
}

/* The last field is present even where others are too long. */
static void long_values_are_cut(const char *part, size_t count)
{
    char *longest = repeated(part, count);
    const struct log_field fields[] = {
        log_text("first", longest),
        log_text("second", longest),
        log_number("status", 200),
        log_command("curl", longest),
    };
    json_t *object;

    object = json_loads(compose(&json, LOG_INFO, longest, fields, 4),
                        JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    assert_int_equal(json_object_size(object), 7);
    assert_int_equal(json_integer_value(json_object_get(object, "status")),
                     200);
    assert_true(json_string_length(json_object_get(object, "curl")) >=
                LOG_VALUE_LEAST);
    json_decref(object);
    compose(&text, LOG_INFO, longest, fields, 4);
    assert_non_null(strstr(line, " status=200 -- "));
    compose(&coloured, LOG_INFO, "short", fields, 4);
    assert_non_null(strstr(line, "...\" \033[2mstatus"));
    compose(&journal, LOG_INFO, "short", fields, 4);
    assert_string_equal(line + strlen(line) - 3, "...");
    free(longest);
}

static void long_lines_stay_whole(void **state)
{
    long_values_are_cut("\"=", LOG_LINE_SIZE);
    long_values_are_cut("\\\"\n ", LOG_LINE_SIZE);
    long_values_are_cut("\xf0\x9f\x9a\x97 ", LOG_LINE_SIZE);
    long_values_are_cut("\xff\xc3\xa4", LOG_LINE_SIZE);
}

/* Every length around the limit, with a character that may be cut. */
static void cuts_between_characters_of_any_length(void **state)
{
    for (size_t ahead = 0; ahead < 9; ahead++) {
        char *tail = repeated("\xf0\x9f\x9a\x97\\", LOG_LINE_SIZE / 5);
        char *value = malloc(strlen(tail) + ahead + 1);
        json_t *object;

        assert_non_null(value);
        memset(value, 'a', ahead);
        strcpy(value + ahead, tail);
        object = json_loads(value_in(&json, value), 0, NULL);
        assert_non_null(object);
        assert_non_null(strstr(line, "...\"}"));
        json_decref(object);
        value_in(&text, value);
        assert_true(text_is_line(line, strlen(line)));
        free(value);
        free(tail);
    }
}

static void fields_without_room_are_left_out(void **state)
{
    enum { COUNT = 200 };
    char *value = repeated("\"", 1000);
    struct log_field fields[COUNT];
    json_t *object;

    for (size_t i = 0; i < COUNT; i++)
        fields[i] = log_text("key", value);
    fields[COUNT - 1] = log_number("last", 1);
    object =
        json_loads(compose(&json, LOG_INFO, value, fields, COUNT), 0, NULL);
    assert_non_null(object);
    assert_int_equal(json_integer_value(json_object_get(object, "last")), 1);
    assert_non_null(json_object_get(object, "key"));
    json_decref(object);
    compose(&text, LOG_INFO, value, fields, COUNT);
    free(value);
}

static void formats_and_levels_have_names(void **state)
{
    enum log_format format = LOG_FORMAT_TEXT;
    enum log_level level = LOG_INFO;

    assert_true(log_format_parse("json", &format));
    assert_int_equal(format, LOG_FORMAT_JSON);
    assert_true(log_format_parse("auto", &format));
    assert_int_equal(format, LOG_FORMAT_AUTO);
    assert_true(log_format_parse("journal", &format));
    assert_int_equal(format, LOG_FORMAT_JOURNAL);
    assert_false(log_format_parse("xml", &format));
    assert_int_equal(format, LOG_FORMAT_JOURNAL);
    assert_true(log_level_parse("debug", &level));
    assert_int_equal(level, LOG_DEBUG);
    assert_false(log_level_parse("", &level));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_time_level_words_and_pairs),
        cmocka_unit_test(tells_the_journal_levels_and_no_time),
        cmocka_unit_test(is_an_object_a_line_as_json),
        cmocka_unit_test(has_colours_where_they_are_wanted),
        cmocka_unit_test(quotes_what_would_not_stand_apart),
        cmocka_unit_test(nobody_forges_a_line),
        cmocka_unit_test(nobody_forges_a_member),
        cmocka_unit_test(commands_can_be_pasted),
        cmocka_unit_test(long_lines_stay_whole),
        cmocka_unit_test(cuts_between_characters_of_any_length),
        cmocka_unit_test(fields_without_room_are_left_out),
        cmocka_unit_test(formats_and_levels_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
