/* config_file: settings from a file of [sections] and "name = value" lines.
 *
 * inih takes lines from a reader of ours, which counts them: Debian builds inih
 * without line numbers in its callback. The first error is kept. */
#include "config/config_file.h"

#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"

enum { FILE_MAX = 1 << 20 };

struct parse {
    const char *path;
    const char *next; /* text not read yet: [next, end) */
    const char *end;
    struct settings *settings;
    struct error *error;
    size_t options_before;            /* set elsewhere */
    unsigned line;                    /* of what the reader gave last */
    unsigned seen[SETTING_COUNT_MAX]; /* line of each setting; 0: not yet */
    int result;                       /* 0 until the first error */
};

static void fail(struct parse *parse, int code)
{
    parse->result = code;
    error_prefix(parse->error, "%s:%u", parse->path, parse->line);
}

/* inih would go on in the section before. */
static int check_section_line(struct parse *parse, const char *line)
{
    if (*line != '[' || strchr(line, ']'))
        return 0;
    error_set(parse->error, 0, "'%.*s' has no ']'; write [section]",
              (int)strcspn(line, "\r\n"), line);
    fail(parse, -EINVAL);
    return -EINVAL;
}

/* As fgets(), from memory. A line that inih's buffer cannot hold would be cut
 * silently: refused. */
static char *read_line(char *buffer, int size, void *stream)
{
    struct parse *parse = stream;
    size_t left = (size_t)(parse->end - parse->next);
    const char *newline = memchr(parse->next, '\n', left);
    size_t length = newline ? (size_t)(newline + 1 - parse->next) : left;

    if (!left || parse->result)
        return NULL;
    parse->line++;
    if (length >= (size_t)size || memchr(parse->next, '\0', length)) {
        error_set(parse->error, 0,
                  "line of more than %d characters or with a "
                  "zero byte; shorten it",
                  size - 2);
        fail(parse, -EINVAL);
        return NULL;
    }
    memcpy(buffer, parse->next, length);
    buffer[length] = '\0';
    parse->next += length;
    return check_section_line(parse, buffer) ? NULL : buffer;
}

static bool section_exists(const char *section)
{
    for (size_t i = 0; i < setting_count; i++) {
        if (!strcmp(setting_table[i].section, section))
            return true;
    }
    return false;
}

/* Appends ", word" while there is room. */
static void append_word(char *list, size_t size, const char *word)
{
    size_t length = strlen(list);

    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

static int refuse_section(const char *section, struct error *error)
{
    char list[200] = "maps, solvers";

    for (size_t i = 0; i < setting_count; i++) {
        if (!i ||
            strcmp(setting_table[i].section, setting_table[i - 1].section))
            append_word(list, sizeof(list), setting_table[i].section);
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
    for (size_t i = 0; i < setting_count; i++) {
        if (!strcmp(setting_table[i].section, section))
            append_word(list, sizeof(list), setting_table[i].key);
    }
    return error_set(error, -EINVAL, "section [%s] has no '%s'; it has %s",
                     section, key, list);
}

static int set_key(struct parse *parse, const char *section, const char *key,
                   const char *value)
{
    const struct setting *setting = setting_find_key(section, key);
    unsigned *seen;
    int result;

    if (!setting)
        return refuse_key(section, key, parse->error);
    seen = &parse->seen[setting - setting_table];
    if (*seen)
        return error_set(parse->error, -EINVAL,
                         "%s.%s is set twice, first in line %u", section, key,
                         *seen);
    *seen = parse->line;
    result = setting_set(setting, value, parse->settings, parse->error);
    if (result)
        error_prefix(parse->error, "%s.%s", section, key);
    return result;
}

static int set_option(struct parse *parse, const char *name, const char *value)
{
    const struct settings *settings = parse->settings;
    char place[SETTING_PATH_SIZE + 16];

    for (size_t i = parse->options_before; i < settings->option_count; i++) {
        if (!strcmp(settings->options[i].name, name))
            return error_set(parse->error, -EINVAL,
                             "solvers.%s is set twice, first in %s", name,
                             settings->options[i].place);
    }
    snprintf(place, sizeof(place), "%s:%u", parse->path, parse->line);
    return settings_add_named_option(parse->settings, name, value, place,
                                     parse->error);
}

/* inih's callback; 0 tells it of an error. */
static int take(void *user, const char *section, const char *key,
                const char *value)
{
    struct parse *parse = user;
    int result;

    if (parse->result)
        return 0;
    if (!strcmp(section, "maps"))
        result =
            settings_add_named_map(parse->settings, key, value, parse->error);
    else if (!strcmp(section, "solvers"))
        result = set_option(parse, key, value);
    else
        result = set_key(parse, section, key, value);
    if (result)
        fail(parse, result);
    return !result;
}

int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error)
{
    struct parse parse = {
        .path = path,
        .next = text,
        .end = text + length,
        .settings = settings,
        .options_before = settings->option_count,
        .error = error,
    };
    int line;

    line = ini_parse_stream(read_line, &parse, take, &parse);
    /* inih reads on after a line that it cannot take. */
    if (parse.result && (!line || (unsigned)line >= parse.line))
        return parse.result;
    if (line)
        return error_set(error, -EINVAL,
                         "%s:%d: neither [section], nor 'name = value', nor a "
                         "comment after #",
                         path, line);
    return 0;
}

/* Reads up to `capacity` bytes. */
static int read_all(const char *path, char *text, size_t capacity,
                    size_t *ret_length, struct error *error)
{
    FILE *file = fopen(path, "re");
    int result = 0;

    if (!file)
        return error_errno(error, "%s", path);
    *ret_length = fread(text, 1, capacity, file);
    if (ferror(file))
        result = error_errno(error, "%s", path);
    fclose(file);
    return result;
}

int config_file_read(const char *path, struct settings *settings,
                     struct error *error)
{
    char *text = malloc(FILE_MAX + 1);
    size_t length = 0;
    int result;

    if (!text)
        return error_no_memory(error);
    result = read_all(path, text, FILE_MAX + 1, &length, error);
    if (!result && length > FILE_MAX)
        result = error_set(error, -EINVAL, "%s: longer than %d bytes", path,
                           FILE_MAX);
    if (!result)
        result = config_file_parse(path, text, length, settings, error);
    free(text);
    return result;
}
