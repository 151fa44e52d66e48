/* json_writer: jansson reads what it writes. */
#include "tests/unit/cmocka_all.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/json_writer.h"

static json_t *parse_back(struct json_writer *writer)
{
    json_error_t error;
    json_t *value;

    assert_false(writer->failed);
    value = json_loadb(writer->text, writer->length, JSON_DECODE_ANY, &error);
    if (!value)
        fail_msg("%s in '%.*s'", error.text, (int)writer->length, writer->text);
    json_writer_finish(writer);
    return value;
}

static void writes_nested_values_with_commas(void **state)
{
    struct json_writer writer;
    json_t *expected;
    json_t *read;

    json_writer_init(&writer);
    json_begin_object(&writer);
    json_key(&writer, "a");
    json_begin_array(&writer);
    json_write_number(&writer, 1);
    json_begin_array(&writer);
    json_end_array(&writer);
    json_write_null(&writer);
    json_end_array(&writer);
    json_key(&writer, "b");
    json_write_bool(&writer, true);
    json_key(&writer, "c");
    json_begin_object(&writer);
    json_end_object(&writer);
    json_key(&writer, "d");
    json_write_string(&writer, "x");
    json_end_object(&writer);

    read = parse_back(&writer);
    expected =
        json_pack("{s:[i,[],n],s:b,s:{},s:s}", "a", 1, "b", 1, "c", "d", "x");
    assert_true(json_equal(read, expected));
    json_decref(read);
    json_decref(expected);
}

static void writes_the_largest_numbers(void **state)
{
    struct json_writer writer;

    json_writer_init(&writer);
    json_begin_array(&writer);
    json_write_number(&writer, 0);
    json_write_number(&writer, UINT64_MAX);
    json_end_array(&writer);
    assert_int_equal(writer.length, strlen("[0,18446744073709551615]"));
    assert_memory_equal(writer.text, "[0,18446744073709551615]", writer.length);
    json_writer_finish(&writer);
}

static void writes_degrees_exactly(void **state)
{
    static const int32_t values[] = {0, 1, -1, 1800000000, -739999999, -5};
    static const char expected[] = "[0.0000000,0.0000001,-0.0000001,"
                                   "180.0000000,-73.9999999,-0.0000005]";
    struct json_writer writer;

    json_writer_init(&writer);
    json_begin_array(&writer);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        json_write_degrees_e7(&writer, values[i]);
    json_end_array(&writer);
    assert_int_equal(writer.length, strlen(expected));
    assert_memory_equal(writer.text, expected, writer.length);
    json_writer_finish(&writer);
}

static void writes_signed_numbers_and_thousandths(void **state)
{
    static const char expected[] = "[-9223372036854775808,-1,0,0,0.001,1.5,"
                                   "12.34,18446744073709551.615]";
    struct json_writer writer;

    json_writer_init(&writer);
    json_begin_array(&writer);
    json_write_signed(&writer, INT64_MIN);
    json_write_signed(&writer, -1);
    json_write_signed(&writer, 0);
    json_write_thousandths(&writer, 0);
    json_write_thousandths(&writer, 1);
    json_write_thousandths(&writer, 1500);
    json_write_thousandths(&writer, 12340);
    json_write_thousandths(&writer, UINT64_MAX);
    json_end_array(&writer);
    assert_int_equal(writer.length, strlen(expected));
    assert_memory_equal(writer.text, expected, strlen(expected));
    json_writer_finish(&writer);
}

static void a_string_in_parts_is_one(void **state)
{
    static const char expected[] = "[\"a\\\\b\",\"\"]";
    struct json_writer writer;

    json_writer_init(&writer);
    json_begin_array(&writer);
    json_begin_string(&writer);
    json_write_string_part(&writer, "a\\");
    json_write_string_part(&writer, "b");
    json_end_string(&writer);
    json_begin_string(&writer);
    json_end_string(&writer);
    json_end_array(&writer);
    assert_int_equal(writer.length, strlen(expected));
    assert_memory_equal(writer.text, expected, strlen(expected));
    json_writer_finish(&writer);
}

static void assert_string(const char *bytes, const char *expected)
{
    struct json_writer writer;
    json_t *read;

    json_writer_init(&writer);
    json_write_string(&writer, bytes);
    read = parse_back(&writer);
    assert_string_equal(json_string_value(read), expected);
    json_decref(read);
}

static void strings_survive_and_bad_utf8_is_replaced(void **state)
{
    assert_string("", "");
    assert_string("a\"b\\c\n\t\x01 /", "a\"b\\c\n\t\x01 /");
    assert_string("Gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x9a\x97",
                  "Gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x9a\x97");
    assert_string("\xff", "\xef\xbf\xbd");
    assert_string("\xc3", "\xef\xbf\xbd");
    assert_string("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    assert_string("\xed\xa0\x80x", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx");
}

static void parts_make_one_document(void **state)
{
    struct json_writer writer;
    char *text = NULL;
    size_t length = 0;
    size_t parts = 0;
    json_t *read;

    json_writer_init(&writer);
    json_begin_array(&writer);
    for (uint64_t i = 0; i < 50000; i++) {
        json_write_number(&writer, i);
        if (i == 49999)
            json_end_array(&writer);
        if (!json_writer_full(&writer) && i < 49999)
            continue;
        text = realloc(text, length + writer.length);
        memcpy(text + length, writer.text, writer.length);
        length += writer.length;
        json_writer_drain(&writer);
        parts++;
    }
    json_writer_finish(&writer);
    assert_true(parts > 5);
    read = json_loadb(text, length, 0, NULL);
    assert_non_null(read);
    assert_int_equal(json_array_size(read), 50000);
    assert_int_equal(json_integer_value(json_array_get(read, 33333)), 33333);
    json_decref(read);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_nested_values_with_commas),
        cmocka_unit_test(writes_the_largest_numbers),
        cmocka_unit_test(writes_degrees_exactly),
        cmocka_unit_test(strings_survive_and_bad_utf8_is_replaced),
        cmocka_unit_test(writes_signed_numbers_and_thousandths),
        cmocka_unit_test(a_string_in_parts_is_one),
        cmocka_unit_test(parts_make_one_document),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
