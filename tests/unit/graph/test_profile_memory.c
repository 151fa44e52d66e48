/* Profiles, when memory is short. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/profile/profile.h"
#include "tests/unit/failing.h"

/* Some of each kind of list. */
static const char text[] =
    "[profile]\nname = x\n[speed]\nhighway = primary 50, secondary 40\n"
    "[ways]\nrail = railway=rail + highway!=*, a=b\n"
    "[access]\nkeys = bicycle, access\nyes = yes\nno = no\n"
    "[classes]\ntoll = toll=yes\n[exclude]\nallowed = toll\n"
    "[maxspeed-values]\nwalk = 6\n"
    "[restrictions]\nkeys = restriction\nno = no_left_turn\n";

static int read_once(void *context, struct error *error)
{
    const char *set[] = {"speed.route=ferry 9", "ways.area=area=yes"};
    struct profile *profile = NULL;
    int result =
        profile_read("x.conf", text, sizeof(text) - 1, set, 2, &profile, error);

    assert_true(result ? !profile : profile != NULL);
    profile_destroy(profile);
    return result;
}

static void any_allocation_may_fail(void **state)
{
    assert_true(failing_each(read_once, NULL) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
