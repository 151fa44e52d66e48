/* osrm_options: the command line of osrm-routed, for people who switch. */
#include "config/osrm_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "config/setting.h"
#include "core/base/parse.h"

enum kind {
    KIND_SETTING, /* a setting of the table by another name */
    KIND_PORT,
    KIND_ADDRESS,
    KIND_VERBOSITY,
    KIND_ALGORITHM,
    KIND_TRIAL,
    KIND_NOTED, /* changes nothing; `words` say why */
};

struct osrm_option {
    char letter; /* 0: none */
    const char *name;
    bool flag;
    enum kind kind;
    const char *words; /* the setting's option, or the note; NULL: none */
};

static const struct osrm_option options[] = {
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
     "--disable-feature-dataset changes nothing: what is not asked for takes "
     "no memory"},
    {0, "max-matching-radius", false, KIND_NOTED,
     "--max-matching-radius changes nothing: traces are not matched yet"},
    {0, "max-header-size", false, KIND_SETTING, "http-header-max-bytes"},
};

enum { OPTION_COUNT = sizeof(options) / sizeof(options[0]) };

static const struct osrm_option *find(const char *name)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (!strcmp(options[i].name, name))
            return &options[i];
    }
    return NULL;
}

const char *osrm_option_of_letter(char letter)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (options[i].letter && options[i].letter == letter)
            return options[i].name;
    }
    return NULL;
}

bool osrm_option_is_flag(const char *name)
{
    const struct osrm_option *option = find(name);

    return option && option->flag;
}

bool osrm_option_is_one(const char *name)
{
    return find(name);
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

static int take_verbosity(const char *value, struct settings *settings,
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

static int take_algorithm(const char *value, struct settings *settings,
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

/* "--flag=false" is possible, too. */
static int take_flag(const struct osrm_option *option, const char *value,
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

static int apply(const struct osrm_option *option, const char *value,
                 struct settings *settings, struct error *error)
{
    if (option->flag)
        return take_flag(option, value, settings, error);
    switch (option->kind) {
    case KIND_SETTING:
        return setting_set(setting_find_option(option->words), value, settings,
                           error);
    case KIND_PORT:
        return address_set_port(&settings->listen, value, error);
    case KIND_ADDRESS:
        return address_set_host(&settings->listen, value, error);
    case KIND_VERBOSITY:
        return take_verbosity(value, settings, error);
    case KIND_ALGORITHM:
        return take_algorithm(value, settings, option->words, error);
    case KIND_NOTED:
        add_note(settings, option->words);
        return 0;
    case KIND_TRIAL:
        break;
    }
    return 0;
}

int osrm_option_apply(const char *name, const char *value,
                      struct settings *settings, struct error *error)
{
    const struct osrm_option *option = find(name);
    const struct setting *setting =
        option->words ? setting_find_option(option->words) : NULL;
    char place[SETTING_OPTION_SIZE];
    int result = apply(option, value, settings, error);

    if (result || !setting)
        return result;
    snprintf(place, sizeof(place), "--%s", name);
    return setting_note_place(setting, place, settings, error);
}

const char *osrm_option_limit(const char *name, const char *value)
{
    bool limit = !strncmp(name, "max-", 4) || !strcmp(name, "default-radius");

    if (!limit || (strcmp(value, "-1") != 0 && strcmp(value, "unlimited") != 0))
        return value;
    /* Of alternatives 0 is none, and this is the most. */
    return strcmp(name, "max-alternatives") ? "0" : "100";
}
