#include "core/service/place/island.h"

#include <stdbool.h>

enum { SLOTS = 512 }; /* a power of two, above twice ISLAND_MOST */

struct reached {
    uint32_t slot[SLOTS];         /* vertex + 1; 0: free */
    uint32_t vertex[ISLAND_MOST]; /* [count] */
    bool opened[ISLAND_MOST];     /* the way there has an edge that the profile
                                     closes */
    uint32_t count;
    uint32_t mainland; /* the largest component so far */
};

/* False: there are enough. */
static bool add(struct reached *reached, uint32_t vertex, bool opened)
{
    uint32_t at = vertex * UINT32_C(2654435761) % SLOTS;

    while (reached->slot[at] && reached->slot[at] != vertex + 1)
        at = (at + 1) % SLOTS;
    if (reached->slot[at])
        return true;
    reached->slot[at] = vertex + 1;
    reached->opened[reached->count] = opened;
    reached->vertex[reached->count++] = vertex;
    return reached->count < ISLAND_MOST;
}

static void see_piece(struct reached *reached, const struct roads *roads,
                      uint32_t piece)
{
    if (roads->component[piece] < reached->mainland)
        reached->mainland = roads->component[piece];
}

static bool add_heads(struct reached *reached, const struct roads *roads,
                      const struct topology *topology,
                      const struct closed_set *closed, uint32_t i)
{
    uint32_t vertex = reached->vertex[i];

    for (uint32_t arc = topology->first_out[vertex];
         arc < topology->first_out[vertex + 1]; arc++) {
        uint32_t edge = roads->arc_edge[arc];
        bool opened = reached->opened[i] || !edge_is_open(roads, edge);

        if (!closed_set_lets_pass(closed, roads, edge) ||
            closed_set_lists_arc(closed, arc))
            continue;
        if (opened)
            see_piece(reached, roads, edge_piece(edge));
        if (!add(reached, topology->head[arc], opened))
            return false;
    }
    return true;
}

uint32_t island_of(const struct roads *roads, const struct topology *topology,
                   const struct closed_set *closed, uint32_t piece,
                   uint32_t *ret_mainland)
{
    struct reached reached = {.mainland = roads->component[piece]};
    uint32_t least = ISLAND_NONE;

    for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
        if (closed_set_lets_pass(closed, roads, edge))
            add(&reached, roads->end_vertex[edge], !edge_is_open(roads, edge));
    }
    for (uint32_t i = 0; i < reached.count; i++) {
        if (!add_heads(&reached, roads, topology, closed, i)) {
            least = ISLAND_NONE;
            break;
        }
        if (reached.vertex[i] < least)
            least = reached.vertex[i];
    }
    *ret_mainland = reached.mainland;
    return least;
}
