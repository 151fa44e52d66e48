/* hierarchy: positions of arcs in panels. */
#include "core/graph/hierarchy/hierarchy.h"

#include "core/base/array.h"

void subtrees_find_lowest(const struct hierarchy *hierarchy,
                          uint32_t *ret_lowest)
{
    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint32_t first = hierarchy->first_child[s];

        ret_lowest[s] = first < hierarchy->first_child[s + 1]
                            ? ret_lowest[hierarchy->child[first]]
                            : s;
    }
}

/* The index of a vertex in the front of `supernode`, which must not be above
 * it; UINT32_MAX if the front lacks it. */
static uint32_t front_index(const struct hierarchy *hierarchy,
                            uint32_t supernode, uint32_t vertex)
{
    uint32_t n = supernode_upward(hierarchy, supernode);
    size_t i;

    if (vertex < hierarchy->first_vertex[supernode + 1])
        return vertex - hierarchy->first_vertex[supernode];
    i = array_find(hierarchy->upward + hierarchy->first_upward[supernode], n,
                   vertex);
    return i < n ? supernode_size(hierarchy, supernode) + (uint32_t)i
                 : UINT32_MAX;
}

uint64_t arc_slot(const struct hierarchy *hierarchy, uint32_t tail,
                  uint32_t head)
{
    uint32_t low = tail < head ? tail : head;
    uint32_t high = tail < head ? head : tail;
    uint32_t s = hierarchy->supernode[low];
    uint64_t size = supernode_size(hierarchy, s);
    uint64_t upward = supernode_upward(hierarchy, s);
    uint32_t row = low - hierarchy->first_vertex[s];
    uint32_t column = front_index(hierarchy, s, high);
    uint64_t out = hierarchy->first_panel[s];

    if (tail == head || column == UINT32_MAX)
        return SLOT_NONE;
    if (tail == low)
        return out + row * (size + upward) + column;
    if (column < size)
        return out + column * (size + upward) + row;
    return out + size * (size + upward) + row * upward + (column - size);
}

uint32_t slot_supernode(const struct hierarchy *hierarchy, uint64_t slot)
{
    const uint64_t *first = hierarchy->first_panel;

    /* Halves without a branch: callers look up many. */
    for (uint32_t count = hierarchy->supernode_count; count > 1;) {
        uint32_t half = count / 2;

        first = first[half] <= slot ? first + half : first;
        count -= half;
    }
    return (uint32_t)(first - hierarchy->first_panel);
}

void arc_slots_find(const struct hierarchy *hierarchy,
                    const struct topology *topology, uint64_t *ret_slot)
{
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            ret_slot[a] = arc_slot(hierarchy, v, topology->head[a]);
    }
}

uint32_t arc_slots_count(const struct hierarchy *hierarchy,
                         const struct topology *topology)
{
    uint32_t count = topology->arc_count;

    while (count &&
           hierarchy->arc_slot[hierarchy->arc_by_slot[count - 1]] == SLOT_NONE)
        count--;
    return count;
}
