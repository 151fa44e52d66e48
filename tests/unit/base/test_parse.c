/* parse: accepts whole numbers that fit, and nothing else. */
#include "tests/unit/cmocka_all.h"

#include "core/base/text.h"

static void takes_the_largest_numbers_that_fit(void **state)
{
    uint32_t small = 0;
    uint64_t large = 0;

    assert_true(parse_u32("4294967295", &small));
    assert_int_equal(small, UINT32_MAX);
    assert_true(parse_u64("18446744073709551615", &large));
    assert_true(large == UINT64_MAX);
    assert_true(parse_u32("007", &small));
    assert_int_equal(small, 7);
}

static void refuses_what_is_not_all_number_and_leaves_the_output(void **state)
{
    static const char *const bad[] = {
        "",     "-1",   "+1",  " 1",         "1 ",
        "1x",   "0x10", "1.0", "4294967296", "99999999999999999999999",
        "１２",
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        uint32_t number = 17;

        assert_false(parse_u32(bad[i], &number));
        assert_int_equal(number, 17);
    }
}

static void refuses_64_bit_overflow(void **state)
{
    uint64_t number = 17;

    assert_false(parse_u64("18446744073709551616", &number));
    assert_false(parse_u64("184467440737095516150", &number));
    assert_true(number == 17);
}

static void takes_decimal_fractions(void **state)
{
    double number = 0;

    assert_true(parse_double("-0.125", &number));
    assert_true(number == -0.125);
    assert_true(parse_double("1e3", &number));
    assert_true(number == 1000);
    assert_true(parse_double(".5", &number));
    assert_true(number == 0.5);
}

static void refuses_doubles_that_are_not_finite_decimals(void **state)
{
    static const char *const bad[] = {
        "",      " 1",  "1 ",  "inf", "nan", "0x1p3",
        "1e999", "1,5", "--1", "e5",  ".",   "1e",
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        double number = 17;

        assert_false(parse_double(bad[i], &number));
        assert_true(number == 17);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_largest_numbers_that_fit),
        cmocka_unit_test(refuses_what_is_not_all_number_and_leaves_the_output),
        cmocka_unit_test(refuses_64_bit_overflow),
        cmocka_unit_test(takes_decimal_fractions),
        cmocka_unit_test(refuses_doubles_that_are_not_finite_decimals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
