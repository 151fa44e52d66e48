/* config_file: settings from a file of [sections] and "name = value" lines. */
#include "config/config_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"
#include "core/base/ini_text.h"
#include "core/base/text.h"

struct parse {
    const char *path;
    struct settings *settings;
    struct mistakes *mistakes; /* NULL: the first ends the reading */
    struct error *error;
    size_t options_before;            /* set elsewhere */
    unsigned line;                    /* that is being taken */
    unsigned seen[SETTING_COUNT_MAX]; /* line of each setting; 0: not yet */
};

enum { PLACE_SIZE = SETTING_PATH_SIZE + 16 };

static void place_here(const struct parse *parse, char place[PLACE_SIZE])
{
    snprintf(place, PLACE_SIZE, "%s:%u", parse->path, parse->line);
}

static bool section_exists(const char *section)
{
    for (size_t i = 0; i < setting_count(); i++) {
        if (!strcmp(setting_at(i)->section, section))
            return true;
    }
    return false;
}

static int refuse_section(const char *section, struct error *error)
{
    char list[200] = "maps, solvers";

    for (size_t i = 0; i < setting_count(); i++) {
        if (!i || strcmp(setting_at(i)->section, setting_at(i - 1)->section))
            text_list_add(list, sizeof(list), setting_at(i)->section);
    }
    if (!*section)
        return error_set(error, -EINVAL,
                         "a setting before the first [section]; there are %s",
                         list);
    return error_set(error, -EINVAL, "no section [%s]; there are %s", section,
                     list);
}

static int refuse_key(const char *section, const char *key, struct error *error)
{
    char list[300] = "";

    if (!section_exists(section))
        return refuse_section(section, error);
    for (size_t i = 0; i < setting_count(); i++) {
        if (!strcmp(setting_at(i)->section, section))
            text_list_add(list, sizeof(list), setting_at(i)->key);
    }
    return error_set(error, -EINVAL, "section [%s] has no '%s'; it has %s",
                     section, key, list);
}

static int set_key(struct parse *parse, const char *section, const char *key,
                   const char *value)
{
    const struct setting *setting = setting_find_key(section, key);
    char place[PLACE_SIZE];
    unsigned *seen;
    int result;

    if (!setting)
        return refuse_key(section, key, parse->error);
    seen = &parse->seen[setting_index(setting)];
    if (*seen)
        return error_set(parse->error, -EINVAL,
                         "%s.%s is set twice, first in line %u", section, key,
                         *seen);
    *seen = parse->line;
    place_here(parse, place);
    result = setting_take(setting, value, place, parse->settings, parse->error);
    if (result)
        error_prefix(parse->error, "%s.%s", section, key);
    return result;
}

static int set_option(struct parse *parse, const char *name, const char *value)
{
    const struct settings *settings = parse->settings;
    char place[PLACE_SIZE];

    for (size_t i = parse->options_before; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, name))
            return error_set(parse->error, -EINVAL,
                             "solvers.%s is set twice, first in %s", name,
                             settings->options[i].place);
    }
    place_here(parse, place);
    return settings_add_named_option(parse->settings, name, value, place,
                                     parse->error);
}

static int set_map(struct parse *parse, const char *name, const char *path)
{
    char place[PLACE_SIZE];

    place_here(parse, place);
    return settings_add_named_map(parse->settings, name, path, place,
                                  parse->error);
}

static int set_line(struct parse *parse, const struct ini_line *line)
{
    if (!strcmp(line->section, "maps"))
        return set_map(parse, line->key, line->value);
    if (!strcmp(line->section, "solvers"))
        return set_option(parse, line->key, line->value);
    return set_key(parse, line->section, line->key, line->value);
}

static int take(void *context, const struct ini_line *line, struct error *error)
{
    struct parse *parse = context;
    int result;

    parse->line = line->number;
    result = set_line(parse, line);
    if (!result || !parse->mistakes)
        return result;
    error_prefix(error, "%s:%u", parse->path, parse->line);
    mistakes_add(parse->mistakes, error);
    return 0;
}

static int read_text(const char *path, const char *text, size_t length,
                     struct settings *settings, struct mistakes *mistakes,
                     struct error *error)
{
    struct parse parse = {
        .path = path,
        .settings = settings,
        .mistakes = mistakes,
        .options_before = settings->option_count,
        .error = error,
    };

    return ini_text_read(path, text, length, INI_NAMES_PLAIN, take, &parse,
                         error);
}

int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error)
{
    return read_text(path, text, length, settings, NULL, error);
}

int config_file_collect(const char *path, struct settings *settings,
                        struct mistakes *mistakes, struct error *error)
{
    char *text;
    size_t length;
    int result = ini_file_load(path, &text, &length, error);

    if (result)
        return result;
    result = read_text(path, text, length, settings, mistakes, error);
    free(text);
    return result;
}

int config_file_read(const char *path, struct settings *settings,
                     struct error *error)
{
    return config_file_collect(path, settings, NULL, error);
}
