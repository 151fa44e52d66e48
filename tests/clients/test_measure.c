/* samples: figures of known numbers. */
#include "tests/unit/cmocka_all.h"

#include "clients/relaxctl/samples.h"

static void tells_median_mean_and_shares(void **state)
{
    struct samples samples;

    assert_int_equal(samples_init(&samples, 20), 0);
    for (int i = 20; i > 0; i--)
        samples_add(&samples, i);
    samples_sort(&samples);
    assert_true(samples_median(&samples) == 10.5);
    assert_true(samples_mean(&samples) == 10.5);
    assert_true(samples_at(&samples, 0) == 1);
    assert_true(samples_at(&samples, 0.95) == 19);
    assert_true(samples_at(&samples, 1) == 20);
    samples_finish(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_median_mean_and_shares),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
