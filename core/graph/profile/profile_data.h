/* profile_data: a parsed profile; private to this room.
 *
 * The profile's keys and values are numbered words. An object's tags are looked
 * up once (struct seen), and all rules then use numbers. All table entries of a
 * value lie in one struct, so a way costs a microsecond. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_DATA_H
#define RELAXD_GRAPH_PROFILE_PROFILE_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/profile/profile.h"

/* ---- Words --------------------------------------------------------------- */

/* Short texts that are often looked up, each with a number.
 *
 * The same text in two spaces is two words. Numbers count from 0 in the order
 * of adding. Any thread may look up while no thread adds.
 *
 * Not a struct intern_pool: numbers index other arrays, and parts of a text are
 * looked up in a space without being copied or kept. */

#define WORD_NONE UINT32_MAX

struct word {
    uint32_t space;
    uint32_t hash;
    char *text;
};

struct words {
    struct word *word; /* [count] */
    size_t count;
    size_t capacity;
    uint32_t *slot;    /* [slot_count] numbers, WORD_NONE where empty: open
                          addressing, at most half full */
    size_t slot_count; /* a power of 2, or 0 */
};

/* The number of a word; WORD_NONE if it was never added. */
uint32_t words_find(const struct words *words, uint32_t space, const char *text,
                    size_t length);

/* The same; adds a new word. 0 or -ENOMEM. */
int words_add(struct words *words, uint32_t space, const char *text,
              size_t length, uint32_t *ret_number);

void words_finish(struct words *words); /* zeroed is fine */

/* ---- A profile ----------------------------------------------------------- */

enum { FORWARD, BACKWARD, DIRECTIONS };

enum {
    PROFILE_KEYS_MAX = 256,
    KEY_LIST_MAX = 24,
    PATTERN_VALUES_MAX = 48,
    RANK_UNSAID = 255,
};

/* Tables whose rows are keys of OpenStreetMap, in the order of the file. */
enum table {
    TABLE_SPEED,
    TABLE_ALLOWED_SPEED,
    TABLE_FALLBACK_SPEED,
    TABLE_SPEED_CAP,
    TABLE_WEIGHT_FACTOR,
    TABLE_MODE,
    TABLE_ONEWAY,
    TABLE_ONEWAY_AGAINST,
    TABLE_RANK,
    TABLE_ROAD_CLASS,
    TABLE_BARRIER,
    TABLE_PENALTY,
    TABLE_PENALTY_SIDE,
    TABLE_ROWS,              /* those above have rows */
    TABLE_CODE = TABLE_ROWS, /* of words in the spaces below */
    TABLE_COUNT,
};

/* Spaces of value words that belong to no single key; the other spaces are
 * keys. */
enum {
    SPACE_ACCESS = PROFILE_KEYS_MAX, /* enum access_outcome */
    SPACE_ZONE,                      /* km/h */
    SPACE_RESTRICTION,               /* enum restriction_rule */
    SPACE_EXCEPT,                    /* 1 */
};

enum driving_side { DRIVES_RIGHT, DRIVES_LEFT, DRIVES_BY_PLACE };

enum access_outcome {
    ACCESS_UNSAID,
    ACCESS_YES,
    ACCESS_RESTRICTED,
    ACCESS_FALLBACK, /* by the fallback mode: bicycle=dismount */
    ACCESS_NO,
};
enum oneway_rule {
    ONEWAY_FORWARD,
    ONEWAY_BACKWARD,
    ONEWAY_BOTH,
    ONEWAY_REVERSIBLE,
    ONEWAY_UNCLEAR /* no profile sets it: contradictory tags */
};
enum speed_limit_use { LIMIT_SETS, LIMIT_CAPS, LIMIT_IGNORED };
enum u_turn_place { U_TURN_ANYWHERE, U_TURN_DEAD_ENDS, U_TURN_NOWHERE };

/* Forward and backward, or duration and weight; NAN: not set. */
struct cell {
    double number[2];
};

struct value_rule {
    struct cell cell[TABLE_COUNT];
    bool wanted; /* ways with this tag may be usable */
};

