/* settings: file, command line, their precedence, and a true relaxd.conf. */
#include "tests/unit/cmocka_all.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/command_line.h"
#include "config/config_file.h"
#include "config/setting.h"

static char *read_sample(void)
{
    char path[4096];
    char *text = calloc(1, 65536);
    FILE *file;

    snprintf(path, sizeof(path), "%s/config/relaxd.conf",
             getenv("SOURCE_ROOT"));
    file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

/* Parses text as the file "x.conf" over the defaults. */
static int parse(const char *text, struct settings *settings,
                 struct error *error)
{
    error->text[0] = '\0';
    settings_init(settings);
    return config_file_parse("x.conf", text, strlen(text), settings, error);
}

static void assert_refused(const char *text, const char *words)
{
    struct settings settings;
    struct error error;

    assert_true(parse(text, &settings, &error) < 0);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
    settings_finish(&settings);
}

static void sample_documents_every_setting_with_its_default(void **state)
{
    char *sample = read_sample();
    char line[256];

    assert_in_range(setting_count(), 1, SETTING_COUNT_MAX);
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char section[64];
        const char *from;
        const char *end;
        const char *found;

        snprintf(section, sizeof(section), "\n[%s]\n", setting->section);
        from = strstr(sample, section);
        assert_non_null(from);
        end = strstr(from + 2, "\n[");
        snprintf(line, sizeof(line), "\n# %s = %s\n", setting->key,
                 setting->fallback);
        found = strstr(from, line);
        if (!found || (end && found > end))
            fail_msg("relaxd.conf has no line '%s' in [%s]", line + 1,
                     setting->section);
    }
    free(sample);
}

/* The comment before the setting's line. */
static char *paragraph_of(const char *sample, const struct setting *setting)
{
    char line[256];
    char *copy;
    char *end;
    char *begin = NULL;

    snprintf(line, sizeof(line), "\n[%s]\n", setting->section);
    copy = strdup(strstr(sample, line));
    snprintf(line, sizeof(line), "\n# %s = %s\n", setting->key,
             setting->fallback);
    end = strstr(copy, line);
    *end = '\0';
    for (char *at = copy; (at = strstr(at, "\n\n")); at++)
        begin = at;
    begin = strdup(begin ? begin : copy);
    free(copy);
    return begin;
}

static void sample_marks_what_takes_effect_at_the_start(void **state)
{
    char *sample = read_sample();

    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char *paragraph = paragraph_of(sample, setting);

        if (!setting->live != !!strstr(paragraph, "(at start)"))
            fail_msg("relaxd.conf: [%s] %s has%s to be marked (at start)",
                     setting->section, setting->key,
                     setting->live ? " not" : "");
        free(paragraph);
    }
    free(sample);
}

static void values_are_compared_by_what_they_are_at_last(void **state)
{
    struct settings settings;
    struct settings other;
    struct error error;
    size_t different = 0;

    assert_int_equal(
        parse("[engine]\nsolver = a-rather-long-name\n", &other, &error), 0);
    assert_int_equal(parse("[engine]\nsolver = cch\n", &settings, &error), 0);
    assert_int_equal(setting_set(setting_find_key("engine", "solver"), "cch",
                                 &other, &error),
                     0);
    assert_int_equal(setting_set(setting_find_key("http", "listen"),
                                 "127.0.0.1:1", &other, &error),
                     0);
    for (size_t i = 0; i < setting_count(); i++)
        different += !setting_is_equal(setting_at(i), &settings, &other);
    assert_int_equal(different, 1);
    assert_false(setting_is_equal(setting_find_key("http", "listen"), &settings,
                                  &other));
    settings_finish(&settings);
    settings_finish(&other);
}

static void sample_names_no_other_setting(void **state)
{
    char *sample = read_sample();
    struct settings settings;
    struct settings defaults;
    struct error error;

    for (char *at = sample; (at = strstr(at, "\n# ")); at++) {
        size_t word = strcspn(at + 3, " \n");

        if (!strncmp(at + 3 + word, " = ", 3))
            at[1] = at[2] = ' ';
    }
    for (char *at = sample; (at = strstr(at, "\n  ")); at++)
        memmove(at + 1, at + 3, strlen(at + 3) + 1);
    if (parse(sample, &settings, &error))
        fail_msg("%s", error.text);
    settings_init(&defaults);
    assert_int_equal(settings.map_count, 1);
    assert_int_equal(settings.option_count, 1);
    settings_finish(&settings);
    settings.maps = NULL;
    settings.map_capacity = 0;
    settings.options = NULL;
    settings.option_count = 0;
    settings.option_capacity = 0;
    settings.places = NULL;
    assert_memory_equal(&settings, &defaults, sizeof(settings));
    free(sample);
}

