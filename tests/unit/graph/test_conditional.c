/* conditional: when a conditional value applies, as people write them. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/profile/conditional.h"

/* "2026-11-30 07:30", a Monday. */
static struct tm time_of(const char *text)
{
    struct tm time = {0};

    assert_non_null(strptime(text, "%Y-%m-%d %H:%M", &time));
    return time;
}

static enum hours hours_of(const char *hours, const char *when)
{
    struct tm time = time_of(when);

    return hours_at(hours, strlen(hours), &time);
}

struct hours_case {
    const char *hours;
    const char *on;  /* a time, or several between commas */
    const char *off; /* the same */
};

static void check_times(const char *hours, const char *times, enum hours wanted)
{
    char list[200];
    char *rest = NULL;

    strcpy(list, times);
    for (char *time = strtok_r(list, ",", &rest); time;
         time = strtok_r(NULL, ",", &rest)) {
        if (hours_of(hours, time) != wanted)
            fail_msg("'%s' at %s is %d, not %d", hours, time,
                     hours_of(hours, time), wanted);
    }
}

static void check_cases(const struct hours_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_times(cases[i].hours, cases[i].on, HOURS_ON);
        check_times(cases[i].hours, cases[i].off, HOURS_OFF);
    }
}

#define CHECK(cases) check_cases(cases, sizeof(cases) / sizeof(*(cases)))

static void times_end_before_their_end(void **state)
{
    static const struct hours_case cases[] = {
        {"06:30-09:15", "2026-11-30 06:30,2026-11-30 09:14",
         "2026-11-30 06:29,2026-11-30 09:15"},
        {"06:00-07:00,16:00-18:00", "2026-11-30 06:59,2026-11-30 16:00",
         "2026-11-30 07:00,2026-11-30 15:59"},
        {"22:00-24:00", "2026-11-30 23:59", "2026-11-30 00:00"},
        {"08:00-08:00", "2026-11-30 08:00,2026-11-30 07:59", ""},
        {"Mo 08:00-08:00", "2026-11-30 08:00,2026-12-01 07:59",
         "2026-11-30 07:59,2026-12-01 08:00"},
        {"21:00+", "2026-11-30 23:59", "2026-11-30 20:59"},
        {"21:00", "", "2026-11-30 21:00"},
        {"24/7", "2026-11-30 00:00", ""},
        {"24/7 off", "", "2026-11-30 00:00"},
        {"24/7; Mo-Fr 07:00-09:00 off", "2026-11-30 06:59,2026-11-29 08:00",
         "2026-11-30 07:00"},
        {"sunrise-sunset", "", "2026-11-30 12:00"},
        {"(sunrise-01:00)-(sunset+01:00)", "", "2026-11-30 12:00"},
    };

    CHECK(cases);
}

static void nights_belong_to_the_day_before(void **state)
{
    static const struct hours_case cases[] = {
        {"22:00-05:00", "2026-11-30 22:00,2026-11-30 04:59",
         "2026-11-30 05:00,2026-11-30 21:59"},
        {"Mo 22:00-05:00", "2026-11-30 23:00,2026-12-01 04:00",
         "2026-11-30 04:00,2026-12-01 23:00"},
        {"Nov 30 18:00-42:00", "2026-11-30 18:00,2026-12-01 17:59",
         "2026-12-01 18:00,2026-11-30 17:59"},
        {"Sa-Su 20:00-06:00", "2026-11-30 05:00", "2026-11-28 05:00"},
    };

    CHECK(cases);
}

