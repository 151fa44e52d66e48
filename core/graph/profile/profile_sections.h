/* profile_sections: which sections and keys a profile may have. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_SECTIONS_H
#define RELAXD_GRAPH_PROFILE_PROFILE_SECTIONS_H

#include "core/graph/profile/profile_data.h"

enum setting_kind {
    SETTING_NUMBER,           /* double */
    SETTING_CHOICE,           /* uint32_t: the place in `choices` */
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
    const char *const *choices; /* NULL after the last; "" is none */
    uint32_t space;
    double code;
};

/* What stands after a value in a table. */
enum effect {
    EFFECT_NONE,
    EFFECT_ONE,             /* the same in both directions */
    EFFECT_DIRECTIONS,      /* one, or "forward/backward" */
    EFFECT_DURATION_WEIGHT, /* one, or "duration weight" */
};

struct table_rule {
    enum table table;
    enum effect effect;
    const char *const *choices; /* NULL: numbers */
    double minimum;
    double maximum;
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
    struct table_rule table;
};

extern const struct section profile_sections[];
extern const size_t profile_section_count;

const struct section *section_find(const char *name);

/* The names of all, and of a section's settings, as ", "-separated lists. */
void section_list_names(char *list, size_t size);
void section_list_keys(const struct section *section, char *list, size_t size);

/* The section, or the key of one, whose name is a letter or two off; NULL for
 * none. For "did you mean". */
const char *section_near(const char *name);
const char *section_key_near(const struct section *section, const char *key);

#endif
