#include "config/config_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"
#include "core/base/ini_text.h"
#include "core/base/text.h"

/* ---- Reading ------------------------------------------------------------ */

enum { PLACE_SIZE = SETTING_PATH_SIZE + 16 };

struct parse {
    const char *path;
    struct settings *settings;
    struct mistakes *mistakes; /* NULL: stop at the first one */
    struct error *error;
    size_t options_before;            /* set before this file */
    unsigned line;                    /* being read */
    char place[PLACE_SIZE];           /* of that line: "relaxd.conf:7" */
    unsigned seen[SETTING_COUNT_MAX]; /* line of each setting; 0: not yet */
};

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
    unsigned *seen;
    int r;

    if (!setting)
        return refuse_key(section, key, parse->error);
    seen = &parse->seen[setting_index(setting)];
    if (*seen)
        return error_set(parse->error, -EINVAL,
                         "%s.%s is set twice, first in line %u", section,
                         setting->key, *seen);
    *seen = parse->line;
    r = setting_take(setting, value, parse->place, parse->settings,
                     parse->error);
    if (r)
        error_prefix(parse->error, "%s.%s", section, key);
    return r;
}

static int set_option(struct parse *parse, const char *name, const char *value)
{
    const struct settings *settings = parse->settings;

    for (size_t i = parse->options_before; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, name))
            return error_set(parse->error, -EINVAL,
                             "solvers.%s is set twice, first in %s", name,
                             settings->options[i].place);
    }
    return settings_add_named_option(parse->settings, name, value, parse->place,
                                     parse->error);
}

static int set_line(struct parse *parse, const struct ini_line *line)
{
    if (!strcmp(line->section, "maps"))
        return settings_add_named_map(parse->settings, line->key, line->value,
                                      parse->place, parse->error);
    if (!strcmp(line->section, "solvers"))
        return set_option(parse, line->key, line->value);
    return set_key(parse, line->section, line->key, line->value);
}

static int read_line(void *context, const struct ini_line *line,
                     struct error *error)
{
    struct parse *parse = context;
    int r;

    parse->line = line->number;
    snprintf(parse->place, sizeof(parse->place), "%s:%u", parse->path,
             line->number);
    r = set_line(parse, line);
    if (!r || !parse->mistakes)
        return r;
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

    return ini_text_read(path, text, length, INI_NAMES_PLAIN, read_line, &parse,
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
    int r = ini_file_load(path, &text, &length, error);

    if (r)
        return r;
    r = read_text(path, text, length, settings, mistakes, error);
    free(text);
    return r;
}

/* ---- Printing ----------------------------------------------------------- */

/* inih refuses longer lines; a comment that would make one
 * longer goes on the line before. */
enum { LINE_MAX_LENGTH = 180 };

struct printer {
    FILE *to;
    bool places;        /* add where each was set */
    const char *broken; /* a setting whose value has several lines; NULL:
                           none */
};

static void print_line(struct printer *print, const char *key,
                       const char *value, const char *place)
{
    bool short_enough =
        strlen(key) + strlen(value) + strlen(place) < LINE_MAX_LENGTH;

    if (strchr(value, '\n'))
        print->broken = key;
    if (!print->places)
        fprintf(print->to, "%s = %s\n", key, value);
    else if (short_enough)
        fprintf(print->to, "%s = %s ; %s\n", key, value, place);
    else
        fprintf(print->to, "# %.*s\n%s = %s\n", LINE_MAX_LENGTH, place, key,
                value);
}

static void print_maps(struct printer *print, const struct settings *settings)
{
    fputs("[maps]\n", print->to);
    for (size_t i = 0; i < settings->map_count; i++) {
        const struct map_setting *map = &settings->maps[i];

        print_line(print, map->name, map->path, map->place);
    }
}

/* Later options win, but a file may have each only once. */
static bool is_overruled(const struct settings *settings, size_t index)
{
    for (size_t i = index + 1; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, settings->options[index].name))
            return true;
    }
    return false;
}

static void print_options(struct printer *print,
                          const struct settings *settings)
{
    fputs("\n[solvers]\n", print->to);
    for (size_t i = 0; i < settings->option_count; i++) {
        const struct option_setting *option = &settings->options[i];

        if (!is_overruled(settings, i))
            print_line(print, option->name, option->value, option->place);
    }
}

static void print_setting(struct printer *print,
                          const struct settings *settings,
                          const struct setting *setting)
{
    const char *place = setting_place(setting, settings);
    char text[SETTING_TEXT_SIZE] = "";

    setting_format(setting, settings, text);
    print_line(print, setting->key, text, place ? place : "default");
}

static void print_all(struct printer *print, const struct settings *settings)
{
    const char *section = "";

    print_maps(print, settings);
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);

        if (strcmp(section, setting->section) != 0)
            fprintf(print->to, "\n[%s]\n", setting->section);
        section = setting->section;
        print_setting(print, settings, setting);
    }
    print_options(print, settings);
}

/* The caller free()s the text. */
static int print_text(const struct settings *settings, bool places,
                      char **ret_text, struct error *error)
{
    size_t size;
    struct printer print = {open_memstream(ret_text, &size), places, NULL};

    if (!print.to)
        return error_no_memory(error);
    print_all(&print, settings);
    if (memory_stream_close(print.to, ret_text))
        return error_no_memory(error);
    return print.broken
               ? error_set(error, -EINVAL, "'%s' has a line break in its value",
                           print.broken)
               : 0;
}

/* Reads the text and prints the resulting settings. */
static int read_back(const char *text, char **ret_text, struct error *error)
{
    struct settings settings;
    int r;

    settings_init(&settings);
    r = config_file_parse("what would be printed", text, strlen(text),
                          &settings, error);
    if (!r)
        r = print_text(&settings, false, ret_text, error);
    settings_finish(&settings);
    return r;
}

/* Whether `text`, which is `plain` with comments, reads as the same settings.
 */
static int check_print(const char *text, const char *plain, struct error *error)
{
    char *again = NULL;
    int r = read_back(text, &again, error);

    if (!r && strcmp(plain, again) != 0)
        r = error_set(error, -EINVAL,
                      "relaxd would read it back as something else");
    free(again);
    return r;
}

int config_file_print(const struct settings *settings, FILE *to,
                      struct error *error)
{
    char *text = NULL;
    char *plain = NULL;
    int r = print_text(settings, true, &text, error);

    if (!r)
        r = print_text(settings, false, &plain, error);
    if (!r)
        r = check_print(text, plain, error);
    if (r == -EINVAL)
        error_prefix(error,
                     "the command line has a value that a config file cannot "
                     "hold");
    if (!r)
        fputs(text, to);
    free(text);
    free(plain);
    return r;
}
