/* switching: the paper's rule for switching between the two ways of creating
 * threads. */
#include "tests/unit/cmocka_all.h"

#include "gpu/relaxation/switching.h"

static const struct adaptive_thresholds thresholds = {
    .to_all_us = 350,
    .to_selected_us = 330,
};

static void begins_with_selected_threads(void **state)
{
    assert_int_equal(switching_adaptive(thresholds).threads, THREADS_SELECTED);
}

static void goes_to_all_only_when_two_phases_average_above(void **state)
{
    struct switching switching = switching_adaptive(thresholds);

    switching_phase_ended(&switching, 100);
    switching_phase_ended(&switching, 590);
    assert_int_equal(switching.threads, THREADS_SELECTED);
    switching_phase_ended(&switching, 120);
    assert_int_equal(switching.threads, THREADS_ALL);
}

static void returns_to_selected_only_when_two_phases_average_below(void **state)
{
    struct switching switching = switching_adaptive(thresholds);

    switching_phase_ended(&switching, 400);
    assert_int_equal(switching.threads, THREADS_ALL);
    switching_phase_ended(&switching, 270);
    assert_int_equal(switching.threads, THREADS_ALL);
    switching_phase_ended(&switching, 380);
    switching_phase_ended(&switching, 270);
    assert_int_equal(switching.threads, THREADS_SELECTED);
}

static void stays_between_the_thresholds(void **state)
{
    struct switching switching = switching_adaptive(thresholds);

    switching_phase_ended(&switching, 340);
    assert_int_equal(switching.threads, THREADS_SELECTED);
    switching.threads = THREADS_ALL;
    switching_phase_ended(&switching, 340);
    assert_int_equal(switching.threads, THREADS_ALL);
}

static void harish_and_selection_never_change(void **state)
{
    struct switching all = switching_all();
    struct switching selected = switching_selected();
    const double times_us[] = {0, 1e9, 0, 0, 1e9, 1e9};

    for (int i = 0; i < 6; i++) {
        switching_phase_ended(&all, times_us[i]);
        switching_phase_ended(&selected, times_us[i]);
        assert_int_equal(all.threads, THREADS_ALL);
        assert_int_equal(selected.threads, THREADS_SELECTED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_with_selected_threads),
        cmocka_unit_test(goes_to_all_only_when_two_phases_average_above),
        cmocka_unit_test(
            returns_to_selected_only_when_two_phases_average_below),
        cmocka_unit_test(stays_between_the_thresholds),
        cmocka_unit_test(harish_and_selection_never_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
