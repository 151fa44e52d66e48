/* command_line: settings from relaxd's arguments. */
#include "config/command_line.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "config/config_file.h"
#include "config/osrm_options.h"
#include "config/setting.h"

struct argument {
    char name[SETTING_OPTION_SIZE]; /* without "--" */
    const char *value;
};

/* "--name=value": cuts the name off, the value is NULL where there is none. */
static void split_long(const char *text, struct argument *ret_argument)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);

    if (length >= sizeof(ret_argument->name))
        length = sizeof(ret_argument->name) - 1;
    memcpy(ret_argument->name, text, length);
    ret_argument->name[length] = '\0';
    ret_argument->value = equals ? equals + 1 : NULL;
}

/* "-p5000", "-p": false where there is no such letter. */
static bool split_short(const char *text, struct argument *ret_argument)
{
    const char *name = osrm_option_of_letter(*text);

    if (!name || (text[1] && osrm_option_is_flag(name)))
        return false;
    strcpy(ret_argument->name, name);
    ret_argument->value = text[1] ? text + 1 + (text[1] == '=') : NULL;
    return true;
}

static bool asks_only(const char *name)
{
    return !strcmp(name, "check-config") || !strcmp(name, "print-config");
}

static bool is_flag(const char *name)
{
    return osrm_option_is_flag(name) || asks_only(name);
}

/* Splits argv[*index] and moves past it. */
static int next_argument(int argc, char **argv, int *index,
                         struct argument *ret_argument, struct error *error)
{
    const char *text = argv[(*index)++];

    if (*text != '-') {
        *ret_argument = (struct argument){"", text};
        return 0;
    }
    if (text[1] == '-' && text[2])
        split_long(text + 2, ret_argument);
    else if (!split_short(text + 1, ret_argument))
        return error_set(error, -EINVAL,
                         "'%s' is not an option; see relaxd --help", text);
    if (ret_argument->value)
        return 0;
    if (is_flag(ret_argument->name)) {
        ret_argument->value = "true";
        return 0;
    }
    if (*index == argc)
        return error_set(error, -EINVAL, "--%s: a value is missing",
                         ret_argument->name);
    ret_argument->value = argv[(*index)++];
    return 0;
}

static bool is_map(const struct argument *argument)
{
    return !*argument->name || !strcmp(argument->name, "map");
}

static int apply_setting(const struct argument *argument,
                         struct settings *settings, struct error *error)
{
    const struct setting *setting = setting_find_option(argument->name);
    char place[SETTING_OPTION_SIZE + 2];
    int result;

    if (!setting)
        return error_set(error, -EINVAL, "no option '--%s'; see relaxd --help",
                         argument->name);
    snprintf(place, sizeof(place), "--%s", argument->name);
    result = setting_take(setting,
                          osrm_option_limit(argument->name, argument->value),
                          place, settings, error);
    if (result)
        error_prefix(error, "--%s", argument->name);
    return result;
}

static int apply(const struct argument *argument, struct settings *settings,
                 struct error *error)
{
    int result;

    if (!strcmp(argument->name, "config") || asks_only(argument->name))
        return 0;
    if (!*argument->name)
        return settings_add_map_file(settings, argument->value, "--map", error);
    if (!strcmp(argument->name, "map")) {
        result = settings_add_map(settings, argument->value, "--map", error);
    } else if (!strcmp(argument->name, "set")) {
        result = settings_add_option(settings, argument->value, "--set", error);
    } else if (osrm_option_is_one(argument->name)) {
        result =
            osrm_option_apply(argument->name, argument->value, settings, error);
    } else {
        return apply_setting(argument, settings, error);
    }
    if (result)
        error_prefix(error, "--%s", argument->name);
    return result;
}

/* What is being read, and who wants all that is wrong with it. */
struct reading {
    struct settings *settings;
    struct mistakes *mistakes; /* NULL: the first mistake ends the reading */
    struct error *error;
};

/* Of a mistake that need not end the reading. */
static int go_on(const struct reading *reading, int result)
{
    if (!result || !reading->mistakes)
        return result;
    mistakes_add(reading->mistakes, reading->error);
    return 0;
}

static int read_file(const struct reading *reading, const char *path)
{
    struct settings *settings = reading->settings;

    snprintf(settings->config_path, sizeof(settings->config_path), "%s", path);
    return config_file_collect(path, settings, reading->mistakes,
                               reading->error);
}

