/* text: foreign text is kept as one line of UTF-8. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/base/text.h"

static void takes_whole_utf8_characters(void **state)
{
    assert_int_equal(text_character("a", 1), 1);
    assert_int_equal(text_character("\xc3\xa4", 2), 2);
    assert_int_equal(text_character("\xe2\x82\xac", 3), 3);
    assert_int_equal(text_character("\xf0\x9f\x9a\x97", 4), 4);
    assert_int_equal(text_character("\xf4\x8f\xbf\xbf", 4), 4);
}

static void refuses_what_is_no_character_of_a_line(void **state)
{
    static const char *const bad[] = {
        "\n",
        "\x7f",
        "\x80",
        "\xff",
        "\xc3",
        "\xc0\xaf",
        "\xe0\x80\xaf",
        "\xed\xa0\x80",
        "\xc3\x28",
        "\xe2\x82",
        "\xf4\x90\x80\x80",
        "\xc2\x85",
        "\xf8\x88\x80",
        "\xf0\x80\x80\xaf",
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(text_character(bad[i], strlen(bad[i])), 0);
    assert_int_equal(text_character("", 0), 0);
    assert_int_equal(text_character("", 1), 0);
}

static void replaces_bad_bytes_when_copying(void **state)
{
    char copy[16];

    text_copy_line(copy, sizeof(copy), "a\nb\xff\xc3\xa4");
    assert_string_equal(copy, "a?b?\xc3\xa4");
    assert_true(text_is_line(copy, strlen(copy)));
    assert_false(text_is_line("a\nb", 3));
}

static void mends_a_line_where_it_stands(void **state)
{
    char text[] = "a\nb\xff\xc3\xa4\xe2\x82";

    text_mend_line(text, strlen(text));
    assert_string_equal(text, "a?b?\xc3\xa4??");
}

static void cuts_between_characters(void **state)
{
    char copy[4];

    text_copy_line(copy, sizeof(copy), "ab\xc3\xa4");
    assert_string_equal(copy, "ab");
    text_copy_line(copy, sizeof(copy), "abcdef");
    assert_string_equal(copy, "abc");
}

static void lists_items_as_far_as_there_is_room(void **state)
{
    char list[11] = "";

    text_list_add(list, sizeof(list), "car");
    assert_string_equal(list, "car");
    text_list_add(list, sizeof(list), "foot");
    assert_string_equal(list, "car, foot");
    text_list_add(list, sizeof(list), "bicycle");
    text_list_add(list, sizeof(list), "boat");
    assert_string_equal(list, "car, foot,");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_whole_utf8_characters),
        cmocka_unit_test(refuses_what_is_no_character_of_a_line),
        cmocka_unit_test(replaces_bad_bytes_when_copying),
        cmocka_unit_test(mends_a_line_where_it_stands),
        cmocka_unit_test(cuts_between_characters),
        cmocka_unit_test(lists_items_as_far_as_there_is_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
