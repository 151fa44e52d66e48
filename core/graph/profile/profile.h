/* profile: a way of travelling, and what OpenStreetMap's tags mean for it.
 * Start reading core/graph/profile/ here.
 *
 * A profile is a file (config/profiles/ has those that ship): speeds, access,
 * one-way rules, penalties. It contains only data; config/profiles/README.md
 * documents its terms. Only this room knows OpenStreetMap's keys and values.
 *
 * Immutable once made; any thread may read it. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_H
#define RELAXD_GRAPH_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/profile/tags.h"
#include "core/graph/roads/roads.h"

struct profile;

/* Reads a file. Errors begin with path and line and say what is allowed. `set`:
 * settings that override the file, "section.key=value" each: a whole number or
 * list; in a table's row only the named values. */
int profile_open(const char *path, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* The same from text; `name` is how errors call it. */
int profile_read(const char *name, const char *text, size_t size,
                 const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* A built-in profile, by its file's name in config/profiles/ without ".conf".
 * -ENOENT; the error lists the names. */
int profile_find(const char *name, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* The names of the built-in ones, NULL after the last; the text of one, NULL if
 * there is none of that name. */
const char *const *profile_names(void);
const char *profile_text(const char *name);

void profile_destroy(struct profile *profile); /* NULL is fine */

/* Name, weight, classes and so on, for the map. */
const struct road_profile *profile_general(const struct profile *profile);

/* A checksum of the whole profile, as a key for caches of results made with
 * it. */
uint64_t profile_checksum(const struct profile *profile);

/* ---- Ways -------------------------------------------------------------- */

/* Whether a way may be usable, or is counted as under construction: fast, by
 * few keys, never wrongly false. */
bool profile_wants_way(const struct profile *profile, const struct tags *tags);

/* Roads of different layers never meet, even if they share a node, except
 * through a transfer. */
enum road_layer { LAYER_ROAD, LAYER_RAIL, LAYER_COUNT };

enum { CONDITION_SIZE = 512 };

/* A way's properties, forward (in the order of its nodes) at 0 and backward at
 * 1. Texts are those of the tags, NULL for none, and live as long; as_signs:
 * show ref, exits and destinations as signs do. */
struct way_rules {
    bool open[2];        /* flags may say: to smaller vehicles only */
    double speed_kmh[2]; /* at least 0.1 if open; for the duration */
    double factor[2];    /* weight per duration; at least 0 */
    double total_s;      /* above 0: duration= of the whole way, one way;
                            speeds are ignored */
    bool by_distance;    /* the weight is the length in cm times the factor */
    enum road_layer layer;
    uint16_t class_bits;
    uint16_t limit[2][ROAD_LIMIT_COUNT]; /* as in road_attributes */
    uint8_t mode[2];                     /* enum travel_mode */
    uint8_t road_class;                  /* enum road_class */
    uint8_t priority;
    uint8_t flags; /* enum road_flag */
    const char *name;
    const char *ref;
    const char *destinations;
    const char *destination_refs; /* only with as_signs */
    const char *exits;
    const char *pronunciation;
    const char *lanes[2];
    uint16_t lanes_closed[2]; /* bit i: lane i from the left is for others */
    bool as_signs;
    char condition[2][CONDITION_SIZE]; /* of an open direction: when it is
                                          closed, as conditional_closes() reads
                                          it; "": never */
};

/* Why a way is not used, for counting. WAY_USED: it is, in at least one
 * direction, and the rules are filled in. */
enum way_outcome {
    WAY_USED,
    WAY_NO_ROAD,      /* not a kind of road for this profile */
    WAY_NO_ACCESS,    /* its access tags forbid it */
    WAY_AREA,         /* an area, not a road */
    WAY_CONSTRUCTION, /* under construction, or removed */
    WAY_REVERSIBLE,   /* one-way in alternating directions */
    WAY_UNCLEAR,      /* one-way in an unclear direction */
    WAY_OUTCOMES,
};

enum way_outcome profile_way(const struct profile *profile,
                             const struct tags *tags,
                             struct way_rules *ret_rules);

/* ---- Nodes ------------------------------------------------------------- */

/* The effect of passing a node. */
struct node_rules {
    bool blocked;         /* a barrier: no trip passes, though some end there */
    double duration_s[2]; /* along its way's direction, and against it */
    double weight_s[2];
    bool nearing;    /* those costs are only for traffic that comes nearer to a
                        junction (stops.c) */
    bool restricted; /* through traffic avoids it */
};

/* False: no effect; `ret_rules` is untouched. */
bool profile_node(const struct profile *profile, const struct tags *tags,
                  struct node_rules *ret_rules);

/* Whether a node is a station, to be kept even if no way passes it. */
bool profile_wants_node(const struct profile *profile, const struct tags *tags);

/* How layers are joined: from a station to the nearest road and the nearest
 * rails. */
struct transfer_rules {
    double radius_m;      /* of a station; 0: this profile has no transfers */
    double rail_radius_m; /* from a station to its rails */
    double duration_s;    /* one way, in addition to walking the distance */
    double walk_kmh;
    uint32_t links_max; /* roads that a station is joined to */
};
const struct transfer_rules *profile_transfers(const struct profile *profile);

/* ---- Turns ------------------------------------------------------------- */

/* The geometry of a turn at a junction. */
struct turn {
    enum road_layer layer;
    double angle_deg; /* (-180, 180]: 0 straight on, above 0 to the right;
                         180 a U-turn */
    bool turns_back;  /* into the reverse of the incoming edge */
    bool dead_end;    /* of a U-turn: no other road leads on, or none leads
                         in (docs/osm.md) */
    uint32_t roads;   /* ends of pieces there, open or not; without transfers */
    const struct road_attributes *from; /* as seen in the direction of travel */
    const struct road_attributes *to;
    bool has_node;          /* the node at the junction has rules */
    struct node_rules node; /* only [0] counts: along the direction of travel */
};

struct turn_rules {
    double weight_s; /* in seconds of weight, even if weights are lengths */
    double duration_s;
};

/* The cost of the turn and its node. False: the turn is not allowed. Never
 * called for a turn into another layer. */
bool profile_turn(const struct profile *profile, const struct turn *turn,
                  struct turn_rules *ret_rules);

/* Nodes on a road within so many metres stop its traffic once. */
double profile_one_stop_m(const struct profile *profile);

/* Whether any turn depends on being at a dead end. */
bool profile_asks_for_dead_ends(const struct profile *profile);

/* Whether all turns between ways of a layer are allowed and free, apart from
 * nodes and restrictions. */
bool profile_turns_are_free(const struct profile *profile,
                            enum road_layer layer);

/* ---- Restrictions ------------------------------------------------------ */

enum restriction_rule {
    RESTRICTION_NO,          /* from, via, to is forbidden */
    RESTRICTION_ONLY,        /* from, via leads to `to` alone */
    RESTRICTION_IGNORED,     /* for other vehicles, or void */
    RESTRICTION_EXCEPTED,    /* except= names this profile */
    RESTRICTION_CONDITIONAL, /* applies only at times or to some: left out, as
                                the profile wants none, or it is unclear */
    RESTRICTION_UNKNOWN,     /* an unknown kind: left out */
    RESTRICTION_RULES,
};

/* `ret_condition`: the conditional value (conditional.h), in the tags, by which
 * it applies; NULL: always. */
enum restriction_rule profile_restriction(const struct profile *profile,
                                          const struct tags *tags,
                                          const char **ret_condition);

/* ---- Several profiles, as one text names them -------------------------- */

/* "car,bicycle,./truck.conf": names of built-in profiles, or paths, which
 * contain a '/' or end in .conf, separated by commas with optional blanks. */
enum { PROFILE_LIST_MAX = 16 };

struct profile_list {
    struct profile *profile[PROFILE_LIST_MAX]; /* [count], names all differ */
    size_t count;
    uint64_t identity; /* a checksum of which they are, in order, whatever
                          their contents: the names of built-in ones, and the
                          resolved paths of files */
};

/* `set` overrides each of them. -EINVAL: none, too many, or two with one name;
 * other codes as profile_open() and profile_find(). On failure the list is
 * empty. */
int profile_list_open(const char *text, const char *const *set,
                      size_t set_count, struct profile_list *ret_list,
                      struct error *error);
void profile_list_finish(struct profile_list *list); /* zeroed is fine */

/* Of their contents, in order. */
uint64_t profile_list_checksum(const struct profile_list *list);

#endif
