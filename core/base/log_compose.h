/* log_compose: an event as a line of the log, in each of the formats.
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
#ifndef RELAXD_BASE_LOG_COMPOSE_H
#define RELAXD_BASE_LOG_COMPOSE_H

#include <time.h>

#include "core/base/log.h"

enum {
    LOG_LINE_SIZE = 32768, /* with the '\n' */
    LOG_VALUE_LEAST = 128,
};

struct log_form {
    enum log_format format; /* not LOG_FORMAT_AUTO */
    bool coloured;          /* of text */
};

const char *log_level_name(enum log_level level);

/* Returns the length of the line, which ends in '\n', not in NUL. */
size_t log_compose(char line[LOG_LINE_SIZE], const struct log_form *form,
                   enum log_level level, const struct timespec *now,
                   const char *message, const struct log_field *fields,
                   size_t count);

#endif
