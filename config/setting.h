/* setting: one row of the table of settings. */
#ifndef RELAXD_CONFIG_SETTING_H
#define RELAXD_CONFIG_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"

struct setting {
    const char *section;  /* in the file: [http] */
    const char *key;      /* in the file, and --section-key */
    const char *option;   /* --option instead; NULL: --section-key */
    const char *fallback; /* as a person would write it */
    const char *unit;     /* of a number; else "" */
    const char *allowed;  /* values, in words; NULL: minimum to maximum */
    const char *help;     /* one sentence */
    uint64_t minimum;     /* of a number */
    uint64_t maximum;
    size_t offset; /* of its field in struct settings */
    size_t size;   /* of the field, whose bytes are all its value's */
    bool live;     /* SIGHUP changes it; else the next start does */

    /* Checks `value` and writes the field. -EINVAL says what is allowed. */
    int (*parse)(const struct setting *setting, const char *value, void *field,
                 struct error *error);
};

/* The table: rows [0, setting_count()), those of a section side by side. NULL
 * beyond. */
size_t setting_count(void);
const struct setting *setting_at(size_t index);
size_t setting_index(const struct setting *setting);

/* Parses `value` into its field of `settings`; the field is untouched on
 * failure. */
int setting_set(const struct setting *setting, const char *value,
                struct settings *settings, struct error *error);

/* The same, and notes where it was said: "relaxd.conf:7", "--listen". */
int setting_take(const struct setting *setting, const char *value,
                 const char *place, struct settings *settings,
                 struct error *error);

/* Of what was said in part, as a port alone. */
int setting_note_place(const struct setting *setting, const char *place,
                       struct settings *settings, struct error *error);

/* Where it was set; NULL: nowhere, it is its default. */
const char *setting_place(const struct setting *setting,
                          const struct settings *settings);

/* Whether both have the same value of it. */
bool setting_is_equal(const struct setting *setting, const struct settings *a,
                      const struct settings *b);

/* The value in force, as a person would write it and parse() takes it. False
 * for a value that neither setting_format.c knows nor `allowed` lists. */
enum { SETTING_TEXT_SIZE = SETTING_PATH_SIZE };
bool setting_format(const struct setting *setting,
                    const struct settings *settings,
                    char ret_text[SETTING_TEXT_SIZE]);

/* NULL where there is none. */
const struct setting *setting_find_key(const char *section, const char *key);
const struct setting *setting_find_option(const char *option);

enum {
    SETTING_OPTION_SIZE = 64,
    SETTING_COUNT_MAX = 128, /* for arrays beside the table */
};

/* The name after "--". */
void setting_option(const struct setting *setting,
                    char option[SETTING_OPTION_SIZE]);

/* The parsers of the table's kinds of values; setting_format() is the way back.
 */
int setting_parse_number(const struct setting *setting, const char *value,
                         void *field, struct error *error); /* uint64_t */
int setting_parse_name(const struct setting *setting, const char *value,
                       void *field,
                       struct error *error); /* char[SETTING_NAME_SIZE] */
int setting_parse_path(const struct setting *setting, const char *value,
                       void *field,
                       struct error *error); /* char[SETTING_PATH_SIZE] */
int setting_parse_address(const struct setting *setting, const char *value,
                          void *field, struct error *error);
int setting_parse_device(const struct setting *setting, const char *value,
                         void *field, struct error *error);
int setting_parse_switch(const struct setting *setting, const char *value,
                         void *field, struct error *error); /* bool */
int setting_parse_log_level(const struct setting *setting, const char *value,
                            void *field, struct error *error);
int setting_parse_log_format(const struct setting *setting, const char *value,
                             void *field, struct error *error);

#endif
