/* Lists of tags, as they stand on signs. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/import/osm/network/attributes.h"

static void lists_are_told_with_blanks(void **state)
{
    static const char *const cases[][2] = {
        {"B 37;B 45", "B 37; B 45"},
        {"B 37; B 45", "B 37; B 45"},
        {"  12  a ;\t;; 13;", "12 a; 13"},
        {"7", "7"},
        {"", ""},
        {" ; ", ""},
        {NULL, ""},
    };
    struct sign_text sign = {0};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        sign_text_clear(&sign);
        assert_int_equal(sign_text_add_list(&sign, cases[i][0], ";", "; "), 0);
        assert_string_equal(sign.text ? sign.text : "", cases[i][1]);
        assert_int_equal(sign.length, strlen(cases[i][1]));
    }
    sign_text_finish(&sign);
}

static void destinations_stand_behind_their_refs(void **state)
{
    static const char *const cases[][3] = {
        {"A 5", "Basel;Bern", "A 5: Basel, Bern"},
        {"A 5;A 6", "Basel", "A 5, A 6: Basel"},
        {NULL, "Basel;Bern,Thun", "Basel, Bern, Thun"},
        {"A 5;A 6", NULL, "A 5, A 6"},
        {"A 5", ";", "A 5"},
        {";", "Basel", "Basel"},
        {NULL, NULL, ""},
    };
    struct sign_text sign = {0};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        sign_text_clear(&sign);
        assert_int_equal(
            sign_text_add_destinations(&sign, cases[i][0], cases[i][1]), 0);
        assert_string_equal(sign.text ? sign.text : "", cases[i][2]);
        assert_int_equal(sign.length, strlen(cases[i][2]));
    }
    sign_text_finish(&sign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_told_with_blanks),
        cmocka_unit_test(destinations_stand_behind_their_refs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
