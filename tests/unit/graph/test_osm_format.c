/* test_osm_format: data under another format's name is recognized by its first
 * bytes. */
#include "core/graph/import/osm/file/osm_feed.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"

static const struct {
    const char *bytes;
    size_t size;
    enum osm_format format;
    const char *words;
} marks[] = {
    {"\0\0\0\x0d\n\tOSMHeader\x18\x10", 17, FORMAT_PBF,
     "looks like PBF: name it .osm.pbf"},
    {"<osm version='0.6'/>", 20, FORMAT_XML, "looks like XML: name it .osm"},
    {"\xef\xbb\xbf \r\n<", 7, FORMAT_XML, "looks like XML: name it .osm"},
    {" <!DOCTYPE html>\n", 17, FORMAT_NONE,
     "is a web page: download the data again"},
    {"<HTML lang='en'>", 16, FORMAT_NONE,
     "is a web page: download the data again"},
    {"\xff\xe0\x04o5m2\xfe", 8, FORMAT_O5M, "looks like o5m: name it .o5m"},
    {"\xff\xe0\x04o5c2\xfe", 8, FORMAT_O5M, "looks like o5m: name it .o5m"},
    {"n17 v1 x8 y49\n", 14, FORMAT_OPL, "looks like OPL: name it .opl"},
    {"w1 Nn1,n2\n", 10, FORMAT_OPL, "looks like OPL: name it .opl"},
};

static void says_what_it_looks_like(void **state)
{
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        for (int format = 0; format < FORMAT_NONE; format++) {
            struct error error = {""};
            int r = osm_format_check(marks[i].bytes, marks[i].size,
                                     (enum osm_format)format, &error);
            bool right = (enum osm_format)format == marks[i].format;

            assert_int_equal(r, right ? 0 : -EINVAL);
            assert_string_equal(error.text, right ? "" : marks[i].words);
        }
    }
}

static void what_looks_like_nothing_is_left_to_its_reader(void **state)
{
    static const char *const others[] = {
        "", "n", "n17", "narrow road", "\xef\xbb\xbf", " ", "PK\x03\x04", "n 1",
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        for (int format = 0; format < FORMAT_NONE; format++)
            assert_int_equal(osm_format_check(others[i], strlen(others[i]),
                                              (enum osm_format)format, NULL),
                             0);
    }
    /* A truncated mark does not count. */
    for (size_t size = 0; size < 15; size++)
        assert_int_equal(
            osm_format_check(marks[0].bytes, size, FORMAT_XML, NULL), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_it_looks_like),
        cmocka_unit_test(what_looks_like_nothing_is_left_to_its_reader),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
