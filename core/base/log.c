#include "core/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"

/* ---- Lines --------------------------------------------------------------- */

enum {
    DIGITS_MAX = 20, /* of a uint64_t */
    TAIL_MAX = 4,    /* of a value: "...", and '"' */
    /* Beside key and value: blank, '=', quotes, comma, colours, the tail. */
    FRAME_MAX = 32,
    END_MAX = 2, /* of a line: '}', '\n' */
    LINE_ROOM = LOG_LINE_SIZE - END_MAX,
};

struct composer {
    const struct log_form *form;
    char *text;
    size_t length;
    size_t limit; /* of a value's characters, leaving room for what must
                     follow */
};

static const struct {
    const char *name;
    const char *padded; /* to one width */
    const char *colour;
    char priority; /* syslog(3) */
} levels[] = {
    {"error", "error  ", "\033[31m", '3'},
    {"warning", "warning", "\033[33m", '4'},
    {"info", "info   ", "\033[32m", '6'},
    {"debug", "debug  ", "\033[36m", '7'},
};

static const char dim[] = "\033[2m";
static const char plain[] = "\033[0m";

static bool is_json(const struct composer *composer)
{
    return composer->form->format == LOG_FORMAT_JSON;
}

static void put(struct composer *composer, const char *text, size_t length)
{
    memcpy(composer->text + composer->length, text, length);
    composer->length += length;
}

static void put_words(struct composer *composer, const char *words)
{
    put(composer, words, strlen(words));
}

static void put_char(struct composer *composer, char character)
{
    composer->text[composer->length++] = character;
}

static void put_colour(struct composer *composer, const char *colour)
{
    if (composer->form->coloured)
        put_words(composer, colour);
}

static void put_number(struct composer *composer, uint64_t number)
{
    char digits[DIGITS_MAX];
    size_t first = DIGITS_MAX;

    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    put(composer, digits + first, DIGITS_MAX - first);
}

static void put_digits(struct composer *composer, unsigned long number,
                       size_t count)
{
    for (size_t i = count; i--; number /= 10)
        composer->text[composer->length + i] = (char)('0' + number % 10);
    composer->length += count;
}

static void put_time(struct composer *composer, const struct timespec *now)
{
    struct tm parts;

    gmtime_r(&now->tv_sec, &parts);
    put_digits(composer, (unsigned long)(parts.tm_year + 1900), 4);
    put_char(composer, '-');
    put_digits(composer, (unsigned long)(parts.tm_mon + 1), 2);
    put_char(composer, '-');
    put_digits(composer, (unsigned long)parts.tm_mday, 2);
    put_char(composer, 'T');
    put_digits(composer, (unsigned long)parts.tm_hour, 2);
    put_char(composer, ':');
    put_digits(composer, (unsigned long)parts.tm_min, 2);
    put_char(composer, ':');
    put_digits(composer, (unsigned long)parts.tm_sec, 2);
    put_char(composer, '.');
    put_digits(composer, (unsigned long)(now->tv_nsec / 1000000), 3);
    put_char(composer, 'Z');
}

/* Line and paragraph separators and bidirectional controls: U+2028 to U+202e,
 * U+2066 to U+2069. */
static bool misleads(const char *character, size_t length)
{
    const unsigned char *byte = (const unsigned char *)character;

    if (length != 3 || byte[0] != 0xe2)
        return false;
    return (byte[1] == 0x80 && byte[2] >= 0xa8 && byte[2] <= 0xae) ||
           (byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9);
}

/* The next character of `from` as the line shows it: '?' if invalid, after a
 * '\' if `quoted` needs one. Returns its length there and advances `from`. */
static size_t next_character(const char **from, bool quoted, char out[4])
{
    const char *text = *from;
    size_t length = text_character(text, strnlen(text, 4));
    size_t escape = quoted && (*text == '"' || *text == '\\');
    bool kept = length && !misleads(text, length);

    *from += length ? length : 1;
    if (!kept)
        text = "?";
    if (!kept || !length)
        length = 1;
    *out = '\\';
    memcpy(out + escape, text, length);
    return escape + length;
}

/* How many bytes from there on need no change. */
static size_t plain_run(const char *from, bool quoted)
{
    const char *at = from;

    while (*at >= ' ' && *at < 0x7f && !(quoted && (*at == '"' || *at == '\\')))
        at++;
    return (size_t)(at - from);
}

/* Writes as much as fits, and "..." after a cut, for which there is room. */
static void put_text(struct composer *composer, const char *from, bool quoted)
{
    for (;;) {
        size_t room = composer->limit - composer->length;
        size_t run = plain_run(from, quoted);
        char out[4];
        size_t length;

        put(composer, from, run < room ? run : room);
        if (run > room)
            break;
        from += run;
        if (!*from)
            return;
        length = next_character(&from, quoted, out);
        if (length > room - run)
            break;
        put(composer, out, length);
    }
    put_words(composer, "...");
}

