/* ours_walk: whether a map of relaxd's allows a way over given nodes, without
 * its solvers and without what makes queries of places.
 *
 * Between two nodes there may be several roads, so all that one may be on are
 * followed at once. */
#include "tests/compare/fail.h"
#include "tests/compare/ours.h"

enum { FRONT_MAX = 64 };

/* On an edge, come to one of its places. */
struct stand {
    uint32_t edge;
    uint32_t place;
    uint32_t vertex; /* at the edge's end */
    uint64_t length_m;
};

struct front {
    uint32_t count;
    struct stand stand[FRONT_MAX];
};

static bool is_at_end(const struct roads *roads, const struct stand *stand)
{
    return stand->place == edge_last_node(roads, stand->edge);
}

/* Goes on along the edge, if its next node is that one. */
static void go_along(const struct map *map, struct stand stand, int64_t id,
                     struct front *front)
{
    const struct roads *roads = &map->roads;
    bool forward = edge_is_forward(stand.edge);
    uint32_t low = forward ? stand.place : stand.place - 1;
    uint32_t segment = low - edge_piece(stand.edge);

    stand.place = forward ? low + 1 : low;
    if (roads->node_id[stand.place] != id)
        return;
    stand.length_m += map->imported.segment[2 * segment + !forward];
    if (front->count == FRONT_MAX)
        fail("more than %d roads at once", FRONT_MAX);
    front->stand[front->count++] = stand;
}

static void turn_into(const struct map *map, const struct stand *stand,
                      int64_t id, struct front *front)
{
    const struct roads *roads = &map->roads;
    const struct topology *topology = &map->topology;

    for (uint32_t arc = topology->first_out[stand->vertex];
         arc < topology->first_out[stand->vertex + 1]; arc++) {
        uint32_t edge = roads->arc_edge[arc];
        struct stand next = {
            .edge = edge,
            .place = edge_first_node(roads, edge),
            .vertex = topology->head[arc],
            .length_m = stand->length_m + map->imported.turn[arc],
        };

        go_along(map, next, id, front);
    }
}

/* The first step: from wherever the node is, on every road that is open. */
static struct front depart(const struct ours *ours, int64_t from, int64_t to)
{
    const struct roads *roads = &ours->map->roads;
    struct front front = {0};
    uint32_t first;
    uint32_t count = roads_find_node(roads, from, &first);

    for (uint32_t i = first; i < first + count; i++) {
        uint32_t place = roads->node_by_id[i];
        uint32_t piece = roads_node_piece(roads, place);

        for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
            struct stand stand = {edge, place, roads->end_vertex[edge], 0};

            if (edge_is_open(roads, edge) && !is_at_end(roads, &stand))
                go_along(ours->map, stand, to, &front);
        }
    }
    return front;
}

static struct front step(const struct ours *ours, const struct front *before,
                         int64_t to)
{
    const struct roads *roads = &ours->map->roads;
    struct front front = {0};

    for (uint32_t i = 0; i < before->count; i++) {
        const struct stand *stand = &before->stand[i];

        if (is_at_end(roads, stand))
            turn_into(ours->map, stand, to, &front);
        else
            go_along(ours->map, *stand, to, &front);
    }
    return front;
}

bool ours_has_road(const struct ours *ours, int64_t from, int64_t to)
{
    return depart(ours, from, to).count > 0;
}

bool ours_walk(const struct ours *ours, const int64_t *node, uint32_t count,
               uint64_t *ret_length_m, uint32_t *ret_step)
{
    uint64_t least_m = count < 2 ? 0 : UINT64_MAX;
    struct front front = {0};

    for (uint32_t i = 0; i + 1 < count; i++) {
        front = i > 0 ? step(ours, &front, node[i + 1])
                      : depart(ours, node[0], node[1]);
        if (!front.count) {
            *ret_step = i;
            return false;
        }
    }
    for (uint32_t i = 0; i < front.count; i++) {
        if (front.stand[i].length_m < least_m)
            least_m = front.stand[i].length_m;
    }
    *ret_length_m = least_m;
    return true;
}
