/* date_time: what is one, and when. */
#include "tests/unit/cmocka_all.h"

#include "core/base/date_time.h"

static void reads_local_times_and_others(void **state)
{
    static const struct {
        const char *text;
        bool is_local;
        int64_t seconds;
    } cases[] = {
        {"1970-01-01T00:00", true, 0},
        {"1970-01-02T00:00:01", true, 86401},
        {"2026-11-30T07:30", true, 1796023800},
        {"2026-11-30T07:30Z", false, 1796023800},
        {"2026-11-30T07:30:00+01:00", false, 1796020200},
        {"2026-11-30T07:30-0530", false, 1796043600},
        {"2026-11-30T07:30+01", false, 1796020200},
        {"2026-11-30T07:30:00.123Z", false, 1796023800},
        {"2026-11-30T07:30:59.999999999-01", false, 1796027459},
        {"2026-11-30T07:30:00.5", true, 1796023800},
        {"2026-11-30T23:59:60", true, 1796083200},
        {"2024-02-29T00:00Z", false, 1709164800},
        {"9999-12-31T23:59:59", true, 253402300799},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct date_time time = {0};

        if (!date_time_read(cases[i].text, &time))
            fail_msg("'%s' is none", cases[i].text);
        assert_true(time.given);
        assert_int_equal(time.is_local, cases[i].is_local);
        assert_int_equal(time.seconds, cases[i].seconds);
    }
}

static void refuses_all_else(void **state)
{
    static const char *const texts[] = {
        "",
        "now",
        "2026-11-30",
        "2026-11-30T7:30",
        "2026-11-30 07:30",
        "2026-11-30T07:30:",
        "2026-11-30T07:30 ",
        "2026-11-30T07:30z",
        "2026-11-30T24:00",
        "2026-11-30T07:60",
        "2026-11-31T07:30",
        "2026-02-29T07:30",
        "2026-13-01T07:30",
        "1969-12-31T07:30",
        "2026-11-30T07:30+1",
        "2026-11-30T07:30+01:",
        "2026-11-30T07:30+01:0",
        "2026-11-30T07:30+",
        "2026-11-30T07:30:00.",
        "2026-11-30T07:30:00.Z",
        "2026-11-30T07:30:00.1234567890Z",
        "2026-11-30T07:30:00,5",
        "2026-11-30T07:30.5",
        "2026-11-30T07:30 01:00",
        "2026-11-30T07:30+01:00:00",
        "2026-11-30T07:30Z+01:00",
        "+026-11-30T07:30",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        struct date_time time = {.seconds = 77};

        if (date_time_read(texts[i], &time))
            fail_msg("'%s' is one", texts[i]);
        assert_int_equal(time.seconds, 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_local_times_and_others),
        cmocka_unit_test(refuses_all_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
