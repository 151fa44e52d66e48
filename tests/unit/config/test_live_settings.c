/* live_settings: a reload applies what the table marks as live. */
#include "tests/unit/cmocka_all.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"

/* Live settings that daemon/reload.c applies one by one. */
static bool has_its_own_way(const struct setting *setting)
{
    static const char *const keys[] = {
        "solver",      "profiles",       "cache-directory", "watch-maps",
        "log-level",   "log-format",     "masks-kept",      "masks-bytes",
        "cache-bytes", "maps-directory",
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (!strcmp(setting->key, keys[i]))
            return true;
    }
    return false;
}

static bool is_a_limit(const struct setting *setting)
{
    size_t first = offsetof(struct settings, limits);

    return setting->offset >= first &&
           setting->offset + setting->size <= first + sizeof(struct limits);
}

/* A snapshot of limits is published whole; any other setting needs a line in
 * reload.c, and an entry above. */
static void a_live_setting_is_a_limit_or_has_its_own_way(void **state)
{
    size_t limits = 0;

    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);

        if (is_a_limit(setting) && !setting->live)
            fail_msg("%s.%s is a limit, which a reload changes",
                     setting->section, setting->key);
        if (setting->live && !is_a_limit(setting) && !has_its_own_way(setting))
            fail_msg("nobody puts %s.%s in force", setting->section,
                     setting->key);
        limits += is_a_limit(setting);
    }
    assert_true(limits > 20);
}

static void each_limit_has_a_field_of_its_own(void **state)
{
    for (size_t i = 0; i < setting_count(); i++) {
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(setting_at(i)->offset, setting_at(j)->offset);
    }
}

static void readers_see_one_snapshot_or_the_other(void **state)
{
    struct runtime_limits runtime = {.newest = NULL};
    struct limits limits = {.queries_max = 1, .stops_max = 1};
    const struct limits *before;

    limits_publish(&runtime, limits_snapshot(&limits));
    before = limits_now(&runtime);
    limits = (struct limits){.queries_max = 2, .stops_max = 2};
    limits_publish(&runtime, limits_snapshot(&limits));
    assert_int_equal(before->queries_max, 1);
    assert_int_equal(before->stops_max, 1);
    assert_int_equal(limits_now(&runtime)->queries_max, 2);
    assert_int_equal(limits_now(&runtime)->stops_max, 2);
    limits_finish(&runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_live_setting_is_a_limit_or_has_its_own_way),
        cmocka_unit_test(each_limit_has_a_field_of_its_own),
        cmocka_unit_test(readers_see_one_snapshot_or_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
