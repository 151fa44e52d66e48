/* delta_search: finds the bottom of valleys, in few measurements. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>

#include "core/graph/cost.h"
#include "gpu/delta_stepping/delta_rule.h"

/* Time as the sum of rounds, fewer the wider, and of wasted work, more the
 * wider. */
struct valley {
    double rounds; /* at width 1 */
    double vain;   /* per unit of width */
    unsigned measurements;
    unsigned fail_at; /* 0: never */
    uint32_t least;   /* least width measured */
};

static int measure(void *context, uint32_t delta, double *ret_us,
                   struct error *error)
{
    struct valley *valley = context;

    if (valley->measurements == 0 || delta < valley->least)
        valley->least = delta;
    if (++valley->measurements == valley->fail_at)
        return error_set(error, -EIO, "measured enough");
    *ret_us = 100 + valley->rounds / sqrt(delta) + valley->vain * delta;
    return 0;
}

static double time_at(struct valley valley, double delta)
{
    return 100 + valley.rounds / sqrt(delta) + valley.vain * delta;
}

static void expect_bottom(double rounds, double vain, uint32_t first)
{
    struct valley valley = {.rounds = rounds, .vain = vain};
    const struct delta_search search = {measure, &valley};
    double bottom = pow(rounds / (2 * vain), 2. / 3);
    double least_us =
        time_at(valley, fmin(fmax(bottom, first), (double)WEIGHT_MAX));
    uint32_t delta = 0;
    double us = 0;

    assert_int_equal(delta_search_run(&search, first, &delta, &us, NULL), 0);
    assert_true(delta >= first && valley.least >= first);
    assert_true(us == time_at(valley, delta));
    assert_true(us <= 1.1 * least_us);
    assert_true(valley.measurements <= DELTA_SEARCH_MEASUREMENTS);
}

static void bottoms_are_found_wherever_they_lie(void **state)
{
    (void)state;
    for (double rounds = 1; rounds < 1e7; rounds *= 7) {
        for (double vain = 1e-7; vain < 1e3; vain *= 7) {
            expect_bottom(rounds, vain, 1);
            expect_bottom(rounds, vain, 1293);
        }
    }
}

static void a_valley_without_a_far_side_ends_at_the_widest(void **state)
{
    struct valley valley = {.rounds = 1e9};
    const struct delta_search search = {measure, &valley};
    uint32_t delta = 0;
    double us = 0;

    (void)state;
    assert_int_equal(delta_search_run(&search, 1, &delta, &us, NULL), 0);
    assert_true(delta > WEIGHT_MAX / 4);
    assert_true(valley.measurements <= DELTA_SEARCH_MEASUREMENTS);
}

static void the_widest_first_is_measured(void **state)
{
    struct valley valley = {.rounds = 1e9};
    const struct delta_search search = {measure, &valley};
    uint32_t delta = 0;
    double us = 0;

    (void)state;
    assert_int_equal(delta_search_run(&search, WEIGHT_MAX, &delta, &us, NULL),
                     0);
    assert_int_equal(delta, WEIGHT_MAX);
}

static void a_failure_ends_the_search(void **state)
{
    (void)state;
    for (unsigned at = 1; at < 8; at++) {
        struct valley valley = {.rounds = 1e4, .vain = 1, .fail_at = at};
        const struct delta_search search = {measure, &valley};
        uint32_t delta = 7;
        double us = 8;

        assert_int_equal(delta_search_run(&search, 1, &delta, &us, NULL), -EIO);
        assert_int_equal(valley.measurements, at);
        assert_int_equal(delta, 7);
        assert_true(us == 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bottoms_are_found_wherever_they_lie),
        cmocka_unit_test(a_valley_without_a_far_side_ends_at_the_widest),
        cmocka_unit_test(the_widest_first_is_measured),
        cmocka_unit_test(a_failure_ends_the_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
