/* restriction_members: what the members of a restriction are on courses. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTION_MEMBERS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTION_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

/* Ways of one role, as they are listed: via ways as often as they are, others
 * once. */
struct member_ways {
    uint32_t *used; /* [count] used ways */
    uint32_t count;
    uint32_t missing; /* so many more are not in the file or no road */
    size_t capacity;
};

/* Of one relation; room is used again for the next. */
struct members {
    struct member_ways from;
    struct member_ways to;
    struct member_ways via;
    uint32_t node; /* via one, where node_count is 1 */
    uint32_t node_count;
    uint32_t node_missing;
    uint32_t *room; /* [2 * via.count + to.count] for who resolves them */
    size_t room_capacity;
    uint64_t *listed; /* [from.count or to.count] */
    size_t listed_capacity;
};

/* Those of the relation. 0 or -ENOMEM. */
int members_read(const struct osm_data *data, const struct courses *courses,
                 uint32_t relation, struct members *members);

/* Darts that one restriction may spell: of each `from` all of via and `to`. */
enum { RESTRICTION_DARTS_MAX = 4096 };

/* Whether they are enough, and no more than can be meant: COUNT_RESTRICTIONS,
 * or why not. */
enum import_count members_check(const struct courses *courses,
                                const struct members *members);

void members_finish(struct members *members);

/* Whether the way passes the spot. */
bool way_touches(const struct courses *courses, uint32_t used, uint32_t spot);

/* The n-th open dart of a way, from 0, that leaves a spot or arrives there;
 * false: there are fewer. */
bool way_leaving(const struct courses *courses, uint32_t used, uint32_t spot,
                 uint32_t n, uint32_t *ret_dart);
bool way_arriving(const struct courses *courses, uint32_t used, uint32_t spot,
                  uint32_t n, uint32_t *ret_dart);

/* The ends of a course: the spots that one comes from and to who passes it so
 * (2c along its way, 2c + 1 against it). */
uint32_t passage_tail(const struct courses *courses, uint32_t passage);
uint32_t passage_head(const struct courses *courses, uint32_t passage);
bool passage_is_open(const struct courses *courses, uint32_t passage);

#endif
