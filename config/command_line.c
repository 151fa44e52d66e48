/* osrm-routed's options, for people who switch; then relaxd's own. */
#include "config/command_line.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "config/config_file.h"
#include "config/setting.h"
#include "core/base/text.h"

/* ---- osrm-routed's options ---------------------------------------------- */

enum osrm_kind {
    KIND_SETTING, /* another name for a setting of the table */
    KIND_PORT,
    KIND_ADDRESS,
    KIND_VERBOSITY,
    KIND_ALGORITHM,
    KIND_TRIAL,
    KIND_NOTED, /* changes nothing; `words` is the reason */
};

struct osrm_option {
    char letter; /* 0: none */
    const char *name;
    bool flag;
    enum osrm_kind kind;
    const char *words; /* the setting's option, or the note; NULL: none */
};

static const struct osrm_option osrm_options[] = {
    {'p', "port", false, KIND_PORT, "listen"},
    {'i', "ip", false, KIND_ADDRESS, "listen"},
    {'t', "threads", false, KIND_SETTING, "engine-cpu-workers"},
    {'k', "keepalive-timeout", false, KIND_SETTING, "http-idle-timeout-s"},
    {'l', "verbosity", false, KIND_VERBOSITY, "log-level"},
    {'a', "algorithm", false, KIND_ALGORITHM,
     "--algorithm changes nothing: the quickest solver for each request is "
     "picked; --solver names one"},
    {0, "trial", true, KIND_TRIAL, NULL},
    {'m', "mmap", true, KIND_NOTED,
     "--mmap changes nothing: maps are always mapped from their files"},
    {'s', "shared-memory", true, KIND_NOTED,
     "--shared-memory changes nothing: maps are mapped from their files, which "
     "all processes share"},
    {0, "dataset-name", false, KIND_NOTED,
     "--dataset-name changes nothing: maps come from files, not from shared "
     "memory; --map NAME=FILE names one"},
    {0, "memory_file", false, KIND_NOTED,
     "--memory_file changes nothing: maps are mapped from their own files"},
    {0, "disable-feature-dataset", false, KIND_NOTED,
     "--disable-feature-dataset changes nothing: unused features take no "
     "memory"},
    {0, "max-matching-radius", false, KIND_NOTED,
     "--max-matching-radius changes nothing: traces are not matched yet"},
    {0, "max-header-size", false, KIND_SETTING, "http-header-max-bytes"},
};

enum { OSRM_OPTION_COUNT = sizeof(osrm_options) / sizeof(osrm_options[0]) };

static const struct osrm_option *find_osrm(const char *name)
{
    for (int i = 0; i < OSRM_OPTION_COUNT; i++) {
        if (!strcmp(osrm_options[i].name, name))
            return &osrm_options[i];
    }
    return NULL;
}

static const struct osrm_option *find_osrm_letter(char letter)
{
    for (int i = 0; i < OSRM_OPTION_COUNT; i++) {
        if (osrm_options[i].letter && osrm_options[i].letter == letter)
            return &osrm_options[i];
    }
    return NULL;
}

static void add_note(struct settings *settings, const char *words)
{
    for (size_t i = 0; i < settings->note_count; i++) {
        if (settings->notes[i] == words)
            return;
    }
    if (settings->note_count < SETTING_NOTES_MAX)
        settings->notes[settings->note_count++] = words;
}

static int set_verbosity(const char *value, struct settings *settings,
                         struct error *error)
{
    static const struct {
        const char *name;
        enum log_level level;
    } levels[] = {
        {"NONE", LOG_ERROR},      {"ERROR", LOG_ERROR}, {"WARN", LOG_WARNING},
        {"WARNING", LOG_WARNING}, {"INFO", LOG_INFO},   {"DEBUG", LOG_DEBUG},
    };

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        if (!strcasecmp(levels[i].name, value)) {
            settings->log_level = levels[i].level;
            return 0;
        }
    }
    return error_set(error, -EINVAL,
                     "'%.40s' is not NONE, ERROR, WARNING, INFO or DEBUG",
                     value);
}

static int set_algorithm(const char *value, struct settings *settings,
                         const char *words, struct error *error)
{
    if (strcasecmp(value, "CH") && strcasecmp(value, "CoreCH") &&
        strcasecmp(value, "MLD"))
        return error_set(error, -EINVAL,
                         "'%.40s' is not CH, CoreCH or MLD; --solver takes the "
                         "names that 'relaxctl solvers' lists",
                         value);
    add_note(settings, words);
    return 0;
}

/* Accepts "--flag=false", too. */
static int set_flag(const struct osrm_option *option, const char *value,
                    struct settings *settings, struct error *error)
{
    static const char *const no[] = {"0", "off", "no", "false"};
    static const char *const yes[] = {"1", "on", "yes", "true"};