/* Whether a value needs no quotes. */
static bool is_bare(const char *value)
{
    const char *at = value;

    while (*at > ' ' && *at < 0x7f && *at != '"' && *at != '=' && *at != '\\')
        at++;
    return at > value && !*at;
}

/* The most that a field takes if it gets no more than its least. */
static size_t least_of(const struct log_field *field)
{
    size_t length = DIGITS_MAX;

    if (!field->text)
        return 0;
    if (field->kind != LOG_FIELD_NUMBER)
        length = 2 * strnlen(field->text, LOG_VALUE_LEAST);
    return FRAME_MAX + strlen(field->key) + length;
}

static void put_value(struct composer *composer, const struct log_field *field)
{
    bool quoted = is_json(composer) || !is_bare(field->text);

    if (field->kind == LOG_FIELD_NUMBER) {
        put_number(composer, field->number);
        return;
    }
    if (quoted)
        put_char(composer, '"');
    put_text(composer, field->text, quoted);
    if (quoted)
        put_char(composer, '"');
}

static void put_pair(struct composer *composer, const struct log_field *field)
{
    put_char(composer, ' ');
    put_colour(composer, dim);
    put_words(composer, field->key);
    put_char(composer, '=');
    put_colour(composer, plain);
    put_value(composer, field);
}

static void put_member(struct composer *composer, const struct log_field *field)
{
    put_words(composer, ",\"");
    put_words(composer, field->key);
    put_words(composer, "\":");
    put_value(composer, field);
}

static void put_field(struct composer *composer, const struct log_field *field)
{
    if (is_json(composer)) {
        put_member(composer, field);
    } else if (field->kind == LOG_FIELD_COMMAND) {
        put_words(composer, " -- ");
        put_text(composer, field->text, false);
    } else {
        put_pair(composer, field);
    }
}

/* Each field may use the space that later fields do not need. */
static void put_fields(struct composer *composer,
                       const struct log_field *fields, size_t count,
                       size_t reserved)
{
    for (size_t i = 0; i < count; i++) {
        size_t least = least_of(&fields[i]);
        size_t end;

        reserved -= least;
        end = reserved < LINE_ROOM ? LINE_ROOM - reserved : 0;
        if (!least || composer->length + least > end)
            continue;
        composer->limit = end - TAIL_MAX;
        put_field(composer, &fields[i]);
    }
}

static void put_head(struct composer *composer, enum log_level level,
                     const struct timespec *now)
{
    switch (composer->form->format) {
    case LOG_FORMAT_JOURNAL:
        put_char(composer, '<');
        put_char(composer, levels[level].priority);
        put_char(composer, '>');
        return;
    case LOG_FORMAT_JSON:
        put_words(composer, "{\"time\":\"");
        put_time(composer, now);
        put_words(composer, "\",\"level\":\"");
        put_words(composer, levels[level].name);
        put_words(composer, "\",\"message\":");
        return;
    case LOG_FORMAT_AUTO:
    case LOG_FORMAT_TEXT:
        put_colour(composer, dim);
        put_time(composer, now);
        put_colour(composer, plain);
        put_char(composer, ' ');
        put_colour(composer, levels[level].colour);
        put_words(composer, levels[level].padded);
        put_colour(composer, plain);
        put_char(composer, ' ');
        return;
    }
}

static void put_message(struct composer *composer, const char *message,
                        size_t reserved)
{
    if (reserved > LINE_ROOM / 2)
        reserved = LINE_ROOM / 2;
    composer->limit = LINE_ROOM - TAIL_MAX - reserved;
    if (is_json(composer))
        put_char(composer, '"');
    put_text(composer, message, is_json(composer));
    if (is_json(composer))
        put_char(composer, '"');
}

size_t log_compose(char line[LOG_LINE_SIZE], const struct log_form *form,
                   enum log_level level, const struct timespec *now,
                   const char *message, const struct log_field *fields,
                   size_t count)
{
    struct composer composer = {.form = form, .text = line};
    size_t reserved = 0;

    for (size_t i = 0; i < count; i++)
        reserved += least_of(&fields[i]);
    put_head(&composer, level, now);
    put_message(&composer, message, reserved);
    put_fields(&composer, fields, count, reserved);
    if (is_json(&composer))
        put_char(&composer, '}');
    put_char(&composer, '\n');
    return composer.length;
}

/* ---- Writing ------------------------------------------------------------- */

