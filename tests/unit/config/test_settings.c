/* settings: file, command line, and their precedence. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/command_line.h"
#include "config/config_file.h"
#include "config/setting.h"

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

static void weights_may_be_changed_at_addresses_of_this_machine(void **state)
{
    static const char *const addresses[] = {
        "none",        "unix:/run/relaxd/weights.sock",
        "unix:here",   "[::1]:99",
        "127.0.0.1:0", "localhost:5001",
        "127.9.9.9:1"};
    const struct setting *listen = setting_find_key("weights", "listen");
    struct settings settings;
    char text[SETTING_TEXT_SIZE];
    struct error error;

    settings_init(&settings);
    for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++) {
        assert_int_equal(setting_set(listen, addresses[i], &settings, &error),
                         0);
        setting_format(listen, &settings, text);
        assert_string_equal(text, addresses[i]);
    }
    assert_int_equal(setting_set(listen, "192.0.2.1:1", &settings, &error),
                     -EINVAL);
    assert_string_equal(settings.weights_listen, "127.9.9.9:1");
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
    assert_refused("[weights]\nlisten = 0.0.0.0:1\n",
                   "others reach '0.0.0.0:1', too");
    assert_refused("[weights]\nlisten = [::]:1\n", "others reach");
    assert_refused("[weights]\nlisten = 5001\n",
                   "unix:PATH, 127.0.0.1:PORT or none");
    assert_refused("[weights]\nlisten = unix:\n", "1 to 107 bytes");
    assert_refused("[http]\nwhat is this\n", "x.conf:2: neither");
    assert_refused("what is this\n[web]\na = b\n", "x.conf:1: neither");
    assert_refused("[http\nlisten = [::1]:1\n", "x.conf:1: '[http' has no ']'");
    assert_refused("listen = [::1]:1\n", "x.conf:1: a setting before");
    assert_refused("[maps]\na b = x\n", "map name 'a b'");
    assert_refused("[maps]\na = x\na = y\n", "x.conf:3: two maps");
    assert_refused("[http]\nlisten = [::1]:1\nlisten = [::1]:2\n",
                   "set twice, first in line 2");
    assert_refused("[import]\nprofile = car\nprofiles = foot\n",
                   "import.profiles is set twice, first in line 2");
    assert_refused("[import]\nprofiles = car\nprofile = foot\n",
                   "import.profiles is set twice, first in line 2");
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
    assert_int_equal(settings.limits.queries_max, 5);
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
        {"--colour=1", "no option '--colour'; see relaxd --help"},
        {"--colour", "no option '--colour'"},
        {"--chek-config", "no option '--chek-config'; did you mean "
                          "'--check-config'?"},
        {"--prot=5000", "did you mean '--port'?"},
        {"--log-levl", "did you mean '--log-level'?"},
        {"-x", "'-x' is not an option"},
        {"--listen", "--listen needs a value"},
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
        cmocka_unit_test(values_are_compared_by_what_they_are_at_last),
        cmocka_unit_test(file_sets_over_defaults),
        cmocka_unit_test(weights_may_be_changed_at_addresses_of_this_machine),
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
