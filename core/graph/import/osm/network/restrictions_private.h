/* restrictions_private: which ways and node a restriction names (members.c),
 * and where ways pass a spot (spot_links.c); private to these and
 * restrictions.c. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_PRIVATE_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

/* ---- Members ------------------------------------------------------------- */

/* Ways of one role, as listed: via ways with repetitions, others once. */
struct member_ways {
    uint32_t *used; /* [count] used ways */
    uint32_t count;
    uint32_t missing; /* more members, not in the file or not roads */
    size_t capacity;
};

/* Of one relation; the buffers are reused for the next. */
struct members {
    struct member_ways from;
    struct member_ways to;
    struct member_ways via;
    uint32_t node; /* the via node, if node_count is 1 */
    uint32_t node_count;
    uint32_t node_missing;
    uint32_t *room; /* [2 * via.count + to.count] workspace for resolving */
    size_t room_capacity;
    uint64_t *listed; /* [from.count or to.count] */
    size_t listed_capacity;
};

/* Reads the members of a relation. 0 or -ENOMEM; finish() is fine after either,
 * and on zero bytes. */
int members_read(const struct osm_data *data, const struct courses *courses,
                 uint32_t relation, struct members *members);
void members_finish(struct members *members);

/* Whether there are enough members, and no more than plausible:
 * COUNT_RESTRICTIONS, or why not. */
enum import_count members_check(const struct courses *courses,
                                const struct members *members);

/* ---- Links at spots ------------------------------------------------------ */

/* The links that begin (0) and end (1) at each spot, ascending, so those of one
 * way are neighbours: it may be long, pass the spot often, and be named by many
 * restrictions. Both darts of a link are open or closed as those of its way. */
struct spot_links {
    const struct courses *courses;
    uint32_t *first[2]; /* [spot_count + 1] */
    uint32_t *link[2];  /* [ref_count] */
};

/* 8 bytes a ref and spot, and 4 a ref while it runs. 0 or -ENOMEM; finish() is
 * fine after either, and on zero bytes. The courses outlive it. */
int spot_links_init(struct spot_links *links, const struct courses *courses);
void spot_links_finish(struct spot_links *links);

/* Whether the way passes the spot. */
bool way_touches(const struct spot_links *links, uint32_t used, uint32_t spot);

enum side { LEAVING, ARRIVING };

/* The n-th open dart of a way, from 0, that leaves a spot or arrives there; of
 * one that has none open, the n-th that is closed to the profile's vehicle
 * alone. False: there are fewer. */
bool find_dart(const struct spot_links *links, uint32_t used, uint32_t spot,
               enum side side, size_t n, uint32_t *ret_dart);

#endif
