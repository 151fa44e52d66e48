/* log: one event a line, on stderr. */
#include "core/base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/text.h"

static _Atomic(enum log_level) log_threshold = LOG_INFO;

static const char *const level_names[] = {"error", "warning", "info", "debug"};

void log_set_level(enum log_level level)
{
    atomic_store_explicit(&log_threshold, level, memory_order_relaxed);
}

bool log_enabled(enum log_level level)
{
    return level <= atomic_load_explicit(&log_threshold, memory_order_relaxed);
}

bool log_level_parse(const char *name, enum log_level *ret_level)
{
    for (int i = 0; i <= LOG_DEBUG; i++) {
        if (!strcmp(name, level_names[i])) {
            *ret_level = (enum log_level)i;
            return true;
        }
    }
    return false;
}

void log_line(enum log_level level, const char *format, ...)
{
    char line[1024];
    char words[sizeof(line)];
    struct timespec now;
    struct tm parts;
    size_t length;
    va_list args;

    if (!log_enabled(level))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    length = strftime(line, sizeof(line), "%Y-%m-%dT%H:%M:%S", &parts);
    length +=
        (size_t)snprintf(line + length, sizeof(line) - length, ".%03ldZ %-7s ",
                         now.tv_nsec / 1000000, level_names[level]);
    va_start(args, format);
    vsnprintf(words, sizeof(words), format, args);
    va_end(args);
    text_copy_line(line + length, sizeof(line) - length - 1, words);
    length += strlen(line + length);
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0)
        return; /* nowhere left to say it */
}
