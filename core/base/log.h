/* log: one event a line, on stderr.
 *
 * Libraries do not log: daemon/, api/ and the clients do. The level is the one
 * global of the project. Any thread; a line is written in one piece. What
 * clients send may stand in it: bytes that are no printable UTF-8 show as '?'.
 */
#ifndef RELAXD_BASE_LOG_H
#define RELAXD_BASE_LOG_H

#include <stdbool.h>

enum log_level {
    LOG_ERROR,
    LOG_WARNING,
    LOG_INFO,
    LOG_DEBUG,
};

/* Lines above the level are dropped; LOG_INFO until said otherwise. */
void log_set_level(enum log_level level);
bool log_enabled(enum log_level level);

/* False for a name that is not error, warning, info or debug. */
bool log_level_parse(const char *name, enum log_level *ret_level);

/* An event in words, then key=value pairs as the format says. */
void log_line(enum log_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define log_error(...)   log_line(LOG_ERROR, __VA_ARGS__)
#define log_warning(...) log_line(LOG_WARNING, __VA_ARGS__)
#define log_info(...)    log_line(LOG_INFO, __VA_ARGS__)
#define log_debug(...)   log_line(LOG_DEBUG, __VA_ARGS__)

#endif
