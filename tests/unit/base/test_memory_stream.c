/* memory_stream: a text is complete, or there is none. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

static void gives_what_was_written(void **state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    assert_non_null(stream);
    fputs("as it was", stream);
    assert_int_equal(memory_stream_close(stream, &text), 0);
    assert_string_equal(text, "as it was");
    free(text);
}

/* A full device stands for a text without memory. */
static void gives_nothing_after_an_error(void **state)
{
    char *text = strdup("a part");
    FILE *stream = fopen("/dev/full", "w");

    assert_non_null(stream);
    fputs("as it was", stream);
    assert_int_equal(memory_stream_close(stream, &text), -ENOMEM);
    assert_null(text);
}

/* The state in which glibc leaves it without memory for the end of a text. */
static void takes_no_text_for_an_error(void **state)
{
    char *text = NULL;
    FILE *stream = fopen("/dev/null", "w");

    assert_non_null(stream);
    fputs("as it was", stream);
    assert_int_equal(memory_stream_close(stream, &text), -ENOMEM);
    assert_null(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_what_was_written),
        cmocka_unit_test(gives_nothing_after_an_error),
        cmocka_unit_test(takes_no_text_for_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
