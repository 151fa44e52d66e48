/* weight_span: the segments of one way between two nodes that are no
 * neighbours. Part of weight_match. */
#ifndef RELAXD_WEIGHTING_WEIGHT_SPAN_H
#define RELAXD_WEIGHTING_WEIGHT_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/weighting/weight_match.h"

/* Items of one thread. Owned by its maker, who frees `item`. */
struct item_list {
    uint32_t *item;
    size_t count;
    size_t capacity;
    bool failed; /* no memory: items are missing */
};

void item_list_add(struct item_list *list, uint32_t item);

/* Both nodes are on the map. Adds the segments in the order of travel;
 * MATCH_SPAN, MATCH_NO_ROAD or MATCH_LEFT_OUT. Time grows with the pieces of
 * the ways at the first node, by their square where they meet themselves. */
enum match_outcome weight_span_find(const struct roads *roads, int64_t from,
                                    int64_t to, struct item_list *list);

#endif
