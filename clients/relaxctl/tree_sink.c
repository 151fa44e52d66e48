/* Sums labels, in any order, under the sink's interface. */
#include "clients/relaxctl/tree_sink.h"

#include <string.h>

static void add(struct tree_summary *summary, uint32_t vertex, uint32_t cost)
{
    if (cost == COST_INFINITY)
        return;
    summary->reached++;
    if (cost == COST_OVERFLOW) {
        summary->overflown++;
        return;
    }
    summary->cost_sum += cost;
    if (cost >= summary->cost_max) {
        summary->cost_max = cost;
        summary->farthest = vertex;
    }
}

static int take(struct sink *base, const struct label_block *block)
{
    struct tree_sink *sink = (struct tree_sink *)base;

    if (sink->cost) {
        memcpy(sink->cost + block->first, block->cost,
               block->count * sizeof(*block->cost));
        return 0;
    }
    for (uint32_t i = 0; i < block->count; i++)
        add(&sink->summary, block->first + i, block->cost[i]);
    return 0;
}

void tree_sink_init(struct tree_sink *sink, uint32_t *cost)
{
    *sink = (struct tree_sink){.base = {take}, .cost = cost};
    sink->summary.farthest = VERTEX_NONE;
}