/* Keys of which the first present one counts. */
struct key_list {
    uint32_t count;
    uint16_t key[KEY_LIST_MAX];
    uint16_t variant[DIRECTIONS][KEY_LIST_MAX]; /* KEY:forward, :backward; or
                                                   KEY:conditional at 0 */
};

enum pattern_kind { PATTERN_TAG, PATTERN_ALWAYS, PATTERN_RESTRICTED };

struct pattern {
    uint8_t kind;
    bool joined;  /* the next must hold too */
    bool negated; /* "!=": another value or none */
    bool any;     /* any value but "no" */
    uint16_t key;
    uint16_t value_count;
    uint16_t value[PATTERN_VALUES_MAX];
};

/* "a=b + c=d, e=f": patterns joined by '+', of which one group must hold. */
struct conditions {
    struct pattern *pattern; /* [count] */
    size_t count;
    size_t capacity;
};

struct turn_settings {
    double near_s; /* of a turn of 180 degrees to the side on which traffic
                      keeps */
    double across_s;
    double u_turn_s;
    uint32_t u_turn_at; /* enum u_turn_place */
    double rank_step_s;
    double rank_max_s;
    double sharpest_deg;
};

struct profile {
    struct road_profile general;
    uint64_t checksum;

    struct words keys;
    struct words values;
    struct value_rule *rules; /* [values.count] */
    size_t rules_capacity;
    uint32_t wildcard[PROFILE_KEYS_MAX]; /* value word "*" of each key */
    bool has_values[PROFILE_KEYS_MAX];

    struct key_list rows[TABLE_ROWS];
    struct cell any_way; /* speeds of ways without a row */

    uint32_t mode; /* of ways without an entry in [modes] */
    uint32_t continue_straight;
    double grid_deg;
    double step_s;
    uint32_t drives;      /* enum driving_side, where tags do not say */
    uint32_t by_distance; /* weights are lengths times factors */
    struct {
        struct conditions ignored;
        struct conditions construction;
        struct conditions area;
        struct conditions rail;
    } ways;
    struct {
        struct key_list keys;
        struct key_list advisory;
        double factor; /* actual speed as a share of the limit */
        double highest_kmh;
        uint32_t both_ways; /* enum speed_limit_use of KEY */
        uint32_t one_way;   /* of KEY:forward, KEY:backward */
    } maxspeed;
    struct {
        struct key_list keys;
        struct key_list specific;
        struct conditions exempt;
    } access;
    struct {
        double size[ROAD_LIMIT_COUNT]; /* in metres and tonnes; 0: any limit
                                          lets it pass */
        struct key_list limits[ROAD_LIMIT_COUNT];
    } vehicle;
    struct {
        struct key_list keys;
        struct conditions bound; /* by their one-way, too */
        uint32_t mode;
        double factor;
    } fallback;
    struct {
        struct key_list keys;
        struct conditions where;
        uint32_t mode; /* MODE_INACCESSIBLE: the way's mode */
    } duration;
    struct {
        struct conditions where; /* without access tags, too */
        double enter_s;
        double barrier_s;
        double factor;
    } restricted;
    struct conditions class_rule[ROAD_CLASSES_MAX];
    struct {
        struct conditions roundabout;
        struct conditions circular;
        struct conditions link;
        struct conditions low_priority;
        struct conditions drives_left;
        struct conditions drives_right;
    } flags;
    struct {
        struct key_list name;
        struct key_list beside;         /* names of the road beside, */
        struct conditions beside_where; /* told on such ways without name */
        struct key_list ref;
        struct key_list destinations;
        struct key_list destination_refs;
        struct key_list exits;
        struct key_list pronunciation;
        struct key_list lanes;
        struct key_list lanes_access;
        struct key_list lanes_reserved;
        uint32_t as_signs; /* as way_rules has it */
    } names;
    struct turn_settings turns[LAYER_COUNT];
    double one_stop_m; /* nodes that follow so closely stop traffic once */
    struct {
        struct key_list keys;
        struct key_list
            timed;            /* old keys that make a restriction conditional */
        uint32_t conditional; /* whether conditional ones are kept */
    } restrictions;
    struct {
        struct conditions stations;
        struct transfer_rules rules;
        double links_max;
    } transfers;
};