    for (int i = 0; i < 4; i++) {
        if (!strcasecmp(value, no[i]))
            return 0;
        if (strcasecmp(value, yes[i]))
            continue;
        if (option->kind == KIND_TRIAL)
            settings->trial = true;
        else
            add_note(settings, option->words);
        return 0;
    }
    return error_set(error, -EINVAL, "'%.40s' is not true or false", value);
}

static int apply_osrm(const struct osrm_option *option, const char *value,
                      struct settings *settings, struct error *error)
{
    if (option->flag)
        return set_flag(option, value, settings, error);
    switch (option->kind) {
    case KIND_SETTING:
        return setting_set(setting_find_option(option->words), value, settings,
                           error);
    case KIND_PORT:
        return address_set_port(&settings->listen, value, error);
    case KIND_ADDRESS:
        return address_set_host(&settings->listen, value, error);
    case KIND_VERBOSITY:
        return set_verbosity(value, settings, error);
    case KIND_ALGORITHM:
        return set_algorithm(value, settings, option->words, error);
    case KIND_NOTED:
        add_note(settings, option->words);
        return 0;
    case KIND_TRIAL:
        break;
    }
    return 0;
}

static int osrm_option_apply(const struct osrm_option *option,
                             const char *value, struct settings *settings,
                             struct error *error)
{
    const struct setting *setting =
        option->words ? setting_find_option(option->words) : NULL;
    char place[SETTING_OPTION_SIZE + 2];
    int r = apply_osrm(option, value, settings, error);

    if (r || !setting)
        return r;
    snprintf(place, sizeof(place), "--%s", option->name);
    return setting_note_place(setting, place, settings, error);
}

/* The value in the settings table for a limit that osrm-routed calls
 * unlimited. */
static const char *osrm_option_limit(const char *name, const char *value)
{
    bool limit = !strncmp(name, "max-", 4) || !strcmp(name, "default-radius");

    if (!limit || (strcmp(value, "-1") != 0 && strcmp(value, "unlimited") != 0))
        return value;
    /* For alternatives 0 means none, and 100 is the maximum. */
    return strcmp(name, "max-alternatives") ? "0" : "100";
}

/* ---- Arguments ---------------------------------------------------------- */

struct argument {
    char name[SETTING_OPTION_SIZE]; /* without "--" */
    const char *value;
};

/* "--name=value": splits off the name; the value is NULL if there is none. */
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

/* "-p5000", "-p"; false if the letter is unknown. */
static bool split_short(const char *text, struct argument *ret_argument)
{
    const struct osrm_option *option = find_osrm_letter(*text);

    if (!option || (text[1] && option->flag))
        return false;
    strcpy(ret_argument->name, option->name);
    ret_argument->value = text[1] ? text + 1 + (text[1] == '=') : NULL;
    return true;
}

static bool asks_only(const char *name)
{
    return !strcmp(name, "check-config") || !strcmp(name, "print-config") ||
           !strcmp(name, "list-inputs");
}

static bool is_flag(const char *name)
{
    const struct osrm_option *option = find_osrm(name);

    return (option && option->flag) || asks_only(name);
}

/* Lists every option: false past the last. A synonym is not one more. */
static bool option_at(size_t i, char ret_name[SETTING_OPTION_SIZE])
{
    static const char *const own[] = {
        "map",          "set",         "config", "check-config",
        "print-config", "list-inputs", "help",   "version",
    };
    enum { OWN_COUNT = sizeof(own) / sizeof(own[0]) };

    if (i < OWN_COUNT)
        strcpy(ret_name, own[i]);
    else if ((i -= OWN_COUNT) < OSRM_OPTION_COUNT)
        strcpy(ret_name, osrm_options[i].name);
    else if ((i -= OSRM_OPTION_COUNT) < setting_count())
        setting_option(setting_at(i), ret_name);
    else
        return false;
    return true;
}

static bool is_known(const char *wanted)
{
    char name[SETTING_OPTION_SIZE];

    for (size_t i = 0; option_at(i, name); i++) {
        if (!strcmp(name, wanted))
            return true;
    }
    return setting_find_option(wanted);
}

static int refuse_option(const char *wanted, struct error *error)
{
    char name[SETTING_OPTION_SIZE];
    char near[SETTING_OPTION_SIZE] = "";

    for (size_t i = 0; option_at(i, name); i++) {
        if (text_nearer(wanted, *near ? near : NULL, name) == name)
            strcpy(near, name);
    }
    if (*near)
        return error_set(error, -EINVAL,
                         "no option '--%s'; did you mean '--%s'?", wanted,
                         near);
    return error_set(error, -EINVAL, "no option '--%s'; see relaxd --help",
                     wanted);
}

