/* config_print: the settings in force, as a file of settings. */
#include "config/config_print.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "config/config_file.h"
#include "config/setting.h"
#include "core/base/memory_stream.h"

/* Longer lines of a file are refused; a comment that would make one longer
 * stands before it. */
enum { LINE_MAX_LENGTH = 180 };

struct print {
    FILE *to;
    bool places;        /* say where each was set */
    const char *broken; /* whose value has several lines; NULL: none */
};

static void print_line(struct print *print, const char *key, const char *value,
                       const char *place)
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

static void print_maps(struct print *print, const struct settings *settings)
{
    fputs("[maps]\n", print->to);
    for (size_t i = 0; i < settings->map_count; i++) {
        const struct map_setting *map = &settings->maps[i];

        print_line(print, map->name, map->path, map->place);
    }
}

/* Later ones win, and a file may have each but once. */
static bool is_overruled(const struct settings *settings, size_t index)
{
    for (size_t i = index + 1; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, settings->options[index].name))
            return true;
    }
    return false;
}

static void print_options(struct print *print, const struct settings *settings)
{
    fputs("\n[solvers]\n", print->to);
    for (size_t i = 0; i < settings->option_count; i++) {
        const struct option_setting *option = &settings->options[i];

        if (!is_overruled(settings, i))
            print_line(print, option->name, option->value, option->place);
    }
}

static void print_setting(struct print *print, const struct settings *settings,
                          const struct setting *setting)
{
    const char *place = setting_place(setting, settings);
    char text[SETTING_TEXT_SIZE];

    if (setting_format(setting, settings, text))
        print_line(print, setting->key, text, place ? place : "default");
}

static void print_all(struct print *print, const struct settings *settings)
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

/* The text is free()d by the caller. */
static int print_text(const struct settings *settings, bool places,
                      char **ret_text, struct error *error)
{
    size_t size;
    struct print print = {open_memstream(ret_text, &size), places, NULL};

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

/* What comes of the text where it is read. */
static int read_back(const char *text, char **ret_text, struct error *error)
{
    struct settings settings;
    int result;

    settings_init(&settings);
    result = config_file_parse("what would be printed", text, strlen(text),
                               &settings, error);
    if (!result)
        result = print_text(&settings, false, ret_text, error);
    settings_finish(&settings);
    return result;
}

/* Whether `text`, which has the settings' `plain` text with comments, is read
 * as the same. */
static int check(const char *text, const char *plain, struct error *error)
{
    char *again = NULL;
    int result = read_back(text, &again, error);

    if (!result && strcmp(plain, again) != 0)
        result =
            error_set(error, -EINVAL, "it would be read as something else");
    free(again);
    return result;
}

int config_print(const struct settings *settings, FILE *to, struct error *error)
{
    char *text = NULL;
    char *plain = NULL;
    int result = print_text(settings, true, &text, error);

    if (!result)
        result = print_text(settings, false, &plain, error);
    if (!result)
        result = check(text, plain, error);
    if (result == -EINVAL)
        error_prefix(error, "what the command line says cannot stand in a file "
                            "of settings");
    if (!result)
        fputs(text, to);
    free(text);
    free(plain);
    return result;
}