static void days_of_the_week_are_ranges_and_lists(void **state)
{
    static const struct hours_case cases[] = {
        {"Mo-Fr", "2026-11-30 00:00,2026-12-04 23:59",
         "2026-12-05 12:00,2026-12-06 12:00"},
        {"Fr-Mo", "2026-11-30 12:00,2026-12-05 12:00", "2026-12-01 12:00"},
        {"Mo,We 10:00-11:00", "2026-12-02 10:30", "2026-12-01 10:30"},
        {"Mo-Fr 06:00-10:00, Sa 08:00-09:00",
         "2026-12-01 09:30,2026-12-05 08:30", "2026-12-05 09:30"},
        {"PH", "", "2026-12-25 12:00"},
        {"PH,Sa 10:00-12:00", "2026-12-05 10:00", "2026-12-06 10:00"},
        {"Sa,PH 10:00-12:00", "2026-12-05 10:00", "2026-12-06 10:00"},
        {"SH Mo 10:00-12:00", "2026-11-30 10:00", "2026-12-01 10:00"},
        {"Mo[1] 10:00-12:00", "", "2026-12-07 10:00"},
        {"Su[1,-1] +1 day", "", "2026-12-07 10:00"},
        {"week 48-50 Mo", "", "2026-11-30 10:00"},
    };

    CHECK(cases);
}

static void dates_may_lack_their_year(void **state)
{
    static const struct hours_case cases[] = {
        {"Apr-Sep", "2026-04-01 00:00,2026-09-30 23:59",
         "2026-03-31 23:59,2026-10-01 00:00"},
        {"Nov-Feb: Mo 10:00-11:00", "2026-11-30 10:00,2027-02-01 10:00",
         "2027-03-01 10:00,2026-12-01 10:00"},
        {"Nov 15-Mar 15", "2026-11-15 00:00,2027-03-15 10:00",
         "2026-11-14 23:00,2027-03-16 00:00"},
        {"Dec", "2026-12-31 10:00", "2026-11-30 10:00"},
        {"Dec 24", "2026-12-24 10:00", "2026-12-25 10:00"},
        {"Dec 24-26", "2026-12-26 10:00", "2026-12-27 10:00"},
        {"Dec 24: 10:00-11:00", "2026-12-24 10:30", "2026-12-24 11:30"},
        {"2026 Nov 20-Dec 10", "2026-11-30 10:00", "2027-11-30 10:00"},
        {"2026 Nov-2027 Feb", "2027-01-30 10:00", "2026-01-30 10:00"},
        {"2026", "2026-01-01 10:00", "2027-01-01 00:00"},
        {"2026-2027", "2027-12-31 10:00", "2028-01-01 00:00"},
        {"2027+", "2028-12-31 10:00", "2026-12-31 10:00"},
        {"15 10:00-11:00", "2026-12-15 10:00", "2026-12-16 10:00"},
        {"easter -2 days", "", "2026-04-03 10:00"},
        {"Apr 3 +Su", "", "2026-04-05 10:00"},
    };

    CHECK(cases);
}

static void the_last_rule_that_matches_decides(void **state)
{
    static const struct hours_case cases[] = {
        {"08:00-20:00; 12:00-14:00 off", "2026-11-30 08:00,2026-11-30 14:00",
         "2026-11-30 12:00"},
        {"08:00-20:00; Su closed; Su 10:00-11:00 open",
         "2026-12-06 10:00,2026-12-05 09:00", "2026-12-06 09:00"},
        {"Mo-Fr 07:00-09:00; PH off", "2026-11-30 07:00", "2026-12-05 07:00"},
        {"07:00-09:00 \"near the school\"", "2026-11-30 07:00",
         "2026-11-30 09:00"},
        {"\"on request\"", "", "2026-11-30 09:00"},
        {"10:00-12:00 unknown", "", "2026-11-30 10:00"},
        {"", "", "2026-11-30 09:00"},
    };

    CHECK(cases);
}