static inline bool key_list_has(const struct key_list *keys, uint16_t key)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        if (keys->key[i] == key)
            return true;
    }
    return false;
}

static inline bool cell_is_said(const struct cell *cell)
{
    return cell->number[0] == cell->number[0]; /* not NAN */
}

/* ---- An object's tags, looked up ------------------------------------- */

struct seen {
    const char *text[PROFILE_KEYS_MAX]; /* of each key's value, or NULL */
    uint32_t value[PROFILE_KEYS_MAX];   /* its word, or WORD_NONE */
    const struct position *at;          /* as in struct tags */
};

void profile_see(const struct profile *profile, const struct tags *tags,
                 struct seen *ret_seen);

/* Row `row` of a table for the object; NULL for none. */
const struct cell *profile_row(const struct profile *profile,
                               const struct seen *seen, enum table table,
                               uint32_t row);

/* The same for each part of a list, as if it were the whole value; returns how
 * many parts have an entry. A list that the table has as a whole, or a single
 * value, gives profile_row()'s result. */
enum { ROW_CELLS_MAX = 8 };
uint32_t profile_row_cells(const struct profile *profile,
                           const struct seen *seen, enum table table,
                           uint32_t row,
                           const struct cell *ret_cells[ROW_CELLS_MAX]);

/* The same of the first row with an entry. */
uint32_t profile_cells(const struct profile *profile, const struct seen *seen,
                       enum table table,
                       const struct cell *ret_cells[ROW_CELLS_MAX]);

/* The first row with an entry; NULL for none. */
const struct cell *profile_cell(const struct profile *profile,
                                const struct seen *seen, enum table table);

/* What an access value means; of a list the most permissive part. NULL is
 * unsaid. */
enum access_outcome profile_outcome(const struct profile *profile,
                                    const char *text);

/* Bit i: lane i from the left of the road's arrows is for others. `access` has
 * a value for each lane, `reserved` is a number of lanes, used if access is
 * NULL; either or both are NULL where the way does not say. */
uint16_t profile_closed_lanes(const struct profile *profile, const char *arrows,
                              const char *access, const char *reserved,
                              bool drives_left);

/* driving_side.c: whether traffic keeps left there. Countries are a few boxes
 * each: within some 20 km of a border on land, where the side changes, the
 * answer may be wrong; tags of roads say better. False beyond all boxes. */
bool traffic_keeps_left(struct position position);

/* The next part of a list, "a; b", without blanks; NULL after the last.
 * Advances `list`. */
const char *list_part(const char **list, size_t *ret_length);

/* The number of a text in a space; for "a;b" that of the first part if the
 * whole has none; NAN for none. */
double profile_code(const struct profile *profile, uint32_t space,
                    const char *text);

/* The text of the first key present; NULL for none. */
const char *seen_first(const struct seen *seen, const struct key_list *keys);

bool conditions_hold(const struct conditions *conditions,
                     const struct seen *seen, bool restricted);

/* ---- Parts of the rules ------------------------------------------------- */

struct access {
    enum access_outcome outcome;
    bool specific; /* by a key of access.specific */
};

/* `direction` DIRECTIONS: neither, for nodes. */
struct access profile_access(const struct profile *profile,
                             const struct seen *seen,
                             const struct key_list *keys, int direction);

/* The limits of a way or node; `direction` as above. */
void profile_limits(const struct profile *profile, const struct seen *seen,
                    int direction, uint16_t ret_limit[ROAD_LIMIT_COUNT]);

/* Whether no limit is below the vehicle's size. */
bool profile_fits(const struct profile *profile,
                  const uint16_t limit[ROAD_LIMIT_COUNT]);

/* The text of profile_names()[index], from the source file that the build makes
 * of config/profiles (scripts/embed_texts). */
const char *profile_builtin_text(size_t index);

#endif
