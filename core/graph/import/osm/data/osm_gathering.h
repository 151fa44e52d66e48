/* osm_gathering: data under construction. Private to this room.
 *
 *     osm_gathering_begin()
 *     ways, relations, ids of nodes to keep    in any order
 *     osm_gathering_choose()                   which objects count, hence which
 *                                              nodes matter
 *     nodes, and what supersedes a way         in any order
 *     osm_gathering_settle()                   done
 *
 * So only the nodes that matter are ever held: while they are read, 8 bytes of
 * id, 8 of position and 5 of state each, 4 a ref; briefly before that 24 bytes
 * a ref. The result takes 16 bytes a node and 4 a ref, plus tags.
 *
 * What is added is copied. Of two objects with one id the later counts, be it
 * the newer version or from a later file, and the other is counted.
 *
 * All functions: 0, -ENOMEM, or -EINVAL for more than arrays can count; then
 * only osm_data_finish() is valid. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_GATHERING_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_GATHERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/intern_pool.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/tags.h"

bool osm_stamp_beats(const struct osm_stamp *stamp,
                     const struct osm_stamp *other);

struct osm_entry {
    struct osm_stamp stamp;
    uint64_t first_item; /* its own are those up to the next entry's */
    uint64_t first_tag;
};

/* Objects of one kind in the order of adding, some of them twice. Items are
 * their refs or members. Zeroed is empty. */
struct osm_pile {
    uint32_t count;
    int64_t *id;
    size_t id_capacity;
    struct osm_entry *entry;
    size_t entry_capacity;
    void *item;
    size_t item_count;
    size_t item_capacity;
    struct osm_tag *tag;
    size_t tag_count;
    size_t tag_capacity;
};

/* The end of an object's items and tags. */
uint64_t osm_pile_item_end(const struct osm_pile *pile, uint32_t i);
uint64_t osm_pile_tag_end(const struct osm_pile *pile, uint32_t i);

/* The objects that count, by ascending id, each id once: [*ret_count], free()d
 * by the caller. 0 or -ENOMEM. */
int osm_pile_choose(const struct osm_pile *pile, uint32_t **ret_index,
                    uint32_t *ret_count);

void osm_pile_finish(struct osm_pile *pile);

/* The state of a node that matters. */
enum osm_node_state {
    NODE_SEEN = 1 << 0,    /* it was read */
    NODE_DELETED = 1 << 1, /* its last version is deleted */
    NODE_NOWHERE = 1 << 2, /* without a valid position */
    NODE_KEPT = 1 << 3,    /* to be kept even if no way passes it */
    NODE_PASSED = 1 << 4,  /* by a way */
    NODE_WANTED = 1 << 5,  /* its last version is still to be kept */
    NODE_TAGGED = 1 << 6,  /* it had tags */
};

struct osm_gathering {
    struct intern_pool texts; /* of tags, each once, NUL-terminated; the first
                                 is "" */
    char *mended;             /* the last text that was not one line of UTF-8,
                                 mended */
    size_t mended_capacity;

    /* Before the choice. */
    struct osm_pile ways;      /* of int64_t, the refs */
    struct osm_pile relations; /* of struct osm_member */
    int64_t *kept;             /* [kept_count] ids */
    size_t kept_count;
    size_t kept_capacity;

    /* After it. */
    struct osm_stamp *way_stamp; /* [way_count] */
    bool *way_gone;
    struct osm_stamp *relation_stamp; /* [relation_count] */
    bool *relation_gone;
    uint32_t *node_version; /* [node_count] */
    uint8_t *node_state;    /* enum osm_node_state */
    uint32_t near;          /* the last lookup's index */
    struct osm_pile tagged; /* tags of nodes, by index instead of id; the last
                               entry of a node counts */
};

int osm_gathering_begin(struct osm_data *data, struct error *error);

/* Adds a way or relation. */
int osm_gathering_pile(struct osm_data *data, const struct osm_object *object,
                       struct error *error);

/* Keeps a node even if no way passes it. */
int osm_gathering_keep(struct osm_data *data, int64_t id, struct error *error);

int osm_gathering_choose(struct osm_data *data, struct error *error);

/* Whether a node matters. */
bool osm_gathering_expects(struct osm_data *data, int64_t id);

/* Ignores nodes that do not matter. `wanted`: whether this version of a node is
 * still to be kept. */
int osm_gathering_node(struct osm_data *data, const struct osm_object *object,
                       bool wanted, struct error *error);

/* For a way or relation that is not wanted, but may be a newer version of one
 * that is. */
void osm_gathering_supersede(struct osm_data *data, enum osm_kind kind,
                             int64_t id, const struct osm_stamp *stamp);

int osm_gathering_settle(struct osm_data *data, struct error *error);

void osm_gathering_destroy(struct osm_gathering *gathering); /* NULL is fine */

/* Stores a text of a tag and returns its offset, with '?' for each invalid byte
 * (core/base/text.h). 0, -ENOMEM; -EINVAL: more than 4 GiB in all. */
int osm_gathering_text(struct osm_data *data, const char *text,
                       uint32_t *ret_offset);

/* Sets the error text for the codes above. */
int osm_gathering_failed(int code, struct error *error);

/* The least index whose id is not less; `count` if all are. */
uint32_t osm_lower_bound(const int64_t *ids, uint32_t count, int64_t id);

#endif
