/* fuzz_command_line: any bytes as relaxd's arguments, separated by a byte of 0.
 * Both readers accept and refuse the same arguments; accepted ones, printed as
 * a file of settings and read again, are the same. No argument names a file to
 * read. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/command_line.h"
#include "config/config_file.h"
#include "config/setting.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { ARGUMENTS_MAX = 32 };

struct arguments {
    char *list[ARGUMENTS_MAX + 1];
    int count;
};

static void arguments_read(struct arguments *arguments, struct portion *input)
{
    *arguments = (struct arguments){{strdup("relaxd")}, 1};
    while (input->left && arguments->count < ARGUMENTS_MAX)
        arguments->list[arguments->count++] = portion_text(input);
}

static void arguments_finish(struct arguments *arguments)
{
    for (int i = 0; i < arguments->count; i++)
        free(arguments->list[i]);
}

static bool names_file(const struct arguments *arguments)
{
    for (int i = 0; i < arguments->count; i++) {
        if (!strncmp(arguments->list[i], "--config", 8))
            return true;
    }
    return false;
}

static void check_names(const struct settings *settings)
{
    for (size_t i = 0; i < settings->map_count; i++) {
        const struct map_setting *map = &settings->maps[i];
        size_t length = strlen(map->name);

        if (!length || length >= SETTING_NAME_SIZE || !*map->path ||
            strpbrk(map->name, "/=; \t\n"))
            abort();
        for (size_t j = 0; j < i; j++) {
            if (!strcmp(settings->maps[j].name, map->name))
                abort();
        }
    }
}

/* The last value of an option. */
static const char *find_option(const struct settings *settings,
                               const char *name)
{
    const char *found = "";

    for (size_t i = 0; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, name))
            found = settings->options[i].value;
    }
    return found;
}

static bool same_options(const struct settings *a, const struct settings *b)
{
    for (size_t i = 0; i < a->option_count; i++) {
        const char *name = a->options[i].name;

        if (strcmp(find_option(a, name), find_option(b, name)) != 0)
            return false;
    }
    return true;
}

static void check_same(const struct settings *a, const struct settings *b)
{
    if (a->map_count != b->map_count || !same_options(a, b) ||
        !same_options(b, a))
        abort();
    for (size_t i = 0; i < a->map_count; i++) {
        if (strcmp(a->maps[i].name, b->maps[i].name) ||
            strcmp(a->maps[i].path, b->maps[i].path) != 0)
            abort();
    }
    for (size_t i = 0; i < setting_count(); i++) {
        if (!setting_is_equal(setting_at(i), a, b))
            abort();
    }
}

static void check_file(const struct settings *settings, const char *text,
                       size_t length)
{
    struct settings again;
    struct error error;

    settings_init(&again);
    if (config_file_parse("x", text, length, &again, &error))
        abort();
    check_same(settings, &again);
    settings_finish(&again);
}

static void check_print(const struct settings *settings)
{
    struct error error = {""};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    int result;

    if (!to)
        abort();
    result = config_file_print(settings, to, &error);
    fclose(to);
    if (result ? length || !error.text[0] : !length)
        abort(); /* all of it, or words */
    if (!result)
        check_file(settings, text, length);
    free(text);
}

static void try_arguments(struct arguments *arguments)
{
    static struct mistakes mistakes;
    struct settings settings, other;
    struct error error = {""};
    int result;

    settings_init(&settings);
    settings_init(&other);
    mistakes.count = 0;
    result =
        command_line_read(arguments->count, arguments->list, &settings, &error);
    command_line_check(arguments->count, arguments->list, &other, &mistakes);
    if (result < 0 && (!error.text[0] || !mistakes.count ||
                       strcmp(error.text, mistakes.found[0].text) != 0))
        abort(); /* no words, or not the first mistake */
    if (!result) {
        if (mistakes.count)
            abort();
        check_same(&settings, &other);
        check_names(&settings);
        check_print(&settings);
    }
    settings_finish(&settings);
    settings_finish(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    struct arguments arguments;

    arguments_read(&arguments, &input);
    if (!names_file(&arguments))
        try_arguments(&arguments);
    arguments_finish(&arguments);
    return 0;
}