_Static_assert(LOG_BATCH_SIZE >= 2 * LOG_LINE_SIZE,
               "one of any length fits behind one of any length");

static struct {
    _Atomic(enum log_level) threshold;
    _Atomic(enum log_format) format; /* never LOG_FORMAT_AUTO */
    atomic_bool coloured;
} state = {.threshold = LOG_INFO, .format = LOG_FORMAT_TEXT};

static const char *const format_names[] = {"auto", "text", "json", "journal"};

/* open() takes the lowest free number. */
void log_hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            _exit(EXIT_FAILURE);
    }
}

void log_set_level(enum log_level level)
{
    atomic_store_explicit(&state.threshold, level, memory_order_relaxed);
}

bool log_enabled(enum log_level level)
{
    return level <=
           atomic_load_explicit(&state.threshold, memory_order_relaxed);
}

bool log_level_parse(const char *name, enum log_level *ret_level)
{
    for (int i = 0; i <= LOG_DEBUG; i++) {
        if (!strcmp(name, levels[i].name)) {
            *ret_level = (enum log_level)i;
            return true;
        }
    }
    return false;
}

bool log_format_parse(const char *name, enum log_format *ret_format)
{
    for (int i = 0; i <= LOG_FORMAT_JOURNAL; i++) {
        if (!strcmp(name, format_names[i])) {
            *ret_format = (enum log_format)i;
            return true;
        }
    }
    return false;
}

/* $JOURNAL_STREAM is "DEVICE:INODE" of the stderr that systemd gave a service.
 * Children whose stderr differs inherit the variable. */
bool log_is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    char ours[48];
    struct stat status;

    if (!stream || fstat(STDERR_FILENO, &status))
        return false;
    snprintf(ours, sizeof(ours), "%ju:%ju", (uintmax_t)status.st_dev,
             (uintmax_t)status.st_ino);
    return !strcmp(stream, ours);
}

/* NO_COLOR as in no-color.org. */
static bool is_colourful(void)
{
    const char *unwanted = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");

    if (unwanted && *unwanted)
        return false;
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

void log_set_format(enum log_format format)
{
    if (format == LOG_FORMAT_AUTO)
        format = log_is_journal() ? LOG_FORMAT_JOURNAL : LOG_FORMAT_TEXT;
    atomic_store_explicit(&state.format, format, memory_order_relaxed);
    atomic_store_explicit(&state.coloured,
                          format == LOG_FORMAT_TEXT && is_colourful(),
                          memory_order_relaxed);
}

/* A process that shares the pipe may have made it non-blocking. */
static bool wait_for_reader(void)
{
    struct pollfd to = {.fd = STDERR_FILENO, .events = POLLOUT};

    if (errno == EAGAIN)
        poll(&to, 1, -1);
    return errno == EAGAIN || errno == EINTR;
}

/* A pipe takes a short line in one piece but not a long one; libc's lock of
 * stderr keeps other threads out. */
static void write_lines(const char *line, size_t length)
{
    flockfile(stderr);
    while (length) {
        ssize_t written = write(STDERR_FILENO, line, length);

        if (written >= 0) {
            line += written;
            length -= (size_t)written;
        } else if (!wait_for_reader()) {
            break; /* the error cannot be reported */
        }
    }
    funlockfile(stderr);
}

static size_t compose(char line[LOG_LINE_SIZE], enum log_level level,
                      const char *message, const struct log_field *fields,
                      size_t count)
{
    struct log_form form = {
        atomic_load_explicit(&state.format, memory_order_relaxed),
        atomic_load_explicit(&state.coloured, memory_order_relaxed),
    };
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return log_compose(line, &form, level, &now, message, fields, count);
}

void log_event(enum log_level level, const char *message,
               const struct log_field *fields, size_t count)
{
    char line[LOG_LINE_SIZE];

    if (log_enabled(level))
        write_lines(line, compose(line, level, message, fields, count));
}

void log_gather(struct log_batch *batch, enum log_level level,
                const char *message, const struct log_field *fields,
                size_t count)
{
    char *line = batch->text + batch->length;
    size_t length;

    if (!log_enabled(level))
        return;
    length = compose(line, level, message, fields, count);
    if (batch->length + length > PIPE_BUF) {
        log_flush(batch);
        memmove(batch->text, line, length);
    }
    batch->length += length;
}

void log_flush(struct log_batch *batch)
{
    if (batch->length)
        write_lines(batch->text, batch->length);
    batch->length = 0;
}

void log_line(enum log_level level, const char *format, ...)
{
    char words[2048];
    va_list args;

    if (!log_enabled(level))
        return;
    va_start(args, format);
    vsnprintf(words, sizeof(words), format, args);
    va_end(args);
    log_event(level, words, NULL, 0);
}
