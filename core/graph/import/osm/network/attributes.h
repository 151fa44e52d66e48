/* attributes: what roads are called and are, each kind and each text once, as
 * signs show it; roads that lie on each other have the same. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/intern_pool.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* A text that is made part by part. Zeroed is empty. */
struct sign_text {
    char *text; /* [length], then NUL; NULL before anything was added */
    size_t length;
    size_t capacity;
};

void sign_text_clear(struct sign_text *sign);

/* Appends the parts of a list that are between any of `marks`, with `between`
 * from one to the next: " a;;b  c" with marks ";" and between "; " is
 * "a; b c". Blanks around parts go, several within one are one; parts that are
 * empty are none. NULL is no list. 0 or -ENOMEM. */
int sign_text_add_list(struct sign_text *sign, const char *list,
                       const char *marks, const char *between);

/* "A 5: Basel, Bern" of "A 5" and "Basel;Bern"; the one that there is, where
 * the other is missing. 0 or -ENOMEM. */
int sign_text_add_destinations(struct sign_text *sign, const char *refs,
                               const char *places);

void sign_text_finish(struct sign_text *sign);

/* Zeroed is empty. */
struct attribute_pool {
    struct intern_pool text;
    struct intern_pool item; /* struct road_attributes */
    struct sign_text sign;   /* being made */
};

/* Those of a way, as who goes along it sees them and who goes against it:
 * indices, equal where both see the same. 0, -ENOMEM, -EINVAL: too much. */
int attribute_pool_add(struct attribute_pool *pool,
                       const struct way_rules *rules, uint32_t ret_index[2]);

/* Hands those that pieces have to the network, whose piece_attributes are
 * indices of the pool and then of its own. */
int attribute_pool_give(struct attribute_pool *pool,
                        struct road_network *network);

/* Valid until the next is added. */
const struct road_attributes *
attribute_pool_get(const struct attribute_pool *pool, uint32_t index);

void attribute_pool_finish(struct attribute_pool *pool);

/* ---- Roads that lie on each other and take the same ---------------------- */

/* Of pieces over the same nodes whose edges are open alike and take the same,
 * all get the attributes of one, so that an answer does not depend on which is
 * travelled: of the one that has a name, and the least one by its bytes. Those
 * that are drawn the other way around are no twins. Takes time by the square of
 * how many edges leave a junction for the same one. */
void twins_settle(const struct road_leaving *leaving,
                  const struct attribute_pool *pool,
                  struct road_network *network);

#endif
