/* option: names with and without a solver's, values by number and by name. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/solver/option.h"

static const char *const off_on[] = {"off", "on"};
static const char *const on_off[] = {"on", "off", "auto"};

static const struct solver_option near_options[] = {
    {.name = "k", .fallback = 2, .minimum = 1, .maximum = 8},
    {.name = "slf", .maximum = 1, .choices = off_on},
};
static const struct solver_option far_options[] = {
    {.name = "k", .fallback = 2, .minimum = 1, .maximum = 100},
    {.name = "slf", .maximum = 2, .choices = on_off},
    {.name = "lanes", .minimum = 1, .maximum = 64, .power_of_two = true},
    {.name = "team", .maximum = 16, .power_of_two = true},
};

static const struct solver_ops near_solver = {
    .name = "near",
    .options = near_options,
    .option_count = 2,
};
static const struct solver_ops far_solver = {
    .name = "near-and-far",
    .options = far_options,
    .option_count = 4,
};
static const struct solver_ops plain_solver = {.name = "plain"};

static struct catalog catalog;

static int set_up(void **state)
{
    catalog_init(&catalog);
    catalog_add(&catalog, &near_solver);
    catalog_add(&catalog, &far_solver);
    catalog_add(&catalog, &plain_solver);
    return 0;
}

static void a_name_is_every_solvers_or_one_solvers(void **state)
{
    assert_ptr_equal(option_find(&near_solver, "k"), &near_options[0]);
    assert_ptr_equal(option_find(&far_solver, "k"), &far_options[0]);
    assert_ptr_equal(option_find(&near_solver, "near.k"), &near_options[0]);
    assert_null(option_find(&far_solver, "near.k"));
    assert_null(option_find(&near_solver, "near-and-far.k"));
    assert_null(option_find(&near_solver, "near.far.k"));
    assert_null(option_find(&near_solver, ".k"));
    assert_null(option_find(&near_solver, "near."));
    assert_null(option_find(&near_solver, ""));
}

static void assert_read(const char *name, const char *value, double number)
{
    struct solver_setting setting;

    assert_int_equal(option_read(&catalog, name, value, &setting, NULL), 0);
    assert_string_equal(setting.name, name);
    assert_true(setting.value == number);
}

static void values_are_numbers_or_names(void **state)
{
    assert_read("k", "8", 8);
    assert_read("near-and-far.k", "80", 80);
    assert_read("near.slf", "on", 1);
    assert_read("near.slf", "0", 0);
    assert_read("near-and-far.slf", "on", 0);
    assert_read("slf", "1", 1);
    assert_read("near-and-far.slf", "auto", 2);
}

static void assert_refused(const char *name, const char *value,
                           const char *words)
{
    struct solver_setting setting = {NULL, 77};
    struct error error;

    assert_int_equal(option_read(&catalog, name, value, &setting, &error),
                     -EINVAL);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
    assert_true(setting.value == 77);
}

static void what_is_refused_says_what_is_allowed(void **state)
{
    assert_refused("k", "9",
                   "solver near: option k: '9' is not allowed; "
                   "want 1 to 8");
    assert_refused("k", "many", "want 1 to 8");
    assert_refused("k", "2.5", "want 1 to 8, a whole number");
    assert_refused("k", "", "want 1 to 8");
    assert_refused("near.slf", "maybe", "want off, on (or 0 to 1)");
    assert_refused("near.slf", "0.5", "want off, on (or 0 to 1)");
    assert_refused("slf", "auto", "want off, on (or 0 to 1)");
    assert_refused("depth", "1", "no solver has an option 'depth'");
    assert_refused("far.k", "1", "no solver has an option 'far.k'");
    assert_refused("near.depth", "1",
                   "solver near has no option 'depth'; it has k, slf");
    assert_refused("plain.k", "1",
                   "solver plain has no option 'k'; it has "
                   "none");
}

static void steps_of_powers_of_two_are_held(void **state)
{
    assert_read("lanes", "1", 1);
    assert_read("lanes", "64", 64);
    assert_read("team", "0", 0);
    assert_read("team", "8", 8);
    assert_refused("lanes", "3",
                   "option lanes: '3' is not allowed; want 1 to 64, a power "
                   "of 2");
    assert_refused("lanes", "0", "want 1 to 64, a power of 2");
    assert_refused("lanes", "2.5", "want 1 to 64, a power of 2");
    assert_refused("team", "6", "want 0 to 16, a power of 2 or 0");
}

static void assert_text(const struct solver_option *option, double value,
                        const char *expected)
{
    char text[OPTION_VALUE_SIZE];

    option_value_text(option, value, text);
    assert_string_equal(text, expected);
}

static void values_are_written_whole_or_by_name(void **state)
{
    const struct solver_option wide = {.name = "wide", .maximum = 4294967295.0};
    char allowed[OPTION_ALLOWED_SIZE];

    assert_text(&wide, 4294967295.0, "4294967295");
    assert_text(&wide, 0.25, "0.25");
    assert_text(&wide, 1e300, "1e+300");
    assert_text(&near_options[1], 1, "on");
    assert_text(&near_options[1], 7, "7");
    option_allowed(&wide, allowed);
    assert_string_equal(allowed, "0 to 4294967295");
}

static void a_name_of_two_meanings_needs_its_solver(void **state)
{
    assert_refused("slf", "on",
                   "'on' is 1 to solver near and 0 to "
                   "near-and-far; write near-and-far.slf");
}

static void the_last_setting_wins_however_it_is_named(void **state)
{
    const struct solver_setting settings[] = {
        {"near.k", 3}, {"k", 4}, {"near-and-far.k", 5}};

    assert_int_equal(solver_settings_check(&near_solver, settings, 2, NULL), 0);
    assert_true(solver_option_value(&near_solver, settings, 3, "k") == 4);
    assert_true(solver_option_value(&far_solver, settings, 3, "k") == 5);
    assert_true(solver_option_value(&near_solver, settings, 1, "k") == 3);
    assert_int_equal(solver_settings_check(&near_solver, settings, 3, NULL),
                     -EINVAL);
}

static void a_choice_is_a_whole_number(void **state)
{
    const struct solver_setting half = {"slf", 0.5};
    struct error error;

    assert_int_equal(solver_settings_check(&near_solver, &half, 1, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "want off, on (or 0 to 1)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_name_is_every_solvers_or_one_solvers, set_up),
        cmocka_unit_test_setup(values_are_numbers_or_names, set_up),
        cmocka_unit_test_setup(what_is_refused_says_what_is_allowed, set_up),
        cmocka_unit_test_setup(a_name_of_two_meanings_needs_its_solver, set_up),
        cmocka_unit_test_setup(the_last_setting_wins_however_it_is_named,
                               set_up),
        cmocka_unit_test_setup(a_choice_is_a_whole_number, set_up),
        cmocka_unit_test_setup(steps_of_powers_of_two_are_held, set_up),
        cmocka_unit_test(values_are_written_whole_or_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
