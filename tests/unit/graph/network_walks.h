/* network_walks: all walks of a given length on a small road network. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_NETWORK_WALKS_H
#define RELAXD_TESTS_UNIT_GRAPH_NETWORK_WALKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/road_network/road_network.h"

enum { WALK_SEGMENTS_MAX = 8 };

/* Consecutive nodes, and the walk's weight, turns included. */
struct walk {
    int64_t node[WALK_SEGMENTS_MAX + 1];
    uint64_t weight;
    uint64_t duration_ms;
    uint64_t turn_weight; /* part of it */
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

/* By nodes, then by weight. */
void walk_list_sort(struct walk_list *list);

/* Every walk of so many segments, from the start of any segment, except those
 * that the network forbids, by turn or by sequence. */
void network_walks(const struct road_network *network, uint32_t segments,
                   struct walk_list *list);

#endif
