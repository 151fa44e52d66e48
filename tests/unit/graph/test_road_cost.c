/* road_cost: rounded as its comments say, written with floor() and branches. */
#include "core/graph/roads/road_cost.h"

#include "core/base/random.h"
#include "tests/unit/cmocka_all.h"

static uint32_t rounded(double cost)
{
    if (!(cost > 0))
        return 0;
    return cost >= ROAD_COST_MAX ? ROAD_COST_MAX : (uint32_t)floor(cost + 0.5);
}

static uint32_t in_steps(double cost, uint32_t step)
{
    double steps = fmin(floor(cost / step + 0.5), ROAD_STEPS_MAX);

    return step == 1 ? rounded(cost) : rounded(steps * step);
}

static uint32_t takes(double mm, double ms, uint32_t step)
{
    return in_steps(mm > 0 && !(ms > step) ? step : ms, step);
}

static void check(double mm, double cost)
{
    static const uint32_t steps[] = {1, 10, 100, 1000, 60000};

    assert_int_equal(cost_rounded(cost), rounded(cost));
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        assert_int_equal(cost_in_steps(cost, steps[i]),
                         in_steps(cost, steps[i]));
        assert_int_equal(segment_takes_ms(mm, cost, steps[i]),
                         takes(mm, cost, steps[i]));
        if (cost > 0)
            assert_int_equal(segment_speed_ms(mm, cost, steps[i]),
                             takes(mm, mm * 3.6 / cost, steps[i]));
    }
}

static void a_few_costs(void **state)
{
    static const double costs[] = {0,
                                   0x1p-60,
                                   0.49,
                                   0.5,
                                   1,
                                   1.5,
                                   49.999999,
                                   50,
                                   149.5,
                                   150,
                                   ROAD_STEPS_MAX,
                                   ROAD_COST_MAX,
                                   1e9,
                                   -1e-9,
                                   -5,
                                   -1e300,
                                   1e300,
                                   INFINITY,
                                   -INFINITY};

    for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++) {
        check(0, costs[i]);
        check(1, costs[i]);
        check(123456, nextafter(costs[i], 0));
        check(123456, nextafter(costs[i], INFINITY));
    }
    assert_int_equal(cost_rounded(NAN), 0);
    (void)state;
}

static void costs_of_any_size(void **state)
{
    struct random random;

    random_seed(&random, 1);
    for (int i = 0; i < 200000; i++) {
        double cost = ldexp(1 + random_below(&random, 1u << 30) * 0x1p-30,
                            (int)random_below(&random, 80) - 40);

        check(random_below(&random, 2) * 1000.0, cost);
        check(random_below(&random, 1 << 20), floor(cost) + 0.5);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_costs),
        cmocka_unit_test(costs_of_any_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
