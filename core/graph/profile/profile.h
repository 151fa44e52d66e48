/* profile: a way of travelling, and what the tags of OpenStreetMap mean to
 * them. Start reading core/graph/profile/ here.
 *
 * A profile is a file (config/profiles/ has those that ship): speeds, access,
 * one-way rules, penalties. Everything that it says is data; what the words in
 * it mean is documented in config/profiles/README.md. This is the only room
 * that knows keys and values of OpenStreetMap.
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

/* From a file. Words of an error begin with path and line and say what is
 * allowed. `set`: "section.key=value" each, put over what the file says: a
 * a whole number or list, of a table's row the values that are named. */
int profile_open(const char *path, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* The same from text; `name` is what errors call it. */
int profile_read(const char *name, const char *text, size_t size,
                 const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* One of those that ship, built in: "car", "bicycle", "foot", "testbot",
 * "walk-rail". -ENOENT, the words tell which there are. */
int profile_find(const char *name, const char *const *set, size_t set_count,
                 struct profile **ret_profile, struct error *error);

/* The names of those, NULL after the last; and the text of one, NULL where
 * there is none of that name. */
const char *const *profile_names(void);
const char *profile_text(const char *name);

void profile_destroy(struct profile *profile); /* NULL is fine */

/* Name, weight, classes and so on, for the map. */
const struct road_profile *profile_general(const struct profile *profile);

/* A checksum of all that the profile says, for a cache of what was made of it.
 */
uint64_t profile_checksum(const struct profile *profile);

/* ---- Ways -------------------------------------------------------------- */

/* Whether a way may be of use at all, or is to be counted as not there yet:
 * quick, by few keys, never wrongly no. */
bool profile_wants_way(const struct profile *profile, const struct tags *tags);

/* Roads of different layers never meet, even where they share a node, but
 * through a transfer. */
enum road_layer { LAYER_ROAD, LAYER_RAIL, LAYER_COUNT };

/* What a way is, forward (its nodes as they follow each other) at 0 and
 * backward at 1. Texts are those of the tags, NULL for none, and live as long;
 * as_signs: ref, exits and destinations are to be told as signs have them. */
struct way_rules {
    bool open[2];
    double speed_kmh[2]; /* at least 0.1 where open; of the duration */
    double factor[2];    /* weight to a duration of 1; at least 0 */
    double total_s;      /* above 0: duration= says what all of it takes, one
                            way, and the speeds do not count */
    bool by_distance;    /* the weight is the length, in cm, and factor's */
    enum road_layer layer;
    uint16_t class_bits;
    uint8_t mode[2];    /* enum travel_mode */
    uint8_t road_class; /* enum road_class */
    uint8_t priority;
    uint8_t flags; /* enum road_flag */
    const char *name;
    const char *ref;
    const char *destinations;
    const char *destination_refs; /* none but as signs */
    const char *exits;
    const char *pronunciation;
    const char *lanes[2];
    bool as_signs;
};

/* Why a way is not used, for counting; WAY_USED: it is, in one direction at
 * least, and rules are filled. */
enum way_outcome {
    WAY_USED,
    WAY_NO_ROAD,      /* nothing that this profile travels on */
    WAY_NO_ACCESS,    /* its access tags forbid it */
    WAY_AREA,         /* an area is no road */
    WAY_CONSTRUCTION, /* not there yet, or no more */
    WAY_REVERSIBLE,   /* one-way, now this way and now that */
    WAY_UNCLEAR,      /* one-way, and nobody can tell which way */
    WAY_OUTCOMES,
};

enum way_outcome profile_way(const struct profile *profile,
                             const struct tags *tags,
                             struct way_rules *ret_rules);

/* ---- Nodes ------------------------------------------------------------- */

/* What passing a node means. */
struct node_rules {
    bool blocked;         /* a barrier: no trip passes, though some end there */
    double duration_s[2]; /* along its way's direction, and against it */
    double weight_s[2];
};

/* False: nothing; rules are untouched. */
bool profile_node(const struct profile *profile, const struct tags *tags,
                  struct node_rules *ret_rules);

/* Whether a node is a station, to be kept though no way passes it. */
bool profile_wants_node(const struct profile *profile, const struct tags *tags);

/* How layers are joined: from a station to the nearest road and the nearest
 * rails. */
struct transfer_rules {
    double radius_m;      /* of a station; 0: this profile has no transfers */
    double rail_radius_m; /* from a station to its rails */
    double duration_s;    /* one way, beside walking the distance */
    double walk_kmh;
    uint32_t links_max; /* roads that one station is joined to */
};
const struct transfer_rules *profile_transfers(const struct profile *profile);

/* ---- Turns ------------------------------------------------------------- */

/* A turn at a junction, as it lies on the ground. */
struct turn {
    enum road_layer layer;
    double angle_deg; /* (-180, 180]: 0 straight on, above to the right; 180
                         turning back */
    bool turns_back;  /* into the reverse of the edge that one comes by */
    bool dead_end;  /* of who turns back: no other road leads on, or none leads
                       there (docs/osm.md) */
    uint32_t roads; /* ends of pieces there, open or not; no transfers */
    const struct road_attributes *from; /* as seen in the direction of travel */
    const struct road_attributes *to;
    bool has_node;          /* the node at the junction has rules */
    struct node_rules node; /* [0] alone counts: as it is come by */
};

struct turn_rules {
    double weight_s; /* in seconds of weight, also where weights are lengths */
    double duration_s;
};

/* What the turn and its node take together. False: nobody turns so. A turn into
 * another layer never gets here. */
bool profile_turn(const struct profile *profile, const struct turn *turn,
                  struct turn_rules *ret_rules);

/* Whether it matters for some turn whether it is at a dead end. */
bool profile_asks_for_dead_ends(const struct profile *profile);

/* Whether all turns between ways of a layer are allowed and cost nothing, but
 * for what nodes and restrictions say. */
bool profile_turns_are_free(const struct profile *profile,
                            enum road_layer layer);

/* ---- Restrictions ------------------------------------------------------ */

enum restriction_rule {
    RESTRICTION_NO,          /* from, via, to is forbidden */
    RESTRICTION_ONLY,        /* from, via leads to `to` alone */
    RESTRICTION_IGNORED,     /* of others, or of nobody: no concern */
    RESTRICTION_EXCEPTED,    /* except= names us */
    RESTRICTION_CONDITIONAL, /* at some times or for some: left out */
    RESTRICTION_UNKNOWN,     /* a kind that nobody knows: left out */
    RESTRICTION_RULES,
};

enum restriction_rule profile_restriction(const struct profile *profile,
                                          const struct tags *tags);

/* ---- Several profiles, as one text names them -------------------------- */

/* "car,bicycle,./truck.conf": names of those that ship, or paths, which have a
 * '/' or end in .conf, apart by commas and blanks around them. */
enum { PROFILE_LIST_MAX = 16 };

struct profile_list {
    struct profile *profile[PROFILE_LIST_MAX]; /* [count], names all differ */
    size_t count;
    uint64_t identity;
};

/* `set` is put over each of them. -EINVAL: none, too many, or two
 * of one name; others as profile_open() and profile_find() have them. On
 * failure there are none. */
int profile_list_open(const char *text, const char *const *set,
                      size_t set_count, struct profile_list *ret_list,
                      struct error *error);
void profile_list_finish(struct profile_list *list); /* zeroed is fine */

/* Of all that they say, in their order. */
uint64_t profile_list_checksum(const struct profile_list *list);

/* Of which they are, in their order, whatever they say: the names of those that
 * ship, and where the files of others lie, links followed. */
uint64_t profile_list_identity(const struct profile_list *list);

#endif