static void other_conditions_are_no_hours(void **state)
{
    static const char *const texts[] = {"weight>5.5",
                                        "Mo-Fr 07:00-09:00 AND length>5",
                                        "7:00-9:00",
                                        "25:00-26:00",
                                        "07:60-08:00",
                                        "Mo-Xy",
                                        "Monday",
                                        "Mo[6]",
                                        "07:00-09:00/1",
                                        "Dec 32",
                                        "week 54",
                                        "\"never closed",
                                        "07:00-09:00 closed?"};

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (hours_of(texts[i], "2026-11-30 08:00") != HOURS_INVALID)
            fail_msg("'%s' is read", texts[i]);
    }
}

static void a_value_applies_while_any_condition_does(void **state)
{
    static const struct {
        const char *value;
        enum conditional wanted; /* on Monday at 7:30 */
    } cases[] = {
        {"no_left_turn @ (Mo-Fr 07:00-09:00)", CONDITIONAL_ON},
        {"no_left_turn@Mo-Fr 07:00-09:00", CONDITIONAL_ON},
        {"no_left_turn @ (Sa-Su; PH off)", CONDITIONAL_OFF},
        {"no_left_turn @ (Su); no_left_turn @ (07:00-08:00)", CONDITIONAL_ON},
        {"no_left_turn @ 07:00-08:00; no_left_turn @ Su", CONDITIONAL_ON},
        {"no_left_turn @ (Su) ; ", CONDITIONAL_OFF},
        {"no_left_turn @ Mo;", CONDITIONAL_ON},
        {"no_left_turn @ (Mo (sunrise-00:30)-(sunset+00:30))", CONDITIONAL_OFF},
        {"no_left_turn @ ((sunrise-00:30)-09:00); no_left_turn @ (Mo)",
         CONDITIONAL_ON},
        {"no_left_turn @ ((Mo))", CONDITIONAL_UNCLEAR},
        {"no_left_turn @", CONDITIONAL_OFF},
        {"no_left_turn @ (weight>3.5)", CONDITIONAL_UNCLEAR},
        {"no_left_turn @ (Su; no_left_turn @ (07:00-08:00)",
         CONDITIONAL_UNCLEAR},
        {"no_left_turn @ (Su", CONDITIONAL_UNCLEAR},
        {"no_left_turn @ (Mo); no_u_turn @ (bus)", CONDITIONAL_UNCLEAR},
        {"no_left_turn", CONDITIONAL_PLAIN},
        {"no_left_turn @ (Su) or so", CONDITIONAL_PLAIN},
        {"no_left_turn @ (Su), no_left_turn @ (Mo)", CONDITIONAL_PLAIN},
        {"@ (Su)", CONDITIONAL_PLAIN},
        {"", CONDITIONAL_PLAIN},
    };
    struct tm time = time_of("2026-11-30 07:30");

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (conditional_at(cases[i].value, &time) != cases[i].wanted)
            fail_msg("'%s' is %d", cases[i].value,
                     conditional_at(cases[i].value, &time));
    }
}

static void a_value_that_goes_on_for_ever_is_unclear(void **state)
{
    char value[CONDITIONAL_MAX + 2];
    struct tm time = time_of("2026-11-30 07:30");

    memset(value, ' ', sizeof(value) - 1);
    memcpy(value, "no_left_turn @ (Mo)", 19);
    value[CONDITIONAL_MAX] = '\0';
    assert_int_equal(conditional_at(value, &time), CONDITIONAL_ON);
    value[CONDITIONAL_MAX] = ' ';
    value[CONDITIONAL_MAX + 1] = '\0';
    assert_int_equal(conditional_at(value, &time), CONDITIONAL_UNCLEAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_end_before_their_end),
        cmocka_unit_test(nights_belong_to_the_day_before),
        cmocka_unit_test(days_of_the_week_are_ranges_and_lists),
        cmocka_unit_test(dates_may_lack_their_year),
        cmocka_unit_test(the_last_rule_that_matches_decides),
        cmocka_unit_test(other_conditions_are_no_hours),
        cmocka_unit_test(a_value_applies_while_any_condition_does),
        cmocka_unit_test(a_value_that_goes_on_for_ever_is_unclear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
