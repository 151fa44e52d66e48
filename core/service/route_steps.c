/* route_steps: a way over roads, edge by edge. */
#include "core/service/route_steps.h"

static uint32_t first_node_of(const struct roads *roads, uint32_t edge)
{
    uint32_t piece = edge_piece(edge);

    return edge_is_forward(edge) ? roads->first_node[piece]
                                 : roads->first_node[piece + 1] - 1;
}

/* The node after a step's i-th segment. */
static uint32_t node_after(const struct route_step *step, uint32_t i)
{
    uint32_t node = step->first_segment + edge_piece(step->edge);

    return edge_is_forward(step->edge) ? node + i + 1 : node - i;
}

/* What nodes are written to as they are passed. */
struct listing {
    uint32_t *nodes; /* or NULL */
    uint64_t *ids;   /* or NULL */
    size_t count;
};

static void add_id(struct listing *listing, uint64_t id)
{
    if (!listing->count || listing->ids[listing->count - 1] != id)
        listing->ids[listing->count++] = id;
}

static void add_node(struct listing *listing, const struct roads *roads,
                     uint32_t node)
{
    if (listing->ids) {
        add_id(listing, (uint64_t)roads->node_id[node]);
        return;
    }
    if (listing->nodes)
        listing->nodes[listing->count] = node;
    listing->count++;
}

static void add_nodes(struct listing *listing, const struct roads *roads,
                      const struct route_steps *steps)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        if (i > 0)
            add_node(listing, roads, first_node_of(roads, step->edge));
        for (uint32_t j = 0; j + 1 < step->segment_count; j++)
            add_node(listing, roads, node_after(step, j));
    }
}

size_t route_steps_nodes(const struct roads *roads,
                         const struct route_steps *steps, uint32_t *ret_nodes)
{
    struct listing listing = {.nodes = ret_nodes};

    add_nodes(&listing, roads, steps);
    return listing.count;
}

size_t route_steps_ids(const struct roads *roads,
                       const struct route_steps *steps, uint64_t from,
                       uint64_t to, uint64_t *ret_ids)
{
    struct listing listing = {.ids = ret_ids};

    add_id(&listing, from);
    add_nodes(&listing, roads, steps);
    add_id(&listing, to);
    return listing.count;
}
