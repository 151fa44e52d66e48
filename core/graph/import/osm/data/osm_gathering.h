/* osm_gathering: data while it is made. For this room's own use.
 *
 *     ways, relations, ids of nodes to keep    in any order
 *     osm_gathering_choose()                   which objects count, hence which
 *                                              nodes matter
 *     nodes, and what supersedes a way         in any order
 *     osm_gathering_settle()                   done
 *
 * So of nodes only those that matter are ever held: while they come, 8 bytes of
 * id, 8 of position and 5 of what is known of each, 4 a ref; 24 bytes a ref for
 * a moment before. What is done is 16 bytes a node and 4 a ref, beside tags.
 *
 * All functions: 0, -ENOMEM, or -EINVAL for more than arrays can count; then
 * the data is only good for osm_data_finish(). */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_GATHERING_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_GATHERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/intern_pool.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/tags.h"

/* The texts of tags, each kept once. Zeroed is empty. */
struct osm_texts {
    struct intern_pool pool; /* NUL-terminated; the first is "" */
    char *mended;            /* the last text that was no line of UTF-8 */
    size_t mended_capacity;
};

/* Where the text stands, from now on. 0; TEXT_MENDED: it has '?' for each byte
 * that is no character of a line (core/base/text.h); -ENOMEM; -EINVAL: they are
 * more than 4 GiB. */
int osm_texts_add(struct osm_texts *texts, const char *text,
                  uint32_t *ret_offset);

/* Which of two objects with one id counts: the higher version, of equal ones
 * the later. */
struct osm_stamp {
    uint64_t ordinal; /* counts all that are read */
    uint32_t version; /* 0: the file has none */
};

bool osm_stamp_beats(const struct osm_stamp *stamp,
                     const struct osm_stamp *other);

struct osm_entry {
    struct osm_stamp stamp;
    uint64_t first_item; /* those up to the next entry's are its own */
    uint64_t first_tag;
};

/* Objects of one kind as they are added, in any order, some of them twice.
 * Items are what they consist of, refs or members. Zeroed is empty. */
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

/* Where an object's items and tags end. */
uint64_t osm_pile_item_end(const struct osm_pile *pile, uint32_t i);
uint64_t osm_pile_tag_end(const struct osm_pile *pile, uint32_t i);

/* The objects that count, by ascending id, each id once: [*ret_count], free()d
 * by the caller. 0 or -ENOMEM. */
int osm_pile_choose(const struct osm_pile *pile, uint32_t **ret_index,
                    uint32_t *ret_count);

void osm_pile_finish(struct osm_pile *pile);

/* An object as it comes, but for what it consists of. */
struct osm_object {
    int64_t id;
    struct osm_stamp stamp;
    bool deleted; /* the file says that it is gone */
    const struct osm_text_tag *tags;
    size_t tag_count;
};

/* What is known of a node that matters. */
enum osm_node_state {
    NODE_SEEN = 1 << 0,    /* it came */
    NODE_DELETED = 1 << 1, /* to say that it is gone */
    NODE_NOWHERE = 1 << 2, /* without a valid position */
    NODE_KEPT = 1 << 3,    /* to be kept, be it passed or not */
    NODE_PASSED = 1 << 4,  /* by a way */
    NODE_WANTED = 1 << 5,  /* what is to be kept still is, as it came last */
    NODE_TAGGED = 1 << 6,  /* it has come with tags */
};

/* Tags of a node; of several of one node the last count. */
struct osm_tagged {
    uint32_t node;
    uint32_t tag_count;
    uint64_t first_tag;
};

struct osm_gathering {
    struct osm_texts texts;
    struct intern_pool own_keys; /* of the object whose tags come, once it has
 many */

    /* Before the choice. */
    struct osm_pile ways;      /* of int64_t, the refs */
    struct osm_pile relations; /* of struct osm_member */
    struct osm_pile nodes;     /* of struct position, one each: those of
                                  osm_data_add_node() */
    int64_t *kept;             /* [kept_count] ids */
    size_t kept_count;
    size_t kept_capacity;

    /* After it. */
    bool chosen;
    struct osm_stamp *way_stamp; /* [way_count] */
    bool *way_gone;
    struct osm_stamp *relation_stamp; /* [relation_count] */
    bool *relation_gone;
    uint32_t *node_version; /* [node_count] */
    uint8_t *node_state;    /* enum osm_node_state */
    uint32_t near;          /* where a node was last looked for */
    struct osm_tagged *tagged;
    size_t tagged_count;
    size_t tagged_capacity;
    struct osm_tag *tag;
    size_t tag_count;
    size_t tag_capacity;
};

/* The one of data that is being made, begun where there is none. */
int osm_gathering_begin(struct osm_data *data, struct error *error);

int osm_gathering_way(struct osm_data *data, const struct osm_object *object,
                      const int64_t *refs, size_t ref_count,
                      struct error *error);
int osm_gathering_relation(struct osm_data *data,
                           const struct osm_object *object,
                           const struct osm_member *members,
                           size_t member_count, struct error *error);
int osm_gathering_keep(struct osm_data *data, int64_t id, struct error *error);

/* Nodes that come before it is known which of them matter. */
int osm_gathering_pile_node(struct osm_data *data,
                            const struct osm_object *object,
                            struct position position, struct error *error);

int osm_gathering_choose(struct osm_data *data, struct error *error);

/* Those piled come now. */
int osm_gathering_unpile_nodes(struct osm_data *data, struct error *error);

/* Whether a node matters. */
bool osm_gathering_expects(struct osm_data *data, int64_t id);

/* Nothing where the node does not matter. `wanted`: whether one that is to be
 * kept is still to be, as it comes here. */
int osm_gathering_node(struct osm_data *data, const struct osm_object *object,
                       struct position position, bool wanted,
                       struct error *error);

/* A way or relation that is not wanted itself, but may be a newer state of one
 * that is. */
void osm_gathering_supersede(struct osm_data *data, enum osm_kind kind,
                             int64_t id, const struct osm_stamp *stamp);

int osm_gathering_settle(struct osm_data *data, struct error *error);

void osm_gathering_destroy(struct osm_gathering *gathering); /* NULL is fine */

/* Words for the codes above. */
int osm_gathering_failed(int code, struct error *error);

/* The least index whose id is not less; `count` where all are. */
uint32_t osm_lower_bound(const int64_t *ids, uint32_t count, int64_t id);

#endif
