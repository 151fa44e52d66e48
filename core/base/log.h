/* log: one event a line, on stderr.
 *
 * Libraries do not log: daemon/, api/ and the clients do. The level and the
 * form of the lines are the one global of the project. Any thread; a line is
 * written in one piece, and waits where the reader of stderr does not read.
 * What clients send may stand in it: log_compose() says how it cannot forge
 * lines or members. */
#ifndef RELAXD_BASE_LOG_H
#define RELAXD_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* ---- Fields of an event -------------------------------------------------- */

enum log_field_kind {
    LOG_FIELD_TEXT,
    LOG_FIELD_NUMBER,
    LOG_FIELD_COMMAND, /* a line for a shell, last of the fields: text has it
                          as it is, so that it can be pasted */
};

struct log_field {
    const char *key; /* of [a-z_]; not time, level or message */
    enum log_field_kind kind;
    const char *text; /* any bytes; NULL: the field is left out */
    uint64_t number;
};

static inline struct log_field log_text(const char *key, const char *text)
{
    return (struct log_field){key, LOG_FIELD_TEXT, text, 0};
}

static inline struct log_field log_number(const char *key, uint64_t number)
{
    return (struct log_field){key, LOG_FIELD_NUMBER, "", number};
}

static inline struct log_field log_command(const char *key, const char *text)
{
    return (struct log_field){key, LOG_FIELD_COMMAND, text, 0};
}

/* ---- Writing ------------------------------------------------------------- */

enum log_level {
    LOG_ERROR,
    LOG_WARNING,
    LOG_INFO,
    LOG_DEBUG,
};

enum { LOG_BATCH_SIZE = 65536 };

enum log_format {
    LOG_FORMAT_AUTO,    /* JOURNAL where stderr is the journal's, else TEXT */
    LOG_FORMAT_TEXT,    /* time, level, words, key=value; for people */
    LOG_FORMAT_JSON,    /* an object a line; for programs */
    LOG_FORMAT_JOURNAL, /* "<4>", words, key=value: the journal has the time
                           and learns the level (sd-daemon(3)) */
};

/* Lines above the level are dropped; LOG_INFO until said otherwise. */
void log_set_level(enum log_level level);
bool log_enabled(enum log_level level);

/* LOG_FORMAT_TEXT without colours until said otherwise. Looks at stderr:
 * LOG_FORMAT_AUTO is the journal's where $JOURNAL_STREAM names stderr
 * (systemd.exec(5)); text has colours on a terminal, unless $NO_COLOR is set or
 * $TERM is dumb. */
void log_set_format(enum log_format format);

/* Whether stderr is the journal's. */
bool log_is_journal(void);

/* False for a name that is not error, warning, info or debug; or not auto,
 * text, json or journal. */
bool log_level_parse(const char *name, enum log_level *ret_level);
bool log_format_parse(const char *name, enum log_format *ret_format);

/* An event in words. */
void log_line(enum log_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An event with what is known of it: fields[count]. The message is the same for
 * all events of a kind; what differs between them is in the fields. */
void log_event(enum log_level level, const char *message,
               const struct log_field *fields, size_t count);

/* Events of one thread that are written together, as many cost little more to
 * write than one: as many as a pipe takes in one piece, or a line that is
 * longer. Nothing but what follows writes them: its thread flushes it
 * before it waits, and before it ends. Starts as {.length = 0}. */
struct log_batch {
    size_t length; /* of whole lines */
    char text[LOG_BATCH_SIZE];
};

/* As log_event(), but into the batch. */
void log_gather(struct log_batch *batch, enum log_level level,
                const char *message, const struct log_field *fields,
                size_t count);
void log_flush(struct log_batch *batch);

#define log_error(...)   log_line(LOG_ERROR, __VA_ARGS__)
#define log_warning(...) log_line(LOG_WARNING, __VA_ARGS__)
#define log_info(...)    log_line(LOG_INFO, __VA_ARGS__)
#define log_debug(...)   log_line(LOG_DEBUG, __VA_ARGS__)

/* ---- An event as a line, in each of the formats -------------------------- *
 *
 *   text     2026-03-01T12:00:00.123Z warning slow request status=200
 *   journal  <4>slow request status=200
 *   json     {"time":"...","level":"warning","message":"slow request",
 *            "status":200}
 *
 * What clients send may stand in messages and values and forges nothing: a
 * line has no control character but its end; bytes that are no printable UTF-8,
 * separators of lines and what turns the direction of writing show as '?'; and
 * a value in text that is empty, or not all of ASCII's visible characters but
 * '"', '=' and '\', stands between '"', with '\' before '"' and '\'. A command
 * follows all pairs, after " -- ", to the end of the line.
 *
 * A line that would be too long is whole all the same: long values are cut
 * between characters and end in "...", so that every field has its first
 * LOG_VALUE_LEAST bytes; fields that do not fit even so are left out. */

enum {
    LOG_LINE_SIZE = 32768, /* with the '\n' */
    LOG_VALUE_LEAST = 128,
};

struct log_form {
    enum log_format format; /* not LOG_FORMAT_AUTO */
    bool coloured;          /* of text */
};

/* Returns the length of the line, which ends in '\n', not in NUL. */
size_t log_compose(char line[LOG_LINE_SIZE], const struct log_form *form,
                   enum log_level level, const struct timespec *now,
                   const char *message, const struct log_field *fields,
                   size_t count);

#endif
