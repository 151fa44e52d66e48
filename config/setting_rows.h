/* setting_rows: how rows of the table of settings are written. A new setting is
 * a row in the file of its section, a field in settings.h, and its paragraph in
 * relaxd.conf. */
#ifndef RELAXD_CONFIG_SETTING_ROWS_H
#define RELAXD_CONFIG_SETTING_ROWS_H

#include "config/setting.h"

#define SETTING_FIELD(field)                                                   \
    .offset = offsetof(struct settings, field),                                \
    .size = sizeof(((struct settings *)NULL)->field)

#define NUMBER(field, least, most)                                             \
    .minimum = least, .maximum = most, SETTING_FIELD(field),                   \
    .parse = setting_parse_number

#define WORDS(field, parser) .unit = "", SETTING_FIELD(field), .parse = parser

/* What a reload sets anew while relaxd runs (daemon/runtime_limits.c); all
 * others take effect at the next start. */
#define LIVE .live = true

/* Rows that stand together in a file: whole sections. */
struct setting_group {
    const struct setting *rows;
    size_t count;
};

#define SETTING_GROUP(array)                                                   \
    {                                                                          \
        array, sizeof(array) / sizeof((array)[0])                              \
    }

extern const struct setting_group setting_group_program;
extern const struct setting_group setting_group_engine;
extern const struct setting_group setting_group_http;
extern const struct setting_group setting_group_limits;

#endif
