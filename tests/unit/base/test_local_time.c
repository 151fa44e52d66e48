/* local_time: what time it is in zones, which needs tzdata. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/local_time.h"

static void assert_time(const struct local_times *times, size_t zone,
                        int64_t moment, const char *wanted)
{
    struct tm local;
    char text[32];

    assert_true(local_times_tell(times, zone, moment, &local));
    strftime(text, sizeof(text), "%F %T %a", &local);
    assert_string_equal(text, wanted);
}

static void zones_have_summers_and_winters(void **state)
{
    struct local_times times = {0};
    size_t london, tokyo, utc, again;

    assert_int_equal(local_times_add(&times, "Europe/London", &london), 0);
    assert_int_equal(local_times_add(&times, "Asia/Tokyo", &tokyo), 0);
    assert_int_equal(local_times_add(&times, "UTC", &utc), 0);
    assert_int_equal(local_times_add(&times, "Asia/Tokyo", &again), 0);
    assert_int_equal(again, tokyo);
    assert_time(&times, london, 1796023800, "2026-11-30 07:30:00 Mon");
    assert_time(&times, london, 1782900000, "2026-07-01 11:00:00 Wed");
    assert_time(&times, london, 1774745999, "2026-03-29 00:59:59 Sun");
    assert_time(&times, london, 1774746000, "2026-03-29 02:00:00 Sun");
    assert_time(&times, tokyo, 1796023800, "2026-11-30 16:30:00 Mon");
    assert_time(&times, utc, 0, "1970-01-01 00:00:00 Thu");
    local_times_finish(&times);
}

static void the_last_rules_go_on(void **state)
{
    struct local_times times = {0};
    struct tm local;
    size_t zone;

    assert_int_equal(local_times_add(&times, "Europe/Berlin", &zone), 0);
    assert_time(&times, zone, 4102441199, "2099-12-31 23:59:59 Thu");
    assert_time(&times, zone, 4102441200, "2100-01-01 00:00:00 Fri");
    assert_time(&times, zone, 4118083200, "2100-07-01 02:00:00 Thu");
    assert_time(&times, zone, 253402300799, "10000-01-01 00:59:59 Sat");
    assert_false(local_times_tell(&times, zone, INT64_MAX / 2, &local));
    assert_int_equal(local_times_add(&times, "UTC", &zone), 0);
    assert_time(&times, zone, 4102444800, "2100-01-01 00:00:00 Fri");
    local_times_finish(&times);
}

static void later_times_are_those_of_the_system(void **state)
{
    static const char *const names[] = {
        "Europe/London",  "America/New_York",    "America/Santiago",
        "America/Nuuk",   "Africa/Casablanca",   "Africa/Cairo",
        "Asia/Jerusalem", "Australia/Lord_Howe", "Pacific/Auckland"};
    const int64_t first = 3786912000, last = 20000000000; /* 2090 to 2603 */
    struct local_times times = {0};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        size_t zone;

        assert_int_equal(local_times_add(&times, names[i], &zone), 0);
        assert_int_equal(setenv("TZ", names[i], 1), 0);
        tzset();
        for (int64_t at = first; at < last; at += 79 * 3600 + 1234) {
            time_t seconds = (time_t)at;
            struct tm told, wanted;

            assert_true(local_times_tell(&times, zone, at, &told));
            localtime_r(&seconds, &wanted);
            if (told.tm_min != wanted.tm_min || told.tm_hour != wanted.tm_hour)
                fail_msg("%s at %jd", names[i], (intmax_t)at);
        }
    }
    assert_int_equal(unsetenv("TZ"), 0);
    tzset();
    local_times_finish(&times);
}

static void what_is_no_zone_is_not_there(void **state)
{
    static const char *const names[] = {"Mars/Olympus", "", "/etc/passwd",
                                        "Europe", "../zoneinfo/UTC"};
    struct local_times times = {0};
    size_t zone;

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        assert_int_equal(local_times_add(&times, names[i], &zone), -ENOENT);
    assert_int_equal(times.count, 0);
    local_times_finish(&times);
}

static void the_process_keeps_its_own(void **state)
{
    struct local_times times = {0};
    size_t zone;

    assert_int_equal(setenv("TZ", "Asia/Tokyo", 1), 0);
    assert_int_equal(local_times_add(&times, "Europe/London", &zone), 0);
    assert_string_equal(getenv("TZ"), "Asia/Tokyo");
    assert_int_equal(unsetenv("TZ"), 0);
    local_times_finish(&times);
    assert_int_equal(local_times_add(&times, "Europe/London", &zone), 0);
    assert_null(getenv("TZ"));
    local_times_finish(&times);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_have_summers_and_winters),
        cmocka_unit_test(the_last_rules_go_on),
        cmocka_unit_test(later_times_are_those_of_the_system),
        cmocka_unit_test(what_is_no_zone_is_not_there),
        cmocka_unit_test(the_process_keeps_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
