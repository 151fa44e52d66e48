/* osrm_options: relaxd accepts a command line of osrm-routed. */
#include "tests/unit/cmocka_all.h"

#include <arpa/inet.h>
#include <string.h>

#include "config/command_line.h"

enum { ARGUMENTS_MAX = 16 };

/* Reads "a town.rlx|-p|5000": cut at every '|'. */
static int read_line(const char *line, struct settings *settings,
                     struct error *error)
{
    char text[512];
    char *argv[ARGUMENTS_MAX] = {"relaxd"};
    char *rest = text;
    int argc = 1;

    strcpy(text, line);
    for (char *word; (word = strsep(&rest, "|"));)
        argv[argc++] = word;
    settings_init(settings);
    return command_line_read(argc, argv, settings, error);
}

static void assert_listens(const char *line, int family, const char *host,
                           int port)
{
    struct settings settings;
    struct error error;
    char text[INET6_ADDRSTRLEN];
    bool six = family == AF_INET6;

    assert_int_equal(read_line(line, &settings, &error), 0);
    assert_int_equal(settings.listen.any.sa_family, family);
    inet_ntop(family,
              six ? (const void *)&settings.listen.v6.sin6_addr
                  : &settings.listen.v4.sin_addr,
              text, sizeof(text));
    assert_string_equal(text, host);
    assert_int_equal(
        ntohs(six ? settings.listen.v6.sin6_port : settings.listen.v4.sin_port),
        port);
    settings_finish(&settings);
}

static void port_and_address_may_come_in_any_order(void **state)
{
    assert_listens("-p|81", AF_INET, "127.0.0.1", 81);
    assert_listens("-i|0.0.0.0", AF_INET, "0.0.0.0", 5000);
    assert_listens("-i|::1|-p81", AF_INET6, "::1", 81);
    assert_listens("--port=81|--ip|::", AF_INET6, "::", 81);
    assert_listens("--listen|[::1]:5|-i|10.0.0.1|-p=7", AF_INET, "10.0.0.1", 7);
    assert_listens("-p|81|--listen|10.0.0.2:82", AF_INET, "10.0.0.2", 82);
}

static void no_limit_is_the_most_there_is(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(read_line("--max-viaroute-size|-1|--max-alternatives|"
                               "unlimited|--max-trip-size|9",
                               &settings, &error),
                     0);
    assert_int_equal(settings.limits.osrm_route_max, 0);
    assert_int_equal(settings.limits.osrm_alternatives_max, 100);
    assert_int_equal(settings.limits.osrm_trip_max, 9);
    settings_finish(&settings);
}

static void what_is_no_option_is_a_map(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(read_line("x/my town (1).rlx|-p|81|--map|b=c.rlx|d.osrm|"
                               "--map|a[1].rlx",
                               &settings, &error),
                     0);
    assert_int_equal(settings.map_count, 4);
    assert_string_equal(settings.maps[0].name, "my_town__1_");
    assert_string_equal(settings.maps[0].path, "x/my town (1).rlx");
    assert_string_equal(settings.maps[1].name, "b");
    assert_string_equal(settings.maps[2].name, "d");
    assert_string_equal(settings.maps[3].name, "a_1_");
    assert_string_equal(settings.maps[3].path, "a[1].rlx");
    settings_finish(&settings);
}

static void settings_have_osrms_names_too(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(
        read_line("-t|3|--keepalive-timeout|7|-l|WARNING|--max-header-size|"
                  "32768",
                  &settings, &error),
        0);
    assert_int_equal(settings.header_max_bytes, 32768);
    assert_int_equal(settings.cpu_workers, 3);
    assert_int_equal(settings.limits.idle_timeout_s, 7);
    assert_int_equal(settings.log_level, LOG_WARNING);
    assert_false(settings.trial);
    settings_finish(&settings);
}

static void what_changes_nothing_is_noted_once(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(read_line("-m|--mmap=yes|-s|-a|CoreCH|--mmap=false|"
                               "--dataset-name|x|--trial",
                               &settings, &error),
                     0);
    assert_int_equal(settings.note_count, 4);
    assert_int_equal(settings.map_count, 0);
    assert_true(settings.trial);
    settings_finish(&settings);
}

static void assert_refused(const char *line, const char *words)
{
    struct settings settings;
    struct error error = {""};

    assert_true(read_line(line, &settings, &error) < 0);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
    settings_finish(&settings);
}

static void what_is_wrong_is_refused_with_words(void **state)
{
    assert_refused("-p|65536", "--port: '65536' is not a port");
    assert_refused("-i|host", "--ip: 'host' is not an IP address");
    assert_refused("-a|Dijkstra", "--algorithm: 'Dijkstra' is not CH");
    assert_refused("-l|3", "--verbosity: '3' is not NONE");
    assert_refused("-mx", "'-mx' is not an option");
    assert_refused("-", "'-' is not an option");
    assert_refused("--", "'--' is not an option");
    assert_refused("-t", "--threads needs a value");
    assert_refused("--profiles|car|--profile|foot",
                   "--profiles and --profile are the same option");
    assert_refused("--trial=perhaps", "--trial: 'perhaps' is not true");
}

static void an_option_with_a_value_is_given_once(void **state)
{
    assert_refused("-i|::1|-i|10.0.0.1", "--ip is given twice; give one value");
    assert_refused("-p|81|--port=81", "--port is given twice");
    assert_refused("-a|CH|x.rlx|--algorithm|MLD", "--algorithm is given twice");
    assert_refused("--config|/dev/null|--config|/dev/null",
                   "--config is given twice");
    assert_refused("--time-zone|UTC|--time-zone=UTC",
                   "--time-zone is given twice; give one value: UTC or "
                   "another name of tzdata");
    assert_refused(
        "--engine-queue-length|5|--map|--set|--engine-queue-length|6",
        "--engine-queue-length is given twice; give one value");
}

static void what_is_no_map_is_told(void **state)
{
    assert_refused("--segment-speed-file|a.csv|b.csv",
                   "'b.csv' is not a map; --segment-speed-file and "
                   "--turn-penalty-file take files separated by commas");
    assert_refused("--turn-penalty-file|a.csv.gz|b.csv.gz",
                   "'b.csv.gz' is not a map");
}

static void help_and_version_win(void **state)
{
    struct settings settings;
    struct error error;

    assert_int_equal(read_line("-x|-h", &settings, &error), COMMAND_LINE_HELP);
    settings_finish(&settings);
    assert_int_equal(read_line("x.rlx|-v", &settings, &error),
                     COMMAND_LINE_VERSION);
    settings_finish(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(port_and_address_may_come_in_any_order),
        cmocka_unit_test(no_limit_is_the_most_there_is),
        cmocka_unit_test(what_is_no_option_is_a_map),
        cmocka_unit_test(settings_have_osrms_names_too),
        cmocka_unit_test(what_changes_nothing_is_noted_once),
        cmocka_unit_test(what_is_wrong_is_refused_with_words),
        cmocka_unit_test(an_option_with_a_value_is_given_once),
        cmocka_unit_test(what_is_no_map_is_told),
        cmocka_unit_test(help_and_version_win),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
