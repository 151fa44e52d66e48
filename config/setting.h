/* setting: one row of the table of settings. */
#ifndef RELAXD_CONFIG_SETTING_H
#define RELAXD_CONFIG_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"

/* The kind of a setting's value, and its field's type. */
enum setting_kind {
    SETTING_NUMBER,     /* uint64_t */
    SETTING_NAME,       /* char[SETTING_NAME_SIZE] */
    SETTING_PATH,       /* char[SETTING_PATH_SIZE] */
    SETTING_ADDRESS,    /* struct address */
    SETTING_LOCAL,      /* char[SETTING_PATH_SIZE]: of this machine alone */
    SETTING_DEVICE,     /* int */
    SETTING_SWITCH,     /* bool */
    SETTING_LOG_LEVEL,  /* enum log_level */
    SETTING_LOG_FORMAT, /* enum log_format */
};

struct setting {
    const char *section;  /* in the file: [http] */
    const char *key;      /* in the file, and --section-key */
    const char *option;   /* --option instead; NULL: --section-key */
    const char *synonym;  /* another key and --option; NULL: none */
    const char *fallback; /* the default, as an operator would write it */
    const char *unit;     /* of a number; else "" */
    const char *allowed;  /* values, in words; NULL: minimum to maximum */
    const char *help;     /* one sentence */
    uint64_t minimum;     /* of a number */
    uint64_t maximum;
    size_t offset; /* of the field in struct settings */
    size_t size;   /* of the field; comparisons use all its bytes */
    enum setting_kind kind;
    bool live; /* a reload changes it (daemon/reload.c); false: only a
                  restart does */
};

/* The table: rows [0, setting_count()), grouped by section. NULL beyond. */
size_t setting_count(void);
const struct setting *setting_at(size_t index);
size_t setting_index(const struct setting *setting);

/* Parses `value` into its field of `settings`. -EINVAL with what is allowed;
 * the field is then unchanged. */
int setting_set(const struct setting *setting, const char *value,
                struct settings *settings, struct error *error);

/* The same, and stores where it was set: "relaxd.conf:7", "--listen". */
int setting_take(const struct setting *setting, const char *value,
                 const char *place, struct settings *settings,
                 struct error *error);

/* Stores where a part of it was set, such as the port. */
int setting_note_place(const struct setting *setting, const char *place,
                       struct settings *settings, struct error *error);

/* Where it was set; NULL: it has its default. */
const char *setting_place(const struct setting *setting,
                          const struct settings *settings);

/* Whether the setting has the same value in both. */
bool setting_is_equal(const struct setting *setting, const struct settings *a,
                      const struct settings *b);

/* Formats the value as an operator would write it; setting_set() can read
 * it. */
enum { SETTING_TEXT_SIZE = SETTING_PATH_SIZE };
void setting_format(const struct setting *setting,
                    const struct settings *settings,
                    char ret_text[SETTING_TEXT_SIZE]);

/* Return NULL if not found. */
const struct setting *setting_find_key(const char *section, const char *key);
const struct setting *setting_find_option(const char *option);

enum {
    SETTING_OPTION_SIZE = 64,
    SETTING_COUNT_MAX = 128, /* for arrays parallel to the table */
};

/* The name after "--". */
void setting_option(const struct setting *setting,
                    char option[SETTING_OPTION_SIZE]);

#endif
