/* osm_value: speeds, sizes and durations as people write them. */
#include "tests/unit/cmocka_all.h"

#include <math.h>

#include "core/graph/profile/tags.h"

/* The value read; NAN where it is refused, with the output untouched. */
static double speed_of(const char *text)
{
    double kmh = -1;

    if (osm_speed(text, &kmh))
        return kmh;
    assert_true(kmh == -1);
    return NAN;
}

static double duration_of(const char *text)
{
    double seconds = -1;

    if (osm_duration(text, &seconds))
        return seconds;
    assert_true(seconds == -1);
    return NAN;
}

static double length_of(const char *text)
{
    double metres = -1;

    if (osm_length(text, &metres))
        return metres;
    assert_true(metres == -1);
    return NAN;
}

static double mass_of(const char *text)
{
    double tonnes = -1;

    if (osm_mass(text, &tonnes))
        return tonnes;
    assert_true(tonnes == -1);
    return NAN;
}

static void sizes_have_units(void **state)
{
    static const struct {
        const char *text;
        double (*read)(const char *text);
        double amount; /* NAN: refused */
    } cases[] = {
        {"2", length_of, 2},
        {"2,5 m", length_of, 2.5},
        {".9", length_of, 0.9},
        {".", length_of, NAN},
        {"250 cm", length_of, 2.5},
        {"10 ft", length_of, 3.048},
        {"6'", length_of, 1.8288},
        {"6'7\"", length_of, 2.0066},
        {"6' 7\"", length_of, 2.0066},
        {"6'7''", length_of, 2.0066},
        {"6'7", length_of, 2.0066},
        {"79 in", length_of, 2.0066},
        {"79\"", length_of, 2.0066},
        {"3;4", length_of, 3},
        {"6'7\";8'", length_of, 2.0066},
        {"", length_of, NAN},
        {"default", length_of, NAN},
        {"0", length_of, NAN},
        {"0'", length_of, NAN},
        {"-2", length_of, NAN},
        {"6'12\"", length_of, NAN},
        {"6'x", length_of, NAN},
        {"6'7\" 8", length_of, NAN},
        {"2 t", length_of, NAN},
        {"20000", length_of, NAN},
        {"3.5", mass_of, 3.5},
        {"3.5t", mass_of, 3.5},
        {"750 kg", mass_of, 0.75},
        {"7000 lbs", mass_of, 3.17514659},
        {"5 st", mass_of, 4.5359237},
        {"none", mass_of, NAN},
        {"0 t", mass_of, NAN},
        {"3 m", mass_of, NAN},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double amount = cases[i].read(cases[i].text);

        if (isnan(cases[i].amount) ? !isnan(amount)
                                   : !(fabs(amount - cases[i].amount) < 1e-9))
            fail_msg("'%s' is %g", cases[i].text, amount);
    }
}

static void speeds_have_units(void **state)
{
    static const struct {
        const char *text;
        double kmh;
    } cases[] = {
        {"50", 50},           {" 50 ", 50},
        {"50 km/h", 50},      {"50km/h", 50},
        {"50 kmh", 50},       {"50 KPH", 50},
        {"30 mph", 48.28032}, {"30mph", 48.28032},
        {"5 knots", 9.26},    {"12.5", 12.5},
        {"12,5", 12.5},       {"80;60", 80},
        {"80 ; 60", 80},      {"7 mph;10 mph", 11.265408},
        {"1000", 1000},       {"0.5", 0.5},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (fabs(speed_of(cases[i].text) - cases[i].kmh) > 1e-9)
            fail_msg("'%s' is %g", cases[i].text, speed_of(cases[i].text));
    }
}

static void no_speeds_are_refused(void **state)
{
    static const char *const texts[] = {
        "",     "none",  "walk",    "0",     "-5",    "50 furlongs",   "mph",
        "1e3",  "1001",  "700 mph", "0x50",  "50 60", "1234567890123", "+50",
        "50 m", "DE:30", ".",       "30 mp", "inf",   "nan",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (!isnan(speed_of(texts[i])))
            fail_msg("'%s' is %g", texts[i], speed_of(texts[i]));
    }
}

static void durations_have_many_forms(void **state)
{
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {
        {"10", 600},         {"0.5", 30},       {"10 min", 600},
        {"10 minutes", 600}, {"2 h", 7200},     {"1.5h", 5400},
        {"90 s", 90},        {"00:10", 600},    {"0:10", 600},
        {"1:30", 5400},      {"1:30:00", 5400}, {"00:00:45", 45},
        {"36:00", 129600},   {"PT10M", 600},    {"PT1H30M", 5400},
        {"PT1H", 3600},      {"PT90S", 90},     {"P1D", 86400},
        {"P1DT12H", 129600}, {"P1W", 604800},   {"PT1.5H", 5400},
        {" 00:10", 600},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (fabs(duration_of(cases[i].text) - cases[i].seconds) > 1e-9)
            fail_msg("'%s' is %g", cases[i].text, duration_of(cases[i].text));
    }
}

static void no_durations_are_refused(void **state)
{
    static const char *const texts[] = {
        "",        "soon",    "00:00", "0",   "-5",     "1:60",
        "1:00:60", "1:2:3:4", "1:",    ":10", "P",      "PT",
        "P1H",     "PT1D",    "P1Y",   "P2M", "PT1H30", "PT-1H",
        "10 days", "P1000D",  "1:30x", "PTH", "pt1h",   "10 10",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (!isnan(duration_of(texts[i])))
            fail_msg("'%s' is %g", texts[i], duration_of(texts[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(speeds_have_units),
        cmocka_unit_test(no_speeds_are_refused),
        cmocka_unit_test(durations_have_many_forms),
        cmocka_unit_test(no_durations_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
