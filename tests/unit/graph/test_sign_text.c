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

static void arrows_stand_in_one_order(void **state)
{
    static const struct {
        const char *lanes;
        uint16_t closed;
        const char *shown;
    } cases[] = {
        {"left|through;right", 0, "left|through;right"},
        {"reverse;left;left|right;through|", 0, "left;reverse|through;right|"},
        {"left|none|up", 0, "left||"},
        {"left|through|right", 2, "left|right"},
        {"left|through|right", 5, "through"},
        {"left|through|right", 7, ""},
        {"left||", 1, ""},
        {"none||", 0, ""},
        {"", 0, ""},
    };
    struct sign_text sign = {0};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        sign_text_clear(&sign);
        assert_int_equal(
            sign_text_add_lanes(&sign, cases[i].lanes, cases[i].closed), 0);
        assert_string_equal(sign.text ? sign.text : "", cases[i].shown);
        assert_int_equal(sign.length, strlen(cases[i].shown));
    }
    sign_text_finish(&sign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_told_with_blanks),
        cmocka_unit_test(destinations_stand_behind_their_refs),
        cmocka_unit_test(arrows_stand_in_one_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