/* Splits argv[*index] and moves past it. Leaves an unknown option for apply()
 * to refuse, with the word behind it if that may be its value. */
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
    ret_argument->value = "";
    if (!is_known(ret_argument->name) &&
        (*index == argc || *argv[*index] == '-'))
        return 0;
    if (*index == argc)
        return error_set(error, -EINVAL, "--%s needs a value",
                         ret_argument->name);
    ret_argument->value = argv[(*index)++];
    return 0;
}

static bool is_map(const struct argument *argument)
{
    return !*argument->name || !strcmp(argument->name, "map");
}

static bool may_repeat(const struct argument *argument)
{
    return is_map(argument) || !strcmp(argument->name, "set") ||
           is_flag(argument->name);
}

/* `end`: of the arguments in front of it. */
static int check_once(char **argv, int end, const struct argument *argument,
                      struct error *error)
{
    const struct setting *setting = setting_find_option(argument->name);
    bool listed = setting && setting->allowed;
    struct argument before;
    int index = 1;

    while (index < end && !may_repeat(argument)) {
        if (!next_argument(end, argv, &index, &before, NULL) &&
            !strcmp(before.name, argument->name))
            return error_set(error, -EINVAL,
                             "--%s is given twice; give one value%s%s",
                             argument->name, listed ? ": " : "",
                             listed ? setting->allowed : "");
    }
    return 0;
}

static int apply_setting(const struct argument *argument,
                         struct settings *settings, struct error *error)
{
    const struct setting *setting = setting_find_option(argument->name);
    char place[SETTING_OPTION_SIZE + 2];
    const char *before;
    int r;

    if (!setting)
        return refuse_option(argument->name, error);
    snprintf(place, sizeof(place), "--%s", argument->name);
    before = setting_place(setting, settings);
    if (setting->synonym && before && !strncmp(before, "--", 2) &&
        strcmp(before, place) != 0)
        return error_set(error, -EINVAL,
                         "%s and %s are the same option; give one", before,
                         place);
    r = setting_take(setting,
                     osrm_option_limit(argument->name, argument->value), place,
                     settings, error);
    if (r)
        error_prefix(error, "--%s", argument->name);
    return r;
}

/* The shell makes a map of what comes after a blank in a list of files. */
static int add_map_file(const char *path, struct settings *settings,
                        struct error *error)
{
    const char *ending = strstr(path, ".csv");

    if (ending && (!ending[4] || !strcmp(ending + 4, ".gz")))
        return error_set(error, -EINVAL,
                         "'%s' is not a map; --segment-speed-file and "
                         "--turn-penalty-file take files separated by commas, "
                         "without blanks",
                         path);
    return settings_add_map_file(settings, path, "--map", error);
}

static int apply(const struct argument *argument, struct settings *settings,
                 struct error *error)
{
    const struct osrm_option *option = find_osrm(argument->name);
    int r;

    if (!strcmp(argument->name, "config") || asks_only(argument->name))
        return 0;
    if (!*argument->name)
        return add_map_file(argument->value, settings, error);
    if (!strcmp(argument->name, "map")) {
        r = settings_add_map(settings, argument->value, "--map", error);
    } else if (!strcmp(argument->name, "set")) {
        r = settings_add_option(settings, argument->value, "--set", error);
    } else if (option) {
        r = osrm_option_apply(option, argument->value, settings, error);
    } else {
        return apply_setting(argument, settings, error);
    }
    if (r)
        error_prefix(error, "--%s", argument->name);
    return r;
}

/* Settings being read, and where mistakes go. */
struct reading {
    struct settings *settings;
    struct mistakes *mistakes; /* NULL: stop at the first mistake */
    struct error *error;
};

/* Collects a mistake and continues, if possible. */
static int keep_going(const struct reading *reading, int r)
{
    if (!r || !reading->mistakes)
        return r;
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

/* Reads the file first, wherever --config stands. */
static int read_files(int argc, char **argv, const struct reading *reading,
                      bool *ret_maps)
{
    struct argument argument;
    int index = 1;
    int r = 0;

    *ret_maps = false;
    while (index < argc && !r) {
        r = next_argument(argc, argv, &index, &argument, reading->error);
        if (!r && !strcmp(argument.name, "config"))
            r = keep_going(reading, read_file(reading, argument.value));
        if (!r && is_map(&argument))
            *ret_maps = true;
    }
    return r;
}

static int ask_only(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return COMMAND_LINE_HELP;
        if (!strcmp(argv[i], "--version") || !strcmp(argv[i], "-v"))
            return COMMAND_LINE_VERSION;
        if (!strcmp(argv[i], "--list-inputs"))
            return COMMAND_LINE_INPUTS;
        if (!strcmp(argv[i], "--check-config"))
            return COMMAND_LINE_CHECK;
        if (!strcmp(argv[i], "--print-config"))
            return COMMAND_LINE_PRINT;
    }
    return 0;
}

