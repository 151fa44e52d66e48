/* network_walks: drives every walk, by recursion. */
#include "tests/unit/graph/network_walks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

struct walker {
    const struct road_network *network;
    struct walk_list *list;
    uint32_t segments;                    /* length of the walk */
    uint32_t edge[WALK_SEGMENTS_MAX + 1]; /* so far */
};

void walk_list_add(struct walk_list *list, const struct walk *walk)
{
    if (array_reserve((void **)&list->walk, &list->capacity, list->count + 1,
                      sizeof(*walk)))
        abort();
    list->walk[list->count++] = *walk;
}

void walk_list_finish(struct walk_list *list)
{
    free(list->walk);
    *list = (struct walk_list){0};
}

static int compare_walks(const void *a, const void *b)
{
    const struct walk *one = a;
    const struct walk *other = b;

    for (int i = 0; i <= WALK_SEGMENTS_MAX; i++) {
        if (one->node[i] != other->node[i])
            return one->node[i] < other->node[i] ? -1 : 1;
    }
    if (one->weight != other->weight)
        return one->weight < other->weight ? -1 : 1;
    if (one->duration_ms != other->duration_ms)
        return one->duration_ms < other->duration_ms ? -1 : 1;
    return 0;
}

void walk_list_sort(struct walk_list *list)
{
    if (list->count > 0)
        qsort(list->walk, list->count, sizeof(*list->walk), compare_walks);
}

/* Whether the last edges form a forbidden sequence. */
static bool is_forbidden(const struct walker *walker, uint32_t edge_count)
{
    const struct road_network *network = walker->network;

    for (uint32_t s = 0; s < network->sequence_count; s++) {
        uint32_t first = network->first_of_sequence[s];
        uint32_t length = network->first_of_sequence[s + 1] - first;

        if (length <= edge_count && !memcmp(&network->sequence_edge[first],
                                            &walker->edge[edge_count - length],
                                            length * sizeof(uint32_t)))
            return true;
    }
    return false;
}

static void walk_on(struct walker *walker, uint32_t edge_count, uint32_t at,
                    uint32_t done, struct walk walk);

/* Drives the segment `at`, counted along the last edge. */
static void drive(struct walker *walker, uint32_t edge_count, uint32_t at,
                  uint32_t done, struct walk walk)
{
    const struct road_network *network = walker->network;
    uint32_t edge = walker->edge[edge_count - 1];
    uint32_t first = network->first_node[edge / 2];
    uint32_t last = network->first_node[edge / 2 + 1] - 1;
    uint32_t place = edge % 2 ? last - at : first + at;
    uint32_t next = edge % 2 ? place - 1 : place + 1;
    uint32_t segment = (edge % 2 ? next : place) - edge / 2;
    uint32_t weight = network->segment_weight[2 * segment + edge % 2];

    walk.node[done] = network->node_id[place];
    walk.node[done + 1] = network->node_id[next];
    walk.weight += weight;
    walk.duration_ms +=
        network->segment_duration_ms
            ? network->segment_duration_ms[2 * segment + edge % 2]
            : weight;
    if (done + 1 == walker->segments)
        walk_list_add(walker->list, &walk);
    else
        walk_on(walker, edge_count, at + 1, done + 1, walk);
}

static void enter(struct walker *walker, uint32_t edge_count, uint32_t edge,
                  uint32_t weight, uint32_t duration_ms, uint32_t done,
                  struct walk walk)
{
    walker->edge[edge_count] = edge;
    if (is_forbidden(walker, edge_count + 1))
        return;
    walk.weight += weight;
    walk.turn_weight += weight;
    walk.duration_ms += duration_ms;
    walk.turn_duration_ms += duration_ms;
    drive(walker, edge_count + 1, 0, done, walk);
}

static void walk_on(struct walker *walker, uint32_t edge_count, uint32_t at,
                    uint32_t done, struct walk walk)
{
    const struct road_network *network = walker->network;
    uint32_t edge = walker->edge[edge_count - 1];
    uint32_t piece = edge / 2;
    uint32_t head = road_network_head(network, edge);

    if (at < network->first_node[piece + 1] - network->first_node[piece] - 1) {
        drive(walker, edge_count, at, done, walk);
        return;
    }
    if (network->junction_plain[head]) {
        for (uint32_t to = 0; to < 2 * network->piece_count; to++) {
            if (network->piece_end[to] == head && road_network_has(network, to))
                enter(walker, edge_count, to, 0, 0, done, walk);
        }
        return;
    }
    for (uint32_t i = network->first_turn[edge];
         i < network->first_turn[edge + 1]; i++)
        enter(walker, edge_count, network->turn_edge[i],
              network->turn_weight[i],
              network->turn_duration_ms ? network->turn_duration_ms[i]
                                        : network->turn_weight[i],
              done, walk);
}

void network_walks(const struct road_network *network, uint32_t segments,
                   struct walk_list *list)
{
    struct walker walker = {network, list, segments, {0}};

    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        uint32_t count = network->first_node[edge / 2 + 1] -
                         network->first_node[edge / 2] - 1;

        walker.edge[0] = edge;
        for (uint32_t at = 0; at < count && road_network_has(network, edge);
             at++)
            drive(&walker, 1, at, 0, (struct walk){0});
    }
}
