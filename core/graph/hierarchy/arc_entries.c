/* arc_entries: where in the panels the weights of a map's arcs belong. */
#include "core/graph/hierarchy/arc_entries.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* The index of a vertex in the front of `supernode`, of no vertex below it;
 * UINT32_MAX where it is not in it. */
static uint32_t front_index(const struct hierarchy *hierarchy,
                            uint32_t supernode, uint32_t vertex)
{
    uint32_t n = supernode_uppers(hierarchy, supernode);
    size_t i;

    if (vertex < hierarchy->first_vertex[supernode + 1])
        return vertex - hierarchy->first_vertex[supernode];
    i = array_find(hierarchy->upper + hierarchy->first_upper[supernode], n,
                   vertex);
    return i < n ? supernode_size(hierarchy, supernode) + (uint32_t)i
                 : UINT32_MAX;
}

uint64_t arc_entry(const struct hierarchy *hierarchy, uint32_t tail,
                   uint32_t head)
{
    uint32_t low = tail < head ? tail : head;
    uint32_t high = tail < head ? head : tail;
    uint32_t s = hierarchy->supernode[low];
    uint64_t size = supernode_size(hierarchy, s);
    uint64_t uppers = supernode_uppers(hierarchy, s);
    uint32_t row = low - hierarchy->first_vertex[s];
    uint32_t column = front_index(hierarchy, s, high);
    uint64_t out = hierarchy->first_entry[s];

    if (tail == head || column == UINT32_MAX)
        return ENTRY_NONE;
    if (tail == low)
        return out + row * (size + uppers) + column;
    if (column < size)
        return out + column * (size + uppers) + row;
    return out + size * (size + uppers) + row * uppers + (column - size);
}

uint32_t entry_supernode(const struct hierarchy *hierarchy, uint64_t entry)
{
    uint32_t low = 0;

    for (uint32_t count = hierarchy->supernode_count; count > 1;) {
        uint32_t half = count / 2;

        if (hierarchy->first_entry[low + half] <= entry)
            low += half;
        count -= half;
    }
    return low;
}

void arc_entries_find(const struct hierarchy *hierarchy,
                      const struct topology *topology, uint64_t *ret_entry)
{
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            ret_entry[a] = arc_entry(hierarchy, v, topology->head[a]);
    }
}

uint32_t arc_entries_count(const struct hierarchy *hierarchy,
                           const struct topology *topology)
{
    uint32_t count = topology->arc_count;

    while (count && hierarchy->arc_entry[hierarchy->arc_by_entry[count - 1]] ==
                        ENTRY_NONE)
        count--;
    return count;
}

struct placed_arc {
    uint64_t entry;
    uint32_t arc;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed_arc *x = a;
    const struct placed_arc *y = b;

    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return (x->arc > y->arc) - (x->arc < y->arc);
}

/* The supernode whose panel an arc's weight is in; one past the last where it
 * is in none. */
static uint32_t arc_supernode(const struct hierarchy *hierarchy, uint32_t tail,
                              uint32_t head)
{
    if (tail == head)
        return hierarchy->supernode_count;
    return hierarchy->supernode[tail < head ? tail : head];
}

/* A counting sort by supernode; panels lie in the order of supernodes. */
static void place_by_supernode(const struct hierarchy *hierarchy,
                               const struct topology *topology, uint32_t *first,
                               struct placed_arc *placed)
{
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t v = topology->vertex_count; v-- > 0;) {
            for (uint32_t a = topology->first_out[v + 1];
                 a-- > topology->first_out[v];) {
                uint32_t s = arc_supernode(hierarchy, v, topology->head[a]);

                if (pass == 0)
                    first[s]++;
                else
                    placed[--first[s]] = (struct placed_arc){
                        hierarchy->arc_entry[a],
                        a,
                    };
            }
        }
        for (uint32_t s = 0; pass == 0 && s < hierarchy->supernode_count; s++)
            first[s + 1] += first[s];
    }
}

int arc_entries_sort(const struct hierarchy *hierarchy,
                     const struct topology *topology, uint32_t *ret_arcs)
{
    uint32_t count = hierarchy->supernode_count;
    uint32_t *first = array_zero((size_t)count + 1, sizeof(*first));
    struct placed_arc *placed =
        array_alloc(topology->arc_count, sizeof(*placed));

    if (!first || !placed) {
        free(first);
        free(placed);
        return -ENOMEM;
    }
    place_by_supernode(hierarchy, topology, first, placed);
    for (uint32_t s = 0; s < count; s++)
        qsort(placed + first[s], first[s + 1] - first[s], sizeof(*placed),
              compare_placed);
    for (uint32_t i = 0; i < topology->arc_count; i++)
        ret_arcs[i] = placed[i].arc;
    free(first);
    free(placed);
    return 0;
}
