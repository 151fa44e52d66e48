#include "core/service/place/island.h"

#include <stdbool.h>

enum { SLOTS = 512 }; /* a power of two, above twice ISLAND_MOST */

/* As a component: on an edge that the profile closes, which has none. */
#define ON_OPENED UINT32_MAX

/* Where a walk has come to. */
struct step {
    uint32_t vertex;
    uint32_t component; /* of the edge that ends there, or ON_OPENED */
    bool returns;       /* there is a way back, as far as components and opened
                           edges tell */
};

struct walk {
    const struct roads *roads;
    const struct topology *topology;
    const struct closed_set *closed;
    uint32_t slot[SLOTS];          /* step + 1; 0: free */
    struct step step[ISLAND_MOST]; /* [count] */
    uint32_t count;
    uint32_t mainland; /* the largest component with a way back so far */
};

/* False: there are enough. */
static bool add(struct walk *walk, struct step step)
{
    uint32_t at = step.vertex * UINT32_C(2654435761) % SLOTS;

    while (walk->slot[at] &&
           walk->step[walk->slot[at] - 1].vertex != step.vertex)
        at = (at + 1) % SLOTS;
    if (walk->slot[at])
        return true;
    walk->step[walk->count++] = step;
    walk->slot[at] = walk->count;
    return walk->count < ISLAND_MOST;
}

/* One leaves a component and can come back over an opened edge alone, and only
 * if that is open in both directions. */
static struct step step_along(const struct walk *walk, uint32_t edge,
                              const struct step *before)
{
    const struct roads *roads = walk->roads;
    struct step step = {
        .component = ON_OPENED,
        .returns = before->returns,
    };

    if (edge_is_open(roads, edge)) {
        step.component = roads->component[edge_piece(edge)];
        step.returns &= before->component == ON_OPENED ||
                        before->component == step.component;
    } else {
        step.returns &=
            closed_set_lets_pass(walk->closed, roads, edge_reverse(edge));
    }
    return step;
}

static bool follow(struct walk *walk, uint32_t edge, uint32_t vertex,
                   const struct step *before)
{
    struct step step = step_along(walk, edge, before);

    step.vertex = vertex;
    if (step.returns && step.component < walk->mainland)
        walk->mainland = step.component;
    return add(walk, step);
}

static bool follow_all(struct walk *walk, const struct step *from)
{
    const struct topology *topology = walk->topology;

    for (uint32_t arc = topology->first_out[from->vertex];
         arc < topology->first_out[from->vertex + 1]; arc++) {
        uint32_t edge = walk->roads->arc_edge[arc];

        if (closed_set_lets_pass(walk->closed, walk->roads, edge) &&
            !closed_set_lists_arc(walk->closed, arc) &&
            !follow(walk, edge, topology->head[arc], from))
            return false;
    }
    return true;
}

uint32_t island_of(const struct roads *roads, const struct topology *topology,
                   const struct closed_set *closed, uint32_t piece,
                   uint32_t *ret_mainland)
{
    struct walk walk = {
        .roads = roads,
        .topology = topology,
        .closed = closed,
        .mainland = roads->component[piece],
    };
    const struct step there = {.component = walk.mainland, .returns = true};
    uint32_t least = ISLAND_NONE;

    for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
        if (closed_set_lets_pass(closed, roads, edge))
            follow(&walk, edge, roads->end_vertex[edge], &there);
    }
    for (uint32_t i = 0; i < walk.count; i++) {
        struct step from = walk.step[i];

        if (!follow_all(&walk, &from)) {
            least = ISLAND_NONE;
            break;
        }
        if (from.vertex < least)
            least = from.vertex;
    }
    *ret_mainland = walk.mainland;
    return least;
}
