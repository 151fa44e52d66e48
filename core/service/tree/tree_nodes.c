/* tree_nodes: labels at the ends of edges as labels of nodes. */
#include "core/service/tree/tree_nodes.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/cost.h"

enum { BLOCK_LABELS = 1024 };

struct block_buffer {
    struct sink *sink;
    uint32_t first;
    uint32_t count;
    uint32_t vertex[BLOCK_LABELS];
    uint32_t cost[BLOCK_LABELS];
};

static int begin(struct tree_nodes *nodes)
{
    uint32_t n = nodes->map->topology.vertex_count;

    nodes->cost = array_alloc_huge(n, sizeof(*nodes->cost));
    if (!nodes->cost) {
        nodes->failed = true;
        return -1;
    }
    for (uint32_t v = 0; v < n; v++)
        nodes->cost[v] = COST_INFINITY;
    return 0;
}

static int keep(struct sink *sink, const struct label_block *block)
{
    struct tree_nodes *nodes = (struct tree_nodes *)sink;

    if (!nodes->cost && begin(nodes))
        return -1;
    for (uint32_t i = 0; i < block->count; i++)
        nodes->cost[block->vertex ? block->vertex[i] : block->first + i] =
            block->cost[i];
    return 0;
}

void tree_nodes_init(struct tree_nodes *nodes, const struct map *map,
                     uint64_t from)
{
    *nodes = (struct tree_nodes){
        .base = {keep},
        .map = map,
        .from = from,
    };
}

void tree_nodes_finish(struct tree_nodes *nodes)
{
    free(nodes->cost);
    nodes->cost = NULL;
}

static int flush(struct block_buffer *buffer)
{
    struct label_block block = {
        .first = buffer->first,
        .count = buffer->count,
        .vertex = buffer->vertex,
        .cost = buffer->cost,
    };

    if (buffer->count == 0)
        return 0;
    buffer->first += buffer->count;
    buffer->count = 0;
    return buffer->sink->write(buffer->sink, &block);
}

static int add(struct block_buffer *buffer, uint32_t vertex, uint32_t cost)
{
    if (cost == COST_INFINITY)
        return 0;
    buffer->vertex[buffer->count] = vertex;
    buffer->cost[buffer->count++] = cost;
    return buffer->count == BLOCK_LABELS ? flush(buffer) : 0;
}

/* The least label of the vertices [first, end) by id, which are of one node. */
static uint32_t least_label(const struct tree_nodes *nodes, uint32_t first,
                            uint32_t end)
{
    const uint32_t *by_id = nodes->map->vertex_by_id;
    uint32_t least = COST_INFINITY;

    if (nodes->map->external_id[by_id[first]] == nodes->from)
        return 0;
    for (uint32_t i = first; i < end && nodes->cost; i++) {
        if (nodes->cost[by_id[i]] < least)
            least = nodes->cost[by_id[i]];
    }
    return least;
}

int tree_nodes_tell(const struct tree_nodes *nodes, struct sink *sink)
{
    const struct map *map = nodes->map;
    uint32_t n = map->topology.vertex_count;
    struct block_buffer buffer;

    buffer.sink = sink;
    buffer.first = 0;
    buffer.count = 0;
    for (uint32_t first = 0, end; first < n; first = end) {
        uint32_t vertex = map->vertex_by_id[first];
        int r;

        end = first + 1;
        while (end < n && map->external_id[map->vertex_by_id[end]] ==
                              map->external_id[vertex])
            end++;
        r = add(&buffer, vertex, least_label(nodes, first, end));
        if (r)
            return r;
    }
    return flush(&buffer);
}
