/* config_print: printed settings are read as the same, and all mistakes are
 * reported at once. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/command_line.h"
#include "config/config_file.h"
#include "config/setting.h"

/* A new file, which the caller removes. */
static void write_file(char path[64], const char *text)
{
    int fd;

    strcpy(path, "/tmp/test_config_print.XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

/* The caller free()s it; "" where it is refused. */
static char *print(const struct settings *settings, struct error *error)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    config_file_print(settings, to, error);
    fclose(to);
    return text;
}

/* Reads arguments over a file, prints the result. */
static char *print_all_of(const char *file, int argc, const char **arguments,
                          struct error *error)
{
    struct settings settings;
    char path[64];
    char *argv[16] = {"relaxd", "--config", path};
    char *text;

    write_file(path, file);
    for (int i = 0; i < argc; i++)
        argv[i + 3] = (char *)arguments[i];
    settings_init(&settings);
    if (command_line_read(argc + 3, argv, &settings, error))
        fail_msg("%s", error->text);
    unlink(path);
    text = print(&settings, error);
    settings_finish(&settings);
    return text;
}

/* Sets every number to its minimum, and words to values that are no default. */
static void set_all(struct settings *settings)
{
    static const char *const words[][2] = {
        {"listen", "[::1]:81"},
        {"device", "cuda:3"},
        {"log-level", "debug"},
        {"log-format", "json"},
    };
    struct error error;

    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char least[32];

        snprintf(least, sizeof(least), "%ju", (uintmax_t)setting->minimum);
        if (!setting->allowed)
            assert_int_equal(
                setting_take(setting, least, "here", settings, &error), 0);
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        assert_int_equal(setting_take(setting_find_option(words[i][0]),
                                      words[i][1], "here", settings, &error),
                         0);
}

static void assert_same(const struct settings *a, const struct settings *b)
{
    for (size_t i = 0; i < setting_count(); i++) {
        if (!setting_is_equal(setting_at(i), a, b))
            fail_msg("%s.%s differs", setting_at(i)->section,
                     setting_at(i)->key);
    }
    assert_int_equal(a->map_count, b->map_count);
    for (size_t i = 0; i < a->map_count; i++) {
        assert_string_equal(a->maps[i].name, b->maps[i].name);
        assert_string_equal(a->maps[i].path, b->maps[i].path);
    }
    assert_int_equal(a->option_count, b->option_count);
    for (size_t i = 0; i < a->option_count; i++) {
        assert_string_equal(a->options[i].name, b->options[i].name);
        assert_string_equal(a->options[i].value, b->options[i].value);
    }
}

static void every_setting_can_be_written(void **state)
{
    struct settings settings;

    settings_init(&settings);
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char text[SETTING_TEXT_SIZE] = "";

        setting_format(setting, &settings, text);
        assert_string_equal(text, setting->fallback);
    }
    settings_finish(&settings);
}