/* Lines joined, in small letters. */
static void flatten(char *paragraph)
{
    char *to = paragraph;
    char before = '\n';

    for (const char *from = paragraph; *from; from++) {
        char c = *from;

        if ((c == '#' || c == ' ') && before == '\n')
            continue;
        before = c;
        *to++ = c == '\n' ? ' ' : (char)tolower((unsigned char)c);
    }
    *to = '\0';
}

static void assert_documented(const struct setting *setting,
                              const char *paragraph)
{
    char range[80];

    snprintf(range, sizeof(range), "%ju to %ju", (uintmax_t)setting->minimum,
             (uintmax_t)setting->maximum);
    if (strlen(paragraph) < 20)
        fail_msg("relaxd.conf: no words for [%s] %s", setting->section,
                 setting->key);
    if (setting->allowed)
        return;
    if (!strstr(paragraph, range))
        fail_msg("relaxd.conf: [%s] %s does not say '%s'", setting->section,
                 setting->key, range);
    if (!strstr(paragraph, setting->unit))
        fail_msg("relaxd.conf: [%s] %s does not say '%s'", setting->section,
                 setting->key, setting->unit);
}

static void sample_says_range_and_unit_of_every_number(void **state)
{
    char *sample = read_sample();

    for (size_t i = 0; i < setting_count(); i++) {
        char *paragraph = paragraph_of(sample, setting_at(i));

        flatten(paragraph);
        assert_documented(setting_at(i), paragraph);
        free(paragraph);
    }
    free(sample);
}

static void file_sets_over_defaults(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(parse("[maps]\nny = /x/ny.rlx\n[http]\n"
                           "listen = [::1]:99\nconnections-max = 7 ; few\n",
                           &settings, &error),
                     0);
    assert_int_equal(settings.map_count, 1);
    assert_string_equal(settings.maps[0].name, "ny");
    assert_string_equal(settings.maps[0].path, "/x/ny.rlx");
    assert_int_equal(settings.listen.any.sa_family, AF_INET6);
    assert_int_equal(settings.connections_max, 7);
    assert_int_equal(settings.queue_length, 1024);
    settings_finish(&settings);
}

static void errors_name_file_line_and_what_is_allowed(void **state)
{
    assert_refused("\n[http]\nlisten = nowhere\n", "x.conf:3: http.listen");
    assert_refused("[http]\nidle-timeout-s = 0\n", "from 1 to 86400");
    assert_refused("[http]\nidle-timeout-s = 1x\n", "from 1 to 86400");
    assert_refused("[http]\nidle-timeout-s = -1\n", "from 1 to 86400");
    assert_refused("[engine]\nqueue-length = 99999999999999999999\n",
                   "from 1 to 1000000");
    assert_refused("[http]\nport = 1\n", "it has listen, connections-max");
    assert_refused("[web]\nport = 1\n", "no section [web]; there are maps");
    assert_refused("[daemon]\nlog-level = loud\n",
                   "error, warning, info or debug");
    assert_refused("[daemon]\nlog-format = xml\n",
                   "auto, text, json or journal");
    assert_refused("[daemon]\naccess-log = yes\n", "on or off");
    assert_refused("[engine]\ndevice = cuda:x\n", "cuda or cuda:N");
    assert_refused("[http]\nwhat is this\n", "x.conf:2: neither");
    assert_refused("what is this\n[web]\na = b\n", "x.conf:1: neither");
    assert_refused("[http\nlisten = [::1]:1\n", "x.conf:1: '[http' has no ']'");
    assert_refused("listen = [::1]:1\n", "x.conf:1: a setting before");
    assert_refused("[maps]\na b = x\n", "map name 'a b'");
    assert_refused("[maps]\na = x\na = y\n", "x.conf:3: two maps");
    assert_refused("[http]\nlisten = [::1]:1\nlisten = [::1]:2\n",
                   "set twice, first in line 2");
    assert_refused("[solvers]\nk = 1\na.k = 1\nk = 2\n",
                   "x.conf:4: solvers.k is set twice, first in x.conf:2");
    assert_refused("[solvers]\nk =\n", "x.conf:2: option 'k' has no value");
}

static void assert_option(const struct settings *settings, size_t index,
                          const char *name, const char *value,
                          const char *place)
{
    assert_true(index < settings->option_count);
    assert_string_equal(settings->options[index].name, name);
    assert_string_equal(settings->options[index].value, value);
    assert_string_equal(settings->options[index].place, place);
}

