/* attributes: the names and other attributes of roads, each set and each text
 * stored once, as signs show it; roads that lie on each other get the same. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/intern_pool.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* A text built part by part. Zeroed is empty. */
struct sign_text {
    char *text; /* [length], then NUL; NULL while empty */
    size_t length;
    size_t capacity;
};

void sign_text_clear(struct sign_text *sign);

/* Appends the parts of a list, split at any of `marks` and joined by `between`:
 * " a;;b  c" with marks ";" and between "; " is "a; b c". Drops blanks around
 * parts and empty parts; several blanks within a part become one. NULL is an
 * empty list. 0 or -ENOMEM. */
int sign_text_add_list(struct sign_text *sign, const char *list,
                       const char *marks, const char *between);

/* "A 5: Basel, Bern" of "A 5" and "Basel;Bern"; either alone if the other is
 * missing. 0 or -ENOMEM. */
int sign_text_add_destinations(struct sign_text *sign, const char *refs,
                               const char *places);

/* The arrows of a road without the lanes that are closed (bit i: lane i from
 * the left): on each lane in a fixed order, each once. Unknown ones are left
 * out, and all if no lane has an arrow. 0 or -ENOMEM. */
int sign_text_add_lanes(struct sign_text *sign, const char *lanes,
                        uint16_t closed);

void sign_text_finish(struct sign_text *sign);

/* Zeroed is empty. */
struct attribute_pool {
    struct intern_pool text;
    struct intern_pool item; /* struct road_attributes */
    struct sign_text sign;   /* under construction */
};

/* The attributes of a way as seen along it and against it: indices, equal if
 * both are the same. 0, -ENOMEM, -EINVAL: too many. */
int attribute_pool_add(struct attribute_pool *pool,
                       const struct way_rules *rules, uint32_t ret_index[2]);

/* The offset of a text in the network's. 0, -ENOMEM, -EINVAL: too many. */
int attribute_pool_add_text(struct attribute_pool *pool, const char *text,
                            uint32_t *ret_offset);

/* Moves the attributes in use to the network, and converts its piece_attributes
 * from indices of the pool to its own. */
int attribute_pool_give(struct attribute_pool *pool,
                        struct road_network *network);

/* Valid until the next addition. */
const struct road_attributes *
attribute_pool_get(const struct attribute_pool *pool, uint32_t index);

void attribute_pool_finish(struct attribute_pool *pool);

/* ---- Roads on the same line with the same costs -------------------------- */

/* Pieces over the same nodes, with the same edges open at the same costs, all
 * get the attributes of one, so that answers do not depend on which of them a
 * path takes: of one that has a name, and of these the least by its bytes.
 * Pieces drawn in opposite directions are not matched. n log n in the edges of
 * a junction. 0 or -ENOMEM. */
int twins_settle(const struct road_leaving *leaving,
                 const struct attribute_pool *pool,
                 struct road_network *network);

#endif
