/* Several profiles, as one text names them. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/profile/profile.h"
#include "tests/unit/scratch.h"

/* Names of the profiles that a text opens, separated by blanks. */
static void assert_opens(const char *text, const char *expected)
{
    struct profile_list list;
    struct error error;
    char names[256] = "";

    if (profile_list_open(text, NULL, 0, &list, &error))
        fail_msg("'%s': %s", text, error.text);
    for (size_t i = 0; i < list.count; i++) {
        strcat(names, i ? " " : "");
        strcat(names, profile_general(list.profile[i])->name);
    }
    assert_string_equal(names, expected);
    profile_list_finish(&list);
    assert_int_equal(list.count, 0);
}

static void assert_refuses(const char *text, int code, const char *words)
{
    struct profile_list list = {.count = 77};
    struct error error;

    assert_int_equal(profile_list_open(text, NULL, 0, &list, &error), code);
    if (!strstr(error.text, words))
        fail_msg("'%s': '%s' lacks '%s'", text, error.text, words);
    assert_int_equal(list.count, 77);
}

static void names_are_opened_in_their_order(void **state)
{
    assert_opens("car", "car");
    assert_opens("foot,car,bicycle", "foot car bicycle");
}

static void blanks_around_names_are_no_part_of_them(void **state)
{
    assert_opens(" car , foot\t", "car foot");
}

static void what_is_wrong_is_said(void **state)
{
    assert_refuses("", -EINVAL, "empty name");
    assert_refuses("car,", -EINVAL, "empty name");
    assert_refuses("car, ,foot", -EINVAL, "empty name");
    assert_refuses("car,plane", -ENOENT, "no profile 'plane'");
    assert_refuses("foot,car,foot", -EINVAL, "two profiles are called 'foot'");
    assert_refuses("car,./none.conf", -ENOENT, "none.conf");
    assert_refuses("none.conf", -ENOENT, "none.conf");
    assert_refuses("profiles/car.lua", -EINVAL, "'relaxctl profile car'");
    assert_refuses("car.lua", -EINVAL, "in Lua; take relaxd's own");
}

static uint64_t identity_of(const char *text)
{
    struct profile_list list;
    struct error error;
    uint64_t identity;

    if (profile_list_open(text, NULL, 0, &list, &error))
        fail_msg("'%s': %s", text, error.text);
    identity = list.identity;
    profile_list_finish(&list);
    return identity;
}

static void identity_is_of_names_and_their_order(void **state)
{
    assert_true(identity_of("car,foot") == identity_of(" car , foot "));
    assert_true(identity_of("car") != identity_of("foot"));
    assert_true(identity_of("car,foot") != identity_of("foot,car"));
    assert_true(identity_of("car,foot") != identity_of("car"));
}

static uint64_t identity_of_file(struct scratch *scratch, const char *name,
                                 const char *profile)
{
    const char *text = profile_text(profile);

    return identity_of(scratch_file(scratch, name, text, strlen(text)));
}

static void identity_is_of_where_files_lie(void **state)
{
    struct scratch scratch;
    uint64_t before;

    scratch_init(&scratch);
    before = identity_of_file(&scratch, "a.conf", "car");
    assert_true(before != identity_of("car"));
    assert_true(before != identity_of_file(&scratch, "b.conf", "car"));
    assert_true(before == identity_of_file(&scratch, "a.conf", "foot"));
    assert_true(before == identity_of(scratch_path(&scratch, ".//a.conf")));
    scratch_finish(&scratch);
}

static void overrides_are_for_each(void **state)
{
    static const char *const set[] = {"turns.u-turn=77"};
    struct profile_list plain, changed, other;
    struct error error;

    assert_int_equal(profile_list_open("car,foot", NULL, 0, &plain, &error), 0);
    assert_int_equal(profile_list_open("car,foot", set, 1, &changed, &error),
                     0);
    assert_int_equal(profile_list_open("foot,car", NULL, 0, &other, &error), 0);
    for (size_t i = 0; i < plain.count; i++)
        assert_true(profile_checksum(plain.profile[i]) !=
                    profile_checksum(changed.profile[i]));
    assert_true(profile_list_checksum(&plain) !=
                profile_list_checksum(&changed));
    assert_true(profile_list_checksum(&plain) != profile_list_checksum(&other));
    profile_list_finish(&plain);
    profile_list_finish(&changed);
    profile_list_finish(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_opened_in_their_order),
        cmocka_unit_test(blanks_around_names_are_no_part_of_them),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(identity_is_of_names_and_their_order),
        cmocka_unit_test(identity_is_of_where_files_lie),
        cmocka_unit_test(overrides_are_for_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