static void options_of_solvers_keep_their_place(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(
        parse("[solvers]\n\nlocality.k = 3\nslf = on\n", &settings, &error), 0);
    assert_int_equal(settings.option_count, 2);
    assert_option(&settings, 0, "locality.k", "3", "x.conf:3");
    assert_option(&settings, 1, "slf", "on", "x.conf:4");
    settings_finish(&settings);
}

static void refuses_a_line_that_would_be_cut(void **state)
{
    char text[400];

    memset(text, 'x', sizeof(text));
    memcpy(text, "[maps]\na = ", 11);
    text[sizeof(text) - 1] = '\0';
    assert_refused(text, "x.conf:2: line of more than");
}

/* Calls command_line_read() with a file that says listen = port 1. */
static int read_arguments(int argc, const char **arguments,
                          struct settings *settings, struct error *error)
{
    char path[] = "/tmp/test_settings.XXXXXX";
    char config[64];
    char *argv[16] = {"relaxd", config};
    int fd = mkstemp(path);
    int result;

    assert_true(fd >= 0);
    dprintf(fd, "[maps]\nold = o.rlx\n[http]\nlisten = 127.0.0.1:1\n");
    close(fd);
    snprintf(config, sizeof(config), "--config=%s", path);
    for (int i = 0; i < argc; i++)
        argv[i + 2] = (char *)arguments[i];
    settings_init(settings);
    result = command_line_read(argc + 2, argv, settings, error);
    unlink(path);
    return result;
}

static void command_line_wins_over_file(void **state)
{
    const char *arguments[] = {"--listen",
                               "127.0.0.1:2",
                               "--map",
                               "/maps/new.york.rlx",
                               "--map=w=west.rlx",
                               "--limits-queries-max",
                               "5"};
    struct settings settings;
    struct error error;

    assert_int_equal(read_arguments(7, arguments, &settings, &error), 0);
    assert_int_equal(ntohs(settings.listen.v4.sin_port), 2);
    assert_int_equal(settings.map_count, 2);
    assert_string_equal(settings.maps[0].name, "new.york");
    assert_string_equal(settings.maps[1].name, "w");
    assert_string_equal(settings.maps[1].path, "west.rlx");
    assert_int_equal(settings.queries_max, 5);
    settings_finish(&settings);
}

static void options_of_solvers_may_be_set_again(void **state)
{
    const char *arguments[] = {"--set", "k=3", "--set=near.k=a=b"};
    struct settings settings;
    struct error error;

    assert_int_equal(read_arguments(3, arguments, &settings, &error), 0);
    assert_int_equal(settings.option_count, 2);
    assert_option(&settings, 0, "k", "3", "--set");
    assert_option(&settings, 1, "near.k", "a=b", "--set");
    settings_finish(&settings);
}

static void file_stands_where_the_command_line_is_silent(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(read_arguments(0, NULL, &settings, &error), 0);
    assert_int_equal(ntohs(settings.listen.v4.sin_port), 1);
    assert_string_equal(settings.maps[0].name, "old");
    settings_finish(&settings);
}

static void wrong_arguments_are_named(void **state)
{
    const struct {
        const char *argument;
        const char *words;
    } cases[] = {
        {"--colour=1", "no option '--colour'"},
        {"-x", "'-x' is not an option"},
        {"--listen", "--listen: a value is missing"},
        {"--listen=1", "--listen: '1' is not ADDRESS:PORT"},
        {"--listen=1.2.3.4:65536", "port 0 to 65535"},
        {"--map=", "map name ''"},
        {"--map=a=", "map 'a' has no file"},
        {"--set=k", "--set: option 'k' has no value"},
        {"--set==3", "--set: option '' has no name"},
        {"--config=/nonexistent.conf", "/nonexistent.conf: No such file"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *arguments[] = {cases[i].argument};
        struct settings settings;
        struct error error;

        assert_true(read_arguments(1, arguments, &settings, &error) < 0);
        if (!strstr(error.text, cases[i].words))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].words);
        settings_finish(&settings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_documents_every_setting_with_its_default),
        cmocka_unit_test(sample_names_no_other_setting),
        cmocka_unit_test(sample_marks_what_takes_effect_at_the_start),
        cmocka_unit_test(values_are_compared_by_what_they_are_at_last),
        cmocka_unit_test(sample_says_range_and_unit_of_every_number),
        cmocka_unit_test(file_sets_over_defaults),
        cmocka_unit_test(errors_name_file_line_and_what_is_allowed),
        cmocka_unit_test(options_of_solvers_keep_their_place),
        cmocka_unit_test(refuses_a_line_that_would_be_cut),
        cmocka_unit_test(command_line_wins_over_file),
        cmocka_unit_test(options_of_solvers_may_be_set_again),
        cmocka_unit_test(file_stands_where_the_command_line_is_silent),
        cmocka_unit_test(wrong_arguments_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