static void what_is_printed_is_read_as_the_same(void **state)
{
    struct settings settings;
    struct settings again;
    struct error error = {""};
    char *text;

    settings_init(&settings);
    set_all(&settings);
    settings_add_map(&settings, "ny=/maps/new york.rlx", "--map", &error);
    settings_add_map(&settings, "west.osm.pbf", "--map", &error);
    settings_add_option(&settings, "adaptive.k=1", "x.conf:7", &error);
    settings_add_option(&settings, "slf=on", "--set", &error);
    text = print(&settings, &error);
    assert_string_equal(error.text, "");
    settings_init(&again);
    assert_int_equal(
        config_file_parse("again", text, strlen(text), &again, &error), 0);
    assert_same(&settings, &again);
    settings_finish(&settings);
    settings_finish(&again);
    free(text);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void each_setting_says_where_it_was_set(void **state)
{
    const char *arguments[] = {"-p", "82", "--limits-queries-max=7", "--set",
                               "k=2"};
    struct error error = {""};
    char *text = print_all_of("[maps]\nny = /x\n[http]\nconnections-max = 5\n"
                              "[solvers]\nk = 1\nnear.k = 4\n",
                              5, arguments, &error);

    assert_has(text, "\nconnections-max = 5 ; /tmp/test_config_print.");
    assert_has(text, ":4\n");
    assert_has(text, "\nny = /x ; /tmp/test_config_print.");
    assert_has(text, "\nlisten = 127.0.0.1:82 ; --port\n");
    assert_has(text, "\nqueries-max = 7 ; --limits-queries-max\n");
    assert_has(text, "\ncosts-max = 100000 ; default\n");
    assert_has(text, "\nk = 2 ; --set\n");
    assert_null(strstr(text, "\nk = 1"));
    assert_has(text, "\nnear.k = 4 ; ");
    free(text);
}

static void a_synonym_is_printed_as_its_setting(void **state)
{
    const char *arguments[] = {"--profile=foot"};
    struct error error = {""};
    char *text =
        print_all_of("[import]\nprofile = bicycle\n", 1, arguments, &error);

    assert_has(text, "\nprofiles = foot ; --profile\n");
    assert_null(strstr(text, "\nprofile ="));
    free(text);
    text = print_all_of("[import]\nprofile = bicycle\n", 0, NULL, &error);
    assert_has(text, "\nprofiles = bicycle ; /tmp/test_config_print.");
    free(text);
}

static void what_a_file_cannot_hold_is_refused(void **state)
{
    static const char *const values[] = {"x.rlx ; or y", "x\n[http]", " x",
                                         "x\nsecond = y", "x\r"};

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        const char *arguments[] = {"--map", NULL};
        struct error error = {""};
        char map[64];
        char *text;

        snprintf(map, sizeof(map), "m=%s", values[i]);
        arguments[1] = map;
        text = print_all_of("[maps]\n", 2, arguments, &error);
        assert_string_equal(text, "");
        assert_has(error.text, "a config file cannot hold");
        free(text);
    }
}

static void all_mistakes_are_told(void **state)
{
    static const char *const words[] = {
        ":2: http.listen",           ":3: section [http] has no 'port'",
        ":5: map name 'a b'",        "no option '--colour'",
        "--port: 'x' is not a port",
    };
    char path[64];
    char *argv[] = {"relaxd",       "--config", path,
                    "--colour=red", "-px",      "--limits-queries-max=8"};
    struct mistakes mistakes = {.count = 0};
    struct settings settings;

    write_file(path, "[http]\nlisten = nowhere\nport = 1\n[maps]\na b = x\n"
                     "c = y\n");
    settings_init(&settings);
    command_line_check(6, argv, &settings, &mistakes);
    unlink(path);
    assert_int_equal(mistakes.count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_has(mistakes.found[i].text, words[i]);
    assert_int_equal(settings.map_count, 1);
    assert_int_equal(settings.limits.queries_max, 8);
    settings_finish(&settings);
}

static void a_line_that_is_none_ends_the_reading(void **state)
{
    char path[64];
    char *argv[] = {"relaxd", "--config", path};
    struct mistakes mistakes = {.count = 0};
    struct settings settings;

    write_file(path, "[http]\nport = 1\nwhat is this\n");
    settings_init(&settings);
    command_line_check(3, argv, &settings, &mistakes);
    unlink(path);
    assert_int_equal(mistakes.count, 2);
    assert_has(mistakes.found[0].text, ":2: section [http]");
    assert_has(mistakes.found[1].text, ":3: neither");
    settings_finish(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_can_be_written),
        cmocka_unit_test(what_is_printed_is_read_as_the_same),
        cmocka_unit_test(each_setting_says_where_it_was_set),
        cmocka_unit_test(a_synonym_is_printed_as_its_setting),
        cmocka_unit_test(what_a_file_cannot_hold_is_refused),
        cmocka_unit_test(all_mistakes_are_told),
        cmocka_unit_test(a_line_that_is_none_ends_the_reading),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