/* The file comes first wherever --config stands. */
static int read_files(int argc, char **argv, const struct reading *reading,
                      bool *ret_maps)
{
    struct argument argument;
    int index = 1;
    int result = 0;

    *ret_maps = false;
    while (index < argc && !result) {
        result = next_argument(argc, argv, &index, &argument, reading->error);
        if (!result && !strcmp(argument.name, "config"))
            result = go_on(reading, read_file(reading, argument.value));
        if (!result && is_map(&argument))
            *ret_maps = true;
    }
    return result;
}

static int ask_only(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return COMMAND_LINE_HELP;
        if (!strcmp(argv[i], "--version") || !strcmp(argv[i], "-v"))
            return COMMAND_LINE_VERSION;
        if (!strcmp(argv[i], "--check-config"))
            return COMMAND_LINE_CHECK;
        if (!strcmp(argv[i], "--print-config"))
            return COMMAND_LINE_PRINT;
    }
    return 0;
}

static int read_all(int argc, char **argv, const struct reading *reading)
{
    struct argument argument;
    bool maps;
    int index = 1;
    int result = read_files(argc, argv, reading, &maps);

    if (maps)
        settings_clear_maps(reading->settings);
    while (index < argc && !result) {
        result = next_argument(argc, argv, &index, &argument, reading->error);
        if (!result)
            result = go_on(reading,
                           apply(&argument, reading->settings, reading->error));
    }
    return result;
}

int command_line_read(int argc, char **argv, struct settings *settings,
                      struct error *error)
{
    const struct reading reading = {settings, NULL, error};
    int result = ask_only(argc, argv);

    return result ? result : read_all(argc, argv, &reading);
}

void command_line_check(int argc, char **argv, struct settings *settings,
                        struct mistakes *mistakes)
{
    struct error error;
    const struct reading reading = {settings, mistakes, &error};

    if (read_all(argc, argv, &reading))
        mistakes_add(mistakes, &error);
}

static void help_setting(const struct setting *setting, FILE *to)
{
    char option[SETTING_OPTION_SIZE];

    setting_option(setting, option);
    fprintf(to, "  --%s %s%s\n      %s\n      ", option,
            setting->allowed ? "VALUE" : "N",
            setting->live ? "" : "  (at start)", setting->help);
    if (setting->allowed)
        fprintf(to, "%s; default %s\n", setting->allowed, setting->fallback);
    else
        fprintf(to, "%ju to %ju %s; default %s\n", (uintmax_t)setting->minimum,
                (uintmax_t)setting->maximum, setting->unit, setting->fallback);
}

void command_line_help(FILE *to)
{
    fputs("usage: relaxd [FILE]... [OPTION VALUE]...\n\n"
          "  FILE, --map FILE, --map NAME=FILE\n"
          "      A map to serve, called NAME or as the file is; the first one\n"
          "      answers requests that name none. May be repeated. FILE\n"
          "      was made by 'relaxctl import', or is OpenStreetMap data,\n"
          "      .osm.pbf, .osm, .o5m or .opl, imported at the first start.\n"
          "  --set OPTION=VALUE, --set SOLVER.OPTION=VALUE\n"
          "      An option of the solvers, for every map, over what 'relaxctl\n"
          "      tune' found; 'relaxctl solvers' lists them. May be repeated.\n"
          "  --config FILE\n"
          "      Settings from a file; options here win over it.\n"
          "  --check-config\n"
          "      Reads settings and options, looks whether maps, profiles and\n"
          "      solvers are there, says all that is wrong, and leaves.\n"
          "  --print-config\n"
          "      Prints the settings in force as a file for --config, with "
          "where\n"
          "      each comes from, and leaves.\n"
          "  -p, --port N    -i, --ip ADDRESS    -t, --threads N\n"
          "  -k, --keepalive-timeout SECONDS     -l, --verbosity LEVEL\n"
          "  --trial\n"
          "      As osrm-routed has them: port and address of --listen,\n"
          "      --engine-cpu-workers, --http-idle-timeout-s, --log-level; to\n"
          "      load the maps and leave. -a, -s, -m, --dataset-name and the\n"
          "      like are taken, and the log says why they change nothing.\n"
          "  -v, --version, -h, --help\n",
          to);
    fputs(
        "\nSettings marked (at start) stay as they are until the next start; "
        "SIGHUP takes all\nothers anew from the config file, and the maps.\n\n",
        to);
    for (size_t i = 0; i < setting_count(); i++)
        help_setting(setting_at(i), to);
    fputs(
        "\nexit status: 0 after SIGTERM or SIGINT once it listens, before "
        "that the signal's;\n1 where something failed that may go better next "
        "time; 2 where options, settings\nor maps must be mended first\n",
        to);
}
