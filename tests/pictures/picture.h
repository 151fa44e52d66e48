/* picture: a small map drawn with letters, what its roads are, and what is to
 * come out when it is asked. Start reading tests/pictures/ here.
 *
 *     picture_file   text -> struct picture
 *     picture_xml    struct picture -> OpenStreetMap XML
 *     world          XML -> map, served
 *     asks           what is asked of it, and whether it is as expected
 *
 * tests/pictures/README.md says how the files are written. */
#ifndef RELAXD_TESTS_PICTURES_PICTURE_H
#define RELAXD_TESTS_PICTURES_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/date_time.h"
#include "core/base/error.h"
#include "core/graph/position.h"
#include "tests/pictures/pool.h"

struct picture_tag {
    const char *key;
    const char *value;
};

struct picture_tags {
    struct picture_tag *tag; /* [count] */
    size_t count;
};

/* A letter is a node, a digit only a place. */
struct picture_node {
    char letter;
    struct position position;
    int64_t id;     /* 0 for digits */
    bool missing;   /* drawn, but not in the data */
    bool mentioned; /* on a way, or with tags */
    struct picture_tags tags;
};

struct picture_way {
    const char *label;
    const char *refs; /* letters */
    int64_t id;
    struct picture_tags tags;
};

struct picture_member {
    const char *role; /* "from", "via", "to" */
    bool is_node;
    int64_t id;
};

struct picture_relation {
    int64_t id;
    struct picture_member *member; /* [member_count] */
    size_t member_count;
    struct picture_tags tags;
};

/* A place of a question. */
struct ask_place {
    char letter;
    bool by_id; /* of its node, not where it is drawn */
    bool has_bearing;
    double bearing_deg;
    double bearing_range_deg;
    double radius_m;     /* INFINITY: any */
    int approach;        /* enum approach */
    const char *exclude; /* a class; NULL: none */
};

enum ask_kind {
    ASK_ROUTE,
    ASK_SNAP,
    ASK_OPEN,
    ASK_PATH,
    ASK_REPORT,
    ASK_ROADS,
    ASK_OSRM,
};

enum expect_kind {
    EXPECT_WAYS,
    EXPECT_NODES,
    EXPECT_MODES,
    EXPECT_CLASSES,
    EXPECT_LEGS,
    EXPECT_LEADS,
    EXPECT_STEPS,
    EXPECT_NAMES,
    EXPECT_BEARINGS,
    EXPECT_EXITS,
    EXPECT_LANES,
    EXPECT_CROSSINGS,
    EXPECT_SUMMARY,
    EXPECT_SIGNS,
    EXPECT_AT,
    EXPECT_FROM,
    EXPECT_TO,
    EXPECT_TIME,
    EXPECT_WEIGHT,
    EXPECT_DISTANCE,
    EXPECT_TURNS,
    EXPECT_COST,
    EXPECT_SPEEDS,
    EXPECT_COUNT,
    EXPECT_NONE,
    EXPECT_NOWHERE,
    EXPECT_UNKNOWN,
    EXPECT_FORWARD,
    EXPECT_BACKWARD,
    EXPECT_BOTH,
    EXPECT_JSON, /* the first text is the path of a value */
};

/* One thing that is to come out. */
struct ask_expect {
    enum expect_kind kind;
    const char **text; /* [count] what is listed, or ... */
    double *number;    /* ... [count] seconds, metres, km/h */
    size_t count;
    double slack; /* that numbers may differ by; negative: the usual */
};

struct picture_ask {
    enum ask_kind kind;
    unsigned line;
    const char *text;        /* the line as it stands */
    struct ask_place *place; /* [place_count] */
    size_t place_count;
    int straight;        /* enum route_straight */
    const char *solver;  /* NULL: all */
    const char *exclude; /* classes, commas between; NULL: none */
    uint32_t number;     /* of snaps; of what is reported */
    bool large;          /* snaps to large components alone */
    const char *name;    /* of a count; letters of ASK_OPEN; service of
                            ASK_OSRM */
    const char **option; /* [option_count] of ASK_OSRM: "steps=true" */
    size_t option_count;
    struct ask_expect *expect; /* [expect_count] */
    size_t expect_count;
};

struct picture {
    const char *title;
    unsigned line;
    const char **drawing; /* [drawing_count] lines as they stand */
    size_t drawing_count;
    double grid_m;            /* two characters to the right, or one down */
    struct position origin;   /* of the drawing's upper left character */
    const char *profile;      /* built in, or the name of `profile_text` */
    const char *profile_text; /* NULL: built in */
    const char **set;         /* [set_count] "section.key=value" */
    size_t set_count;
    uint32_t small_component;
    struct date_time moment;   /* when conditional restrictions are looked at */
    struct picture_node *node; /* [node_count] */
    size_t node_count;
    struct picture_way *way; /* [way_count] */
    size_t way_count;
    struct picture_relation *relation; /* [relation_count] */
    size_t relation_count;
    const char **raw; /* [raw_count] lines of XML */
    size_t raw_count;
    struct picture_ask *ask; /* [ask_count] */
    size_t ask_count;
    const char *import_error; /* words that importing has to end with */
};

struct picture_file {
    const char *name;
    struct picture *picture; /* [count] */
    size_t count;
    struct pool pool; /* all of it */
};

/* -EINVAL: a mistake, told with name and line. `ret_file` is for finish even
 * then. */
int picture_file_read(const char *name, const char *text, size_t size,
                      struct picture_file *ret_file, struct error *error);
void picture_file_finish(struct picture_file *file);

/* NULL where nothing is drawn by that letter, or no way has that label. */
struct picture_node *picture_find(const struct picture *picture, char letter);
struct picture_way *picture_find_way(const struct picture *picture,
                                     const char *label);

#endif
