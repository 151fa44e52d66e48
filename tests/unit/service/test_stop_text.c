/* stop_text: stops as people write them, and the errors for others. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/service/route/route_stop.h"

static void assert_position(const char *text, int32_t lon_e7, int32_t lat_e7)
{
    struct route_stop stop;

    assert_int_equal(stop_read(text, &stop, NULL), 0);
    assert_false(stop.has_node);
    assert_int_equal(stop.options.position.lon_e7, lon_e7);
    assert_int_equal(stop.options.position.lat_e7, lat_e7);
}

static void longitude_comes_first(void **state)
{
    assert_position("8.68,49.41", 86800000, 494100000);
    assert_position("-0.00000004,0.00000006", 0, 1);
    assert_position("-180,90", -1800000000, 900000000);
    assert_position("1e1,-2.5E-1", 100000000, -2500000);
}

static void assert_node(const char *text, int64_t node)
{
    struct route_stop stop;

    assert_int_equal(stop_read(text, &stop, NULL), 0);
    assert_true(stop.has_node);
    assert_true(stop.node == node);
}

static void a_whole_number_is_a_node(void **state)
{
    assert_node("0", 0);
    assert_node("-17", -17);
    assert_node("9223372036854775807", INT64_MAX);
}

static void assert_refused(const char *text, const char *words)
{
    struct route_stop stop = {.node = 42};
    struct error error;

    assert_true(stop_read(text, &stop, &error) < 0);
    if (!strstr(error.text, words))
        fail_msg("'%s': '%s' does not say '%s'", text, error.text, words);
    assert_int_equal(stop.node, 42);
}

static void refuses_what_is_no_position(void **state)
{
    static const char *const bad[] = {
        "",      ",",        "8.68",    "8.68,", ",49",
        "8;49",  "8 ,49",    "nan,1",   "inf,1", "0x8,1",
        "1,2,3", "8.68,49a", "--3",     "-",     "9223372036854775808",
        "a,b",   "1,2 ",     "1.5.2,0",
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_refused(bad[i], "is not a valid position: write LON,LAT");
    assert_refused("a-very-long-name-of-a-place-that-nobody-will-ever-find",
                   "'a-very-long-name-of-a-place-that-nobody-will-ev...' is "
                   "not a valid position");
    assert_refused("000000000000000000000000000000000000000008,49",
                   "45 characters are too long for a position: write LON");
    assert_refused(
        "123456789012345678901234567890123456789012345678901234567890",
        "60 characters are too long for a position");
}

static void refuses_what_is_off_the_globe(void **state)
{
    assert_refused("180.1,0", "longitude 180.1 is not within 180 degrees");
    assert_refused("200,95", "longitude 200 is not within");
    assert_refused("8,90.0001", "longitude comes first: 90.0001,8?");
    assert_refused("95,95", "latitude 95 is not within 90 degrees of 0");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(longitude_comes_first),
        cmocka_unit_test(a_whole_number_is_a_node),
        cmocka_unit_test(refuses_what_is_no_position),
        cmocka_unit_test(refuses_what_is_off_the_globe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
