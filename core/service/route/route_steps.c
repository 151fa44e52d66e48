/* route_steps: a way over roads, edge by edge. */
#include "core/service/route/route_steps.h"

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

size_t route_steps_segments(const struct route_steps *steps)
{
    size_t count = 0;

    for (uint32_t i = 0; i < steps->count; i++)
        count += steps->list[i].segment_count;
    return count;
}

static void add_nodes(struct listing *listing, const struct roads *roads,
                      const struct route_steps *steps)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        if (i > 0)
            add_node(listing, roads, edge_first_place(roads, step->edge));
        for (uint32_t j = 1; j < step->segment_count; j++)
            add_node(listing, roads, route_step_node(step, j));
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
