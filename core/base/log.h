/* log: one event a line, on stderr.
 *
 * Libraries do not log: daemon/, api/ and the clients do. The level and the
 * format of the lines are the only globals of the project. Any thread; each
 * line is written in one piece, and the call blocks while the reader of stderr
 * does not read. Lines may contain clients' text: log_compose() says why that
 * cannot forge lines or members. */
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
    LOG_FIELD_COMMAND, /* a shell command, last of the fields; the text format
                          writes it verbatim, for pasting */
};

struct log_field {
    const char *key; /* of [a-z_]; not time, level or message */
    enum log_field_kind kind;
    const char *text; /* any bytes; NULL omits the field */
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
    LOG_FORMAT_AUTO,    /* JOURNAL if stderr is the journal's, else TEXT */
    LOG_FORMAT_TEXT,    /* time, level, words, key=value; for people */
    LOG_FORMAT_JSON,    /* an object a line; for programs */
    LOG_FORMAT_JOURNAL, /* "<4>", words, key=value: the journal adds the time
                           and reads the level (sd-daemon(3)) */
};

/* First in main(): puts /dev/null in the place of stdin, stdout and stderr
 * where they are closed. Otherwise the next file or socket would get the
 * number, and with it the lines meant for stderr. Reading and writing still
 * fail. Exits with 1 if there is no /dev/null. */
void log_hold_streams(void);

/* Drops lines above the level; LOG_INFO by default. */
void log_set_level(enum log_level level);
bool log_enabled(enum log_level level);

/* LOG_FORMAT_TEXT without colours by default. Examines stderr: LOG_FORMAT_AUTO
 * chooses the journal's format if $JOURNAL_STREAM names stderr
 * (systemd.exec(5)); text has colours on a terminal, unless $NO_COLOR is set or
 * $TERM is dumb. */
void log_set_format(enum log_format format);

/* Whether stderr goes to the journal. */
bool log_is_journal(void);

/* False for a name that is not error, warning, info or debug; or not auto,
 * text, json or journal. */
bool log_level_parse(const char *name, enum log_level *ret_level);
bool log_format_parse(const char *name, enum log_format *ret_format);

/* An event without fields. */
void log_line(enum log_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An event with fields[count]. The message is the same for all events of a
 * kind; the fields hold what differs. */
void log_event(enum log_level level, const char *message,
               const struct log_field *fields, size_t count);

/* Events of one thread that are written together, since writing many costs
 * little more than writing one: as many as a pipe takes in one piece, or one
 * longer line. Only the functions below write them: the thread flushes the
 * batch before it waits and before it ends. Starts as {.length = 0}. */
struct log_batch {
    size_t length; /* of whole lines */
    char text[LOG_BATCH_SIZE];
};

/* Like log_event(), but adds to the batch. */
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
 * Clients' text in messages and values cannot forge anything: a line has no
 * control character except its end. Bytes that are not printable UTF-8, line
 * separators and bidirectional controls appear as '?'. In text, a value that is
 * empty, or has other bytes than ASCII's visible ones except '"', '=' and '\',
 * is put between '"', with '\' before '"' and '\'. A command follows all pairs,
 * after " -- ", to the end of the line.
 *
 * An overlong line stays well-formed: long values are cut between characters
 * and end in "...", so that every field keeps its first LOG_VALUE_LEAST bytes;
 * fields that still do not fit are left out. */

enum {
    LOG_LINE_SIZE = 32768, /* with the '\n' */
    LOG_VALUE_LEAST = 128,
};

struct log_form {
    enum log_format format; /* not LOG_FORMAT_AUTO */
    bool coloured;          /* for text */
};

/* Returns the length of the line, which ends in '\n', without NUL. */
size_t log_compose(char line[LOG_LINE_SIZE], const struct log_form *form,
                   enum log_level level, const struct timespec *now,
                   const char *message, const struct log_field *fields,
                   size_t count);

#endif
