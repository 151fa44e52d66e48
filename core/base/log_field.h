/* log_field: a key and a value of an event. */
#ifndef RELAXD_BASE_LOG_FIELD_H
#define RELAXD_BASE_LOG_FIELD_H

#include <stdint.h>

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

#endif
