/* replay: thresholds found from the times of phases both ways. */
#include "tests/unit/cmocka_all.h"

#include "gpu/tune/replay.h"

enum { PHASES = 60 };

/* Selected phases grow and shrink with the frontier, all phases hardly do. */
static void make_hill(struct phase_times *times, double *all_us,
                      double *selected_us)
{
    for (int i = 0; i < PHASES; i++) {
        int frontier = i < PHASES / 2 ? i : PHASES - i;

        all_us[i] = 200 + frontier;
        selected_us[i] = 20 + 20 * frontier;
    }
    *times = (struct phase_times){all_us, selected_us, PHASES};
}

static double sum(const double *times_us)
{
    double sum_us = 0;

    for (int i = 0; i < PHASES; i++)
        sum_us += times_us[i];
    return sum_us;
}

static void ends_replay_as_harish_and_selection(void **state)
{
    double all_us[PHASES];
    double selected_us[PHASES];
    struct phase_times times;

    make_hill(&times, all_us, selected_us);
    assert_true(replay_us(&times, replay_selected_only()) == sum(selected_us));
    /* The first phase has no time before it: it is a selected one. */
    assert_true(replay_us(&times, replay_all_only()) ==
                sum(all_us) - all_us[0] + selected_us[0]);
}

static void best_comes_near_the_cheaper_way_of_every_phase(void **state)
{
    double all_us[PHASES];
    double selected_us[PHASES];
    struct phase_times times;
    struct adaptive_thresholds best;
    double least_us = 0;

    make_hill(&times, all_us, selected_us);
    for (int i = 0; i < PHASES; i++)
        least_us += all_us[i] < selected_us[i] ? all_us[i] : selected_us[i];
    assert_int_equal(replay_best(&times, 1, &best), 0);
    assert_true(replay_us(&times, best) < 1.1 * least_us);
    assert_true(replay_us(&times, best) < 0.9 * sum(all_us));
    assert_true(replay_us(&times, best) < 0.9 * sum(selected_us));
}

static void best_never_changes_where_one_way_always_wins(void **state)
{
    double all_us[PHASES];
    double selected_us[PHASES];
    struct phase_times times;
    struct adaptive_thresholds best;

    make_hill(&times, all_us, selected_us);
    times.all_us = selected_us;
    for (int i = 0; i < PHASES; i++)
        all_us[i] = selected_us[i] / 2;
    times.selected_us = all_us;
    assert_int_equal(replay_best(&times, 1, &best), 0);
    assert_true(replay_us(&times, best) == sum(all_us));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_replay_as_harish_and_selection),
        cmocka_unit_test(best_comes_near_the_cheaper_way_of_every_phase),
        cmocka_unit_test(best_never_changes_where_one_way_always_wins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
