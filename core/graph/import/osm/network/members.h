/* members: which ways and node a restriction names. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_MEMBERS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

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

#endif
