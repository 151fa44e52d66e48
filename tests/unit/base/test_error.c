/* error: messages are one line, whatever they quote. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text.h"

static void quotes_lines_in_one(void **state)
{
    struct error error;

    assert_int_equal(error_set(&error, -EINVAL, "'%s' is bad", "a\r\nb\xff"),
                     -EINVAL);
    assert_string_equal(error.text, "'a??b?' is bad");
}

static void prefixes_lines_in_one(void **state)
{
    struct error error;

    error_set(&error, -EINVAL, "c");
    error_prefix(&error, "'%s'", "a\nb");
    assert_string_equal(error.text, "'a?b': c");
}

static void names_files_of_lines_in_one(void **state)
{
    struct error error;

    errno = ENOENT;
    assert_int_equal(error_errno(&error, "open '%s'", "a\nb"), -ENOENT);
    assert_memory_equal(error.text, "open 'a?b': ", strlen("open 'a?b': "));
}

static void cuts_between_characters(void **state)
{
    char value[2 * ERROR_TEXT_SIZE + 1];
    struct error error;

    for (int i = 0; i < ERROR_TEXT_SIZE; i++)
        memcpy(value + 2 * i, "\xc3\xa4", 3);
    error_set(&error, -EINVAL, "%s", value);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_true(text_is_line(error.text, strlen(error.text)));
}

static void does_nothing_without_one(void **state)
{
    assert_int_equal(error_set(NULL, -EINVAL, "a"), -EINVAL);
    error_prefix(NULL, "a");
    errno = EIO;
    assert_int_equal(error_errno(NULL, "a"), -EIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_lines_in_one),
        cmocka_unit_test(prefixes_lines_in_one),
        cmocka_unit_test(names_files_of_lines_in_one),
        cmocka_unit_test(cuts_between_characters),
        cmocka_unit_test(does_nothing_without_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
