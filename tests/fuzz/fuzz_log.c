/* fuzz_log: any bytes as a message and values of an event, in each of the
 * forms: one line, without control characters, from which the values can be
 * read again.
 *
 * The input: message and values, separated by a byte of 0. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/log.h"
#include "core/base/text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { FIELDS_MAX = 4, SHORT = 4096 };

static const char *const keys[FIELDS_MAX] = {"target", "agent", "id", "why"};
static const struct timespec now = {1772366400, 123456789};
static const char message[] = "slow request";

struct event {
    char *text[FIELDS_MAX + 1]; /* the message first */
    struct log_field fields[FIELDS_MAX + 1];
    size_t count;
    bool is_short; /* nothing of it need be cut */
};

static void event_read(struct event *event, struct portion *input)
{
    size_t length;

    *event = (struct event){.text[0] = portion_text(input)};
    length = strlen(event->text[0]);
    while (event->count < FIELDS_MAX && input->left) {
        size_t i = event->count++;
        char *text = portion_text(input);

        length += strlen(text);
        event->text[i + 1] = text;
        event->fields[i] = log_text(keys[i], text);
    }
    event->fields[event->count] = log_number("bytes", length);
    event->is_short = length < SHORT;
}

static void event_finish(struct event *event)
{
    for (size_t i = 0; i <= FIELDS_MAX; i++)
        free(event->text[i]);
}

/* Whether `shown` is `text` with '?' in place of characters that a line must
 * not have: an independent reader, byte by byte. */
static bool is_mended(const char *shown, const char *text)
{
    for (; *text; shown++, text++) {
        unsigned char byte = (unsigned char)*shown;

        if (*shown == *text)
            continue;
        if (byte != '?')
            return false;
        /* One '?' for a misleading character of three bytes. */
        if (!strncmp(text, "\xe2\x80", 2) || !strncmp(text, "\xe2\x81", 2))
            text += text_character(text, strlen(text)) ? 2 : 0;
        else if (*text >= ' ' && *text < 0x7f)
            return false;
    }
    return !*shown;
}

static size_t compose(const struct event *event, enum log_format format,
                      bool coloured, const char *words, char *line)
{
    const struct log_form form = {format, coloured};
    size_t length = log_compose(line, &form, LOG_WARNING, &now, words,
                                event->fields, event->count + 1);

    if (!length || length > LOG_LINE_SIZE || line[length - 1] != '\n')
        abort();
    line[length - 1] = '\0';
    if (strlen(line) != length - 1)
        abort(); /* a byte of 0 */
    if (!coloured && !text_is_line(line, length - 1))
        abort();
    return length - 1;
}

static void check_member(const struct event *event, const json_t *object,
                         const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));

    if (!value || (event->is_short && !is_mended(value, text)))
        abort();
}

static void check_json(const struct event *event, char *line)
{
    size_t length =
        compose(event, LOG_FORMAT_JSON, false, event->text[0], line);
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);

    if (!object || json_object_size(object) != event->count + 4)
        abort(); /* a member forged, or lost */
    check_member(event, object, "message", event->text[0]);
    for (size_t i = 0; i < event->count; i++)
        check_member(event, object, keys[i], event->fields[i].text);
    if (json_integer_value(json_object_get(object, "bytes")) !=
        (json_int_t)event->fields[event->count].number)
        abort();
    json_decref(object);
}

/* " key=value" at `at`: its value, unquoted. Returns what follows. */
static const char *take_pair(const char *at, const char *key, char *value)
{
    size_t length = strlen(key);
    bool quoted;

    if (*at != ' ' || strncmp(at + 1, key, length) || at[length + 1] != '=')
        abort();
    at += length + 2;
    quoted = *at == '"';
    for (at += quoted; *at && *at != (quoted ? '"' : ' '); at++) {
        at += quoted && *at == '\\';
        *value++ = *at;
    }
    *value = '\0';
    if (quoted && *at++ != '"')
        abort();
    return at;
}

/* The line must be head, message, pairs; returns what follows. */
static const char *check_pairs(const struct event *event, const char *head,
                               const char *line)
{
    static char value[LOG_LINE_SIZE];

    if (strncmp(line, head, strlen(head)) ||
        strncmp(line + strlen(head), message, strlen(message)))
        abort();
    line += strlen(head) + strlen(message);
    for (size_t i = 0; i < event->count; i++) {
        line = take_pair(line, keys[i], value);
        if (event->is_short && !is_mended(value, event->fields[i].text))
            abort();
    }
    return line;
}

static void check_text(const struct event *event, enum log_format format,
                       const char *head, char *line)
{
    char number[32];

    compose(event, format, false, message, line);
    snprintf(number, sizeof(number), " bytes=%ju",
             (uintmax_t)event->fields[event->count].number);
    if (strcmp(check_pairs(event, head, line), number) != 0)
        abort();
}

/* Colours add their own sequences and nothing else. */
static void check_colours(const struct event *event, char *line, char *plain)
{
    char *to = line;

    compose(event, LOG_FORMAT_TEXT, true, message, line);
    compose(event, LOG_FORMAT_TEXT, false, message, plain);
    for (char *from = line; *from; from++) {
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    }
    *to = '\0';
    if (event->is_short && strcmp(line, plain) != 0)
        abort();
}

/* A command is printed unchanged, last in its line. */
static void check_command(struct event *event, char *line)
{
    static const char before[] = " -- ";
    const char *rest;

    event->fields[event->count] = log_command("curl", event->text[0]);
    compose(event, LOG_FORMAT_JOURNAL, false, message, line);
    rest = check_pairs(event, "<4>", line);
    if (strncmp(rest, before, strlen(before)) ||
        (event->is_short && !is_mended(rest + strlen(before), event->text[0])))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char line[LOG_LINE_SIZE];
    static char other[LOG_LINE_SIZE];
    struct portion input = {bytes, size};
    struct event event;

    event_read(&event, &input);
    check_json(&event, line);
    check_text(&event, LOG_FORMAT_TEXT, "2026-03-01T12:00:00.123Z warning ",
               line);
    check_text(&event, LOG_FORMAT_JOURNAL, "<4>", line);
    check_colours(&event, line, other);
    check_command(&event, line);
    event_finish(&event);
    return 0;
}
