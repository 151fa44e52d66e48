/* polyline: the format's own example, and decoding. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/service/line/polyline.h"

static void assert_line(const struct position *positions, size_t count,
                        unsigned digits, const char *expected)
{
    struct polyline polyline = {0, 0};
    char line[256] = "";
    char text[POLYLINE_POINT_SIZE];

    for (size_t i = 0; i < count; i++) {
        size_t length = polyline_add(&polyline, positions[i], digits, text);

        assert_int_equal(length, strlen(text));
        strcat(line, text);
    }
    assert_string_equal(line, expected);
}

/* Of "Encoded Polyline Algorithm Format". */
static void writes_the_example_of_the_format(void **state)
{
    static const struct position line[] = {
        {-1202000000, 385000000},
        {-1209500000, 407000000},
        {-1264530000, 432520000},
    };

    assert_line(line, 3, 5, "_p~iF~ps|U_ulLnnqC_mqNvxq`@");
}

static void six_digits_are_ten_times_as_fine(void **state)
{
    static const struct position fine[] = {{10, -10}, {20, -20}};
    static const struct position coarse[] = {{100, -100}, {200, -200}};

    assert_line(coarse, 2, 5, "@A@A");
    assert_line(fine, 2, 6, "@A@A");
}

static void halves_go_away_from_zero_and_errors_do_not_add_up(void **state)
{
    static const struct position steps[] = {
        {40, 0}, {80, 0}, {120, 0}, {160, 0}, {-50, 0}};

    /* 0, 1, 1, 2, -1 */
    assert_line(steps, 5, 5, "???A???A?D");
}

static void the_ends_of_the_world_fit(void **state)
{
    static const struct position far[] = {
        {-1800000000, -900000000},
        {1800000000, 900000000},
        {-1800000000, -900000000},
    };
    char text[POLYLINE_POINT_SIZE];
    struct polyline polyline = {0, 0};

    for (size_t i = 0; i < 3; i++)
        assert_true(polyline_add(&polyline, far[i], 6, text) <
                    POLYLINE_POINT_SIZE);
    assert_int_equal(polyline.lon, -180000000);
    assert_int_equal(polyline.lat, -90000000);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_the_example_of_the_format),
        cmocka_unit_test(six_digits_are_ten_times_as_fine),
        cmocka_unit_test(halves_go_away_from_zero_and_errors_do_not_add_up),
        cmocka_unit_test(the_ends_of_the_world_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