/* Where no map is named, those of a directory are served. */
static int add_unnamed_maps(const struct reading *reading)
{
    const struct setting *setting = setting_find_option("maps-directory");
    struct settings *settings = reading->settings;
    const char *path = settings->maps_directory;

    if (settings->map_count || !strcmp(path, "none"))
        return 0;
    return keep_going(
        reading, settings_add_maps_directory(settings, path,
                                             setting_place(setting, settings),
                                             reading->error));
}

static int read_all(int argc, char **argv, const struct reading *reading)
{
    struct argument argument;
    bool maps;
    int index = 1;
    int r = read_files(argc, argv, reading, &maps);

    if (maps)
        settings_clear_maps(reading->settings);
    while (index < argc && !r) {
        int end = index;

        r = next_argument(argc, argv, &index, &argument, reading->error);
        if (r)
            return r;
        r = check_once(argv, end, &argument, reading->error);
        if (!r)
            r = apply(&argument, reading->settings, reading->error);
        r = keep_going(reading, r);
    }
    return r ? r : add_unnamed_maps(reading);
}

int command_line_read(int argc, char **argv, struct settings *settings,
                      struct error *error)
{
    const struct reading reading = {settings, NULL, error};
    int r = ask_only(argc, argv);

    return r ? r : read_all(argc, argv, &reading);
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
    enum { INDENT = 6 };
    char option[SETTING_OPTION_SIZE];

    setting_option(setting, option);
    fprintf(to, "  --%s %s%s\n%*s", option, setting->allowed ? "VALUE" : "N",
            setting->live ? "" : "  (at start)", INDENT, "");
    text_wrap(to, setting->help, INDENT, INDENT);
    if (setting->allowed)
        fprintf(to, "%*s%s; default %s\n", INDENT, "", setting->allowed,
                setting->fallback);
    else
        fprintf(to, "%*s%ju to %ju %s; default %s\n", INDENT, "",
                (uintmax_t)setting->minimum, (uintmax_t)setting->maximum,
                setting->unit, setting->fallback);
}

void command_line_help(FILE *to)
{
    fputs(
        "usage: relaxd [FILE]... [OPTION VALUE]...\n\n"
        "  FILE, --map FILE, --map NAME=FILE\n"
        "      A map to serve, named NAME or after its file; the first one\n"
        "      answers requests that name none. May be repeated. FILE comes\n"
        "      from 'relaxctl import', or is OpenStreetMap data (.osm.pbf,\n"
        "      .osm, .o5m or .opl), imported at the first start.\n"
        "  --set OPTION=VALUE, --set SOLVER.OPTION=VALUE\n"
        "      An option of the solvers, for every map; it beats what\n"
        "      'relaxctl tune' found. 'relaxctl solvers' lists them. May be\n"
        "      repeated.\n"
        "  --config FILE\n"
        "      Settings from a file; options on the command line beat it.\n"
        "  --check-config\n"
        "      Lists all mistakes in settings, options, maps, profiles and\n"
        "      solvers, and exits.\n"
        "  --print-config\n"
        "      Prints the settings in force as a file for --config, each\n"
        "      with its origin, and exits.\n"
        "  -p, --port N    -i, --ip ADDRESS    -t, --threads N\n"
        "  -k, --keepalive-timeout SECONDS     --max-header-size BYTES\n"
        "  -l, --verbosity NONE|ERROR|WARNING|INFO|DEBUG       --trial\n"
        "      As in osrm-routed: port and address of --listen,\n"
        "      --engine-cpu-workers, --http-idle-timeout-s,\n"
        "      --http-header-max-bytes, --log-level; load the maps and exit.\n"
        "  -a, --algorithm CH|CoreCH|MLD   -m, --mmap   -s, --shared-memory\n"
        "  --dataset-name NAME   --memory_file FILE\n"
        "  --disable-feature-dataset NAME   --max-matching-radius METRES\n"
        "      Accepted as in osrm-routed; the log says why they change\n"
        "      nothing.\n"
        "  --list-inputs\n"
        "      As in osrm-routed: prints the endings of the files that a map\n"
        "      needs, which is one, and exits.\n"
        "  -v, --version, -h, --help\n"
        "      Prints the version, or the options.\n",
        to);
    fputs(
        "\nSettings marked (at start) change at the next start. SIGHUP reloads "
        "all others\nfrom the config file, and the maps.\n\n",
        to);
    for (size_t i = 0; i < setting_count(); i++)
        help_setting(setting_at(i), to);
    fputs(
        "\nexit status: 0 after SIGTERM or SIGINT once it listens, before "
        "that the\nsignal's; 1 if something failed that a restart may cure; 2 "
        "if an option, a\nsetting or a map is wrong\n",
        to);
}
