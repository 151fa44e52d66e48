/* tuned: saved settings are loaded; damaged ones are refused by line. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/engine/tuned.h"
#include "tests/unit/memory_source.h"

static const struct tuned_key key = {"0123456789abcdef", "Test GPU, 7 parts"};

static const struct solver_setting settings[] = {
    {"to-all-us", 350.25},
    {"to-selected-us", 330},
};

static int read_text(const char *text, struct tuned *tuned, struct error *error)
{
    struct byte_source *source;
    int r;

    assert_int_equal(memory_source_create(text, strlen(text), &source, error),
                     0);
    r = tuned_read("file", source, &key, tuned, error);
    byte_source_destroy(source);
    return r;
}

static void loads_what_was_saved(void **state)
{
    char directory[] = "/tmp/relaxd-tuned-XXXXXX";
    char command[64];
    struct tuned tuned;
    struct error error;

    assert_non_null(mkdtemp(directory));
    assert_int_equal(tuned_load(directory, &key, &tuned, &error), TUNED_NONE);
    assert_int_equal(tuned.count, 0);
    assert_int_equal(tuned_save(directory, &key, settings, 2, &error), 0);
    assert_int_equal(tuned_load(directory, &key, &tuned, &error), 0);
    assert_int_equal(tuned.count, 2);
    assert_string_equal(tuned.setting[0].name, "to-all-us");
    assert_true(tuned.setting[0].value == 350.25);
    assert_string_equal(tuned.setting[1].name, "to-selected-us");
    snprintf(command, sizeof(command), "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

static void takes_names_with_and_without_a_solver(void **state)
{
    struct tuned tuned;
    struct error error;

    assert_int_equal(read_text("relaxd-tuned 1\nmap = 0123456789abcdef\n"
                               "device = Test GPU, 7 parts\n"
                               "to-all-us = 1\nadaptive.to-all-us = 2\n",
                               &tuned, &error),
                     0);
    assert_int_equal(tuned.count, 2);
    assert_string_equal(tuned.setting[0].name, "to-all-us");
    assert_string_equal(tuned.setting[1].name, "adaptive.to-all-us");
}

static void knows_a_map_by_its_roads(void **state)
{
    uint32_t first_out[] = {0, 1, 2};
    uint32_t head[] = {1, 0};
    struct map map = {.topology = {2, 2, first_out, head}};
    struct device device = {.description = "d"};
    struct tuned_key one, other;

    tuned_key_init(&one, &map, &device);
    head[0] = 0;
    tuned_key_init(&other, &map, &device);
    assert_string_not_equal(one.map, other.map);
    assert_int_equal(strlen(one.map), 16);
}

#define HEAD                                                                   \
    "relaxd-tuned 1\nmap = 0123456789abcdef\ndevice = Test GPU, 7 parts\n"

static void refuses_damage_by_line(void **state)
{
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        {"", "line 0: is not 'relaxd-tuned 1'"},
        {"relaxd-tuned 2\n", "line 1: is not 'relaxd-tuned 1'"},
        {"relaxd-tuned 1\n", "line 1: is for another map"},
        {"relaxd-tuned 1\nmap = 0\n", "line 2: is for another map"},
        {"relaxd-tuned 1\nmap = 0123456789abcdef\ndevice = x\n",
         "line 3: is for another device"},
        {HEAD "to-all-us=3\n", "line 4: is not 'name = value'"},
        {HEAD "a = 1\nb = 3x\n", "line 5: has no number"},
        {HEAD " = 3\n", "line 4: does not name a setting"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct tuned tuned;
        struct error error;

        assert_int_equal(read_text(cases[i].text, &tuned, &error), -EINVAL);
        assert_non_null(strstr(error.text, cases[i].words));
        assert_int_equal(tuned.count, 0);
    }
}

static void takes_a_file_without_settings(void **state)
{
    struct tuned tuned;
    struct error error;

    assert_int_equal(read_text(HEAD, &tuned, &error), 0);
    assert_int_equal(tuned.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_what_was_saved),
        cmocka_unit_test(takes_names_with_and_without_a_solver),
        cmocka_unit_test(knows_a_map_by_its_roads),
        cmocka_unit_test(refuses_damage_by_line),
        cmocka_unit_test(takes_a_file_without_settings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
