/* via_ways: how the ways that a restriction leads over join. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_VIA_WAYS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_VIA_WAYS_H

#include "core/graph/import/osm/network/restriction_members.h"

/* In how many ways via joins a `from` way to any of the `to` ways, end to end,
 * as it is listed or the other way round; `ret_possible`: how many of them
 * somebody could go. `ret_passage`, [via.count], is one that is possible, else
 * any. Needs the second via.count words of the members' room. */
uint32_t via_ways_join(const struct courses *courses,
                       const struct members *members, uint32_t from_way,
                       uint32_t *ret_passage, uint32_t *ret_possible);

bool via_ways_are_open(const struct courses *courses, const uint32_t *passage,
                       uint32_t count);

#endif
