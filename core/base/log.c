/* log: one event a line, on stderr. */
#include "core/base/log.h"

#include <errno.h>
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

#include "core/base/log_compose.h"

_Static_assert(LOG_BATCH_SIZE >= 2 * LOG_LINE_SIZE,
               "one of any length fits behind one of any length");

static struct {
    _Atomic(enum log_level) threshold;
    _Atomic(enum log_format) format; /* never LOG_FORMAT_AUTO */
    atomic_bool coloured;
} state = {.threshold = LOG_INFO, .format = LOG_FORMAT_TEXT};

static const char *const format_names[] = {"auto", "text", "json", "journal"};

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
        if (!strcmp(name, log_level_name((enum log_level)i))) {
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

/* $JOURNAL_STREAM is "DEVICE:INODE" of what systemd gave to a service, which
 * children inherit whose stderr is another. */
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

/* NO_COLOR as no-color.org has it. */
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

/* Whoever shares the pipe may have set that writing to it does not wait. */
static bool wait_for_reader(void)
{
    struct pollfd to = {.fd = STDERR_FILENO, .events = POLLOUT};

    if (errno == EAGAIN)
        poll(&to, 1, -1);
    return errno == EAGAIN || errno == EINTR;
}

/* Of a pipe, a short line is one piece anyhow and a long one is not; libc's own
 * lock of stderr keeps others out. */
static void write_lines(const char *line, size_t length)
{
    flockfile(stderr);
    while (length) {
        ssize_t written = write(STDERR_FILENO, line, length);

        if (written >= 0) {
            line += written;
            length -= (size_t)written;
        } else if (!wait_for_reader()) {
            break; /* nowhere left to say it */
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
