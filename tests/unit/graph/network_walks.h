/* network_walks: all that one can drive on a small road network. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_NETWORK_WALKS_H
#define RELAXD_TESTS_UNIT_GRAPH_NETWORK_WALKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/road_network/road_network.h"

enum { WALK_SEGMENTS_MAX = 8 };

/* Nodes that follow each other, and what it takes, turns included. */
struct walk {
    int64_t node[WALK_SEGMENTS_MAX + 1];
    uint64_t weight;
    uint64_t duration_ms;
    uint64_t turn_weight; /* of it */
    uint64_t turn_duration_ms;
};

struct walk_list {
    struct walk *walk;
    size_t count;
    size_t capacity;
};

/* Aborts where memory is short. */
void walk_list_add(struct walk_list *list, const struct walk *walk);
void walk_list_finish(struct walk_list *list);

/* By nodes, then by what they take. */
void walk_list_sort(struct walk_list *list);

/* Every walk of so many segments, from the begin of any segment; what the
 * network forbids, turn by turn and sequence by sequence, is not among them. */
void network_walks(const struct road_network *network, uint32_t segments,
                   struct walk_list *list);

#endif
