/* ini_text: a line reader for inih that counts lines.
 *
 * Debian builds inih without line numbers in its callback. The first error is
 * kept. */
#include "core/base/ini_text.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The stand-in for a colon that inih must not take for the end of a name, and
 * the longest name. */
enum { COLON = 0x1f, KEY_SIZE = 256 };

struct reading {
    const char *name;
    const char *next; /* text not read yet: [next, end) */
    const char *end;
    enum ini_names names;
    ini_take *take;
    void *context;
    struct error *error;
    unsigned line;      /* of the line read last */
    bool indented;      /* whether that line is */
    char key[KEY_SIZE]; /* of the last line that has one; "" since a section
                           began */
    int result;         /* 0 until the first error */
};

static void fail(struct reading *reading, int code)
{
    reading->result = code;
    error_prefix(reading->error, "%s:%u", reading->name, reading->line);
}

/* inih would stay in the section before. */
static int check_section_line(struct reading *reading, const char *line)
{
    if (*line != '[' || strchr(line, ']'))
        return 0;
    error_set(reading->error, 0, "'%.*s' has no ']'; write [section]",
              (int)strcspn(line, "\r\n"), line);
    fail(reading, -EINVAL);
    return -EINVAL;
}

/* Replaces a character by another up to the first of `stop`. */
static void exchange(char *text, char from, char to, const char *stop)
{
    char *end = text + strcspn(text, stop);

    for (; text < end; text++) {
        if (*text == from)
            *text = to;
    }
}

static bool has_strange_byte(const struct reading *reading, size_t length)
{
    return memchr(reading->next, '\0', length) ||
           (reading->names == INI_NAMES_WITH_COLONS &&
            memchr(reading->next, COLON, length));
}

static void note_line(struct reading *reading, char *line)
{
    reading->indented = isspace((unsigned char)*line); /* as inih has it */
    if (*line == '[')
        reading->key[0] = '\0';
    else if (reading->names == INI_NAMES_WITH_COLONS)
        exchange(line, ':', COLON, "=");
}

/* As fgets(), from memory. Refuses a line that does not fit inih's buffer,
 * which would cut it silently. */
static char *read_line(char *buffer, int size, void *stream)
{
    struct reading *reading = stream;
    size_t left = (size_t)(reading->end - reading->next);
    const char *newline = memchr(reading->next, '\n', left);
    size_t length = newline ? (size_t)(newline + 1 - reading->next) : left;

    if (!left || reading->result)
        return NULL;
    reading->line++;
    if (length >= (size_t)size || has_strange_byte(reading, length)) {
        error_set(reading->error, 0,
                  "line of more than %d characters or with a "
                  "zero byte; shorten it",
                  size - 2);
        fail(reading, -EINVAL);
        return NULL;
    }
    memcpy(buffer, reading->next, length);
    buffer[length] = '\0';
    reading->next += length;
    if (check_section_line(reading, buffer))
        return NULL;
    note_line(reading, buffer);
    return buffer;
}

/* inih's callback; returning 0 reports an error. inih cuts its own copy of a
 * continued name at 50 bytes. */
static int take(void *user, const char *section, const char *key,
                const char *value)
{
    struct reading *reading = user;
    char text[KEY_SIZE];
    struct ini_line line = {
        .section = section,
        .key = reading->key,
        .value = text,
        .number = reading->line,
        .continued = reading->indented && reading->key[0],
    };
    int r;

    if (reading->result)
        return 0;
    if (!line.continued)
        snprintf(reading->key, sizeof(reading->key), "%s", key);
    snprintf(text, sizeof(text), "%s", value);
    if (reading->names == INI_NAMES_WITH_COLONS) {
        exchange(reading->key, COLON, ':', "");
        exchange(text, COLON, ':', "");
    }
    r = reading->take(reading->context, &line, reading->error);
    if (r)
        fail(reading, r);
    return !r;
}

int ini_text_read(const char *name, const char *text, size_t size,
                  enum ini_names names, ini_take *taker, void *context,
                  struct error *error)
{
    struct reading reading = {
        .name = name,
        .next = text,
        .end = text + size,
        .names = names,
        .take = taker,
        .context = context,
        .error = error,
    };
    int line = ini_parse_stream(read_line, &reading, take, &reading);

    /* inih goes on after a line that it rejects. */
    if (reading.result && (!line || (unsigned)line >= reading.line))
        return reading.result;
    if (line)
        return error_set(error, -EINVAL,
                         "%s:%d: neither [section], nor 'name = value', nor a "
                         "comment after #",
                         name, line);
    return 0;
}

/* Reads up to `capacity` bytes. */
static int read_all(const char *path, char *text, size_t capacity,
                    size_t *ret_length, struct error *error)
{
    FILE *file = fopen(path, "re");
    int r = 0;

    if (!file)
        return error_errno(error, "%s", path);
    *ret_length = fread(text, 1, capacity, file);
    if (ferror(file))
        r = error_errno(error, "%s", path);
    fclose(file);
    return r;
}

int ini_file_load(const char *path, char **ret_text, size_t *ret_size,
                  struct error *error)
{
    char *text = malloc(INI_TEXT_MAX + 1);
    size_t size = 0;
    int r;

    if (!text)
        return error_no_memory(error);
    r = read_all(path, text, INI_TEXT_MAX + 1, &size, error);
    if (!r && size > INI_TEXT_MAX)
        r = error_set(error, -EINVAL, "%s: longer than %d bytes", path,
                      INI_TEXT_MAX);
    if (r) {
        free(text);
        return r;
    }
    *ret_text = text;
    *ret_size = size;
    return 0;
}
