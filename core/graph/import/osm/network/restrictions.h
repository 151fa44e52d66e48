/* restrictions: relations that forbid turns, in terms of darts.
 *
 * They are resolved before junctions are found, since the spots where they
 * apply must be junctions. Each is one incoming dart, ways that are then passed
 * from end to end, and the outgoing darts that are forbidden, or the only ones
 * allowed. docs/osm.md says which ones count as unclear. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/pieces.h"

struct restriction {
    const char *condition; /* of osm_data: when it applies, as the profile says
                              (profile_restriction()); NULL: always */
    bool only;
    uint32_t from; /* dart */
    uint32_t via_count;
    uint32_t to_count;
    size_t first_part; /* via_count passages, then to_count darts */
};

struct restriction_list {
    struct restriction *item;
    size_t count;
    size_t capacity;
    uint32_t *part;
    size_t part_count;
    size_t part_capacity;
};

/* Counts every relation once. 0 or -ENOMEM; finish() is fine after either. */
int restrictions_read(const struct osm_data *data,
                      const struct profile *profile,
                      const struct courses *courses,
                      struct restriction_list *list,
                      struct import_report *report);

/* The spots where a restriction begins, continues or ends become ruled
 * junctions; others on the way are ruled if they are junctions. 0 or
 * -ENOMEM. */
int restrictions_mark(const struct restriction_list *list,
                      const struct courses *courses,
                      struct junctions *junctions);

void restrictions_finish(struct restriction_list *list);

static inline const uint32_t *
restriction_via(const struct restriction_list *list,
                const struct restriction *item)
{
    return list->part + item->first_part;
}

static inline const uint32_t *
restriction_to(const struct restriction_list *list,
               const struct restriction *item)
{
    return list->part + item->first_part + item->via_count;
}

/* Merges restrictions with the same past and condition.
 *
 * Each only_ restriction allows some way on. Applied separately, several would
 * forbid everything; so a vehicle with that past may take any turn that one of
 * them allows, unless a no_ or one with another condition forbids it. Many
 * equal restrictions take no more room in the network than one. */

/* Merges those of one kind with the same condition, `from` and via, and lists
 * each outgoing dart once. 0 or -ENOMEM. */
int restriction_unions_make(struct restriction_list *list);

#endif
