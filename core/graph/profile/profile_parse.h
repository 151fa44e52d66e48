/* profile_parse: parses a profile's text: its sections, keys and lists.
 *
 * Errors say what is wrong and what is allowed; the caller adds where. Lists
 * are split in place. -EINVAL or -ENOMEM, and the profile may then be partly
 * filled. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_PARSE_H
#define RELAXD_GRAPH_PROFILE_PROFILE_PARSE_H

#include "core/graph/profile/profile_data.h"

enum setting_kind {
    SETTING_NUMBER,           /* double */
    SETTING_CHOICE,           /* uint32_t: the index in `choices` */
    SETTING_NAME,             /* char [ROAD_NAME_SIZE] */
    SETTING_KEYS,             /* struct key_list */
    SETTING_DIRECTED_KEYS,    /* with KEY:forward and KEY:backward */
    SETTING_CONDITIONAL_KEYS, /* with KEY:conditional */
    SETTING_CONDITIONS,       /* struct conditions */
    SETTING_VALUES,           /* words of a space, all with one code */
    SETTING_EXCLUDES,         /* combinations of classes */
};

struct setting_rule {
    const char *key;
    enum setting_kind kind;
    size_t offset; /* in struct profile */
    double minimum;
    double maximum;
    const char *const *choices; /* NULL after the last; "" stands for no
                                   choice */
    uint32_t space;
    double code;
};

/* The form of a value's effect in a table. */
enum effect {
    EFFECT_NONE,
    EFFECT_ONE,             /* the same in both directions */
    EFFECT_DIRECTIONS,      /* one, or "forward/backward" */
    EFFECT_DURATION_WEIGHT, /* one, or "duration weight" */
};

enum section_kind {
    SECTION_SETTINGS,
    SECTION_TABLE,   /* rows are keys of OpenStreetMap */
    SECTION_CLASSES, /* names of classes, each with conditions */
    SECTION_ZONES,   /* values of maxspeed, each with km/h */
};

struct section {
    const char *name;
    enum section_kind kind;
    const struct setting_rule *settings;
    size_t setting_count;

    /* Of a table's values. */
    enum table table;
    enum effect effect;
    const char *const *choices; /* NULL: numbers */
    double minimum;
    double maximum;
};

extern const struct section profile_sections[];
extern const size_t profile_section_count;

const struct section *section_find(const char *name);

/* The names of a section's settings, for NULL of all sections, separated by
 * ", ". */
void section_list_names(const struct section *section, char *list, size_t size);

/* Of these names the one that differs from `wanted` by a letter or two; NULL
 * for none. For "did you mean". */
const char *section_near(const struct section *section, const char *wanted);

/* The lists in profiles. Conventions as above. */

char *item_trim(char *text); /* without the blanks around it */

/* The next item of a list, without blanks around it; NULL after the last. Skips
 * empty items. */
char *item_next(char **rest, char separator);

/* Refuses a separator that is not between two items. One comma may end a list,
 * as before the end of a line; a list may be empty. */
int items_check(const char *text, char separator, struct error *error);

int item_number(const char *text, double minimum, double maximum,
                double *ret_number, struct error *error);
int item_choice(const char *text, const char *const *choices,
                uint32_t *ret_place, struct error *error);

int profile_value(struct profile *profile, uint32_t space, const char *text,
                  uint16_t *ret_value, struct error *error);

/* "a, b": `suffixes` [2], each NULL or the suffix of a variant of each key. */
int items_keys(struct profile *profile, char *text, const char *const *suffixes,
               struct key_list *list, struct error *error);
/* "a=b|c + d!=e, f=*" */
int items_conditions(struct profile *profile, char *text,
                     struct conditions *conditions, struct error *error);
/* "a, b", all with one code. `replaces`: a value may be set again. */
int items_values(struct profile *profile, char *text, uint32_t space,
                 double code, bool replaces, struct error *error);
/* A row of a table: "a|b 5, c 6/7". */
int items_row(struct profile *profile, const struct section *section,
              const char *key, char *text, bool replaces, struct error *error);
/* One number or word, or two, as the table requires. */
int item_effect(const struct section *section, char *text,
                struct cell *ret_cell, struct error *error);

#endif
