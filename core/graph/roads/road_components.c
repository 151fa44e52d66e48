/* road_components: which roads belong together.
 *
 * The strong components of a graph whose vertices are pieces, and plain
 * junctions, which stand between all pieces that meet there: who is on a piece
 * may leave it by either of its edges. What sequences forbid does not matter:
 * it never forbids a turn to those who come from the piece itself. */
#include "core/graph/roads/road_components.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/components.h"
#include "core/graph/map.h"
#include "core/graph/roads/road_map.h"

/* Joins pieces; counts arcs where there is no `head`. */
struct joining {
    const struct road_network *network;
    const struct road_leaving *leaving;
    uint32_t *head;
    uint32_t count;
};

static void join_to(struct joining *joining, uint32_t head)
{
    if (joining->head)
        joining->head[joining->count] = head;
    joining->count++;
}

static void join_edge(struct joining *joining, uint32_t edge)
{
    const struct road_network *network = joining->network;
    uint32_t junction = road_network_head(network, edge);

    if (!network->edge_open[edge])
        return;
    if (network->junction_plain[junction]) {
        join_to(joining, network->piece_count + junction);
        return;
    }
    for (uint32_t t = network->first_turn[edge];
         t < network->first_turn[edge + 1]; t++)
        join_to(joining, edge_piece(network->turn_edge[t]));
}

static void join_junction(struct joining *joining, uint32_t junction)
{
    const struct road_leaving *leaving = joining->leaving;

    if (!joining->network->junction_plain[junction])
        return;
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1]; i++) {
        if (joining->network->edge_open[leaving->edge[i]])
            join_to(joining, edge_piece(leaving->edge[i]));
    }
}

static void join_all(struct joining *joining, uint32_t *first_out)
{
    uint32_t pieces = joining->network->piece_count;

    joining->count = 0;
    for (uint32_t p = 0; p < pieces; p++) {
        first_out[p] = joining->count;
        join_edge(joining, 2 * p);
        join_edge(joining, 2 * p + 1);
    }
    for (uint32_t j = 0; j < joining->network->junction_count; j++) {
        first_out[pieces + j] = joining->count;
        join_junction(joining, j);
    }
    first_out[pieces + joining->network->junction_count] = joining->count;
}

/* The component of each piece, and of each junction behind them, in any
 * numbers below *ret_count. */
static int find_members(struct joining *joining, uint32_t *component,
                        uint32_t *ret_count)
{
    const struct road_network *network = joining->network;
    uint32_t n = network->piece_count + network->junction_count;
    uint32_t *first_out = array_alloc((size_t)n + 1, sizeof(*first_out));
    uint32_t *weight = NULL;
    struct components found;
    uint32_t largest;
    int r = -ENOMEM;

    if (first_out) {
        join_all(joining, first_out);
        joining->head = array_alloc(joining->count, sizeof(uint32_t));
        weight = array_zero(joining->count, sizeof(uint32_t));
    }
    if (joining->head && weight) {
        struct map map = {.topology = {n, 0, first_out, joining->head}};

        join_all(joining, first_out);
        map.topology.arc_count = joining->count;
        map.weights = (struct weights){1, joining->count, weight};
        r = components_strong_members(&map, &found, component, &largest);
    }
    if (!r)
        *ret_count = found.count;
    free(first_out);
    free(joining->head);
    free(weight);
    return r;
}

struct ranked {
    uint32_t size; /* pieces */
    uint32_t first;
    uint32_t member; /* what it was called */
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* A map of a village has its network, too: what is small depends on it. */
static uint32_t small_below(uint32_t small_component, uint32_t largest)
{
    if (small_component != ROAD_SMALL_AUTO)
        return small_component;
    return largest / 10 < 1000 ? largest / 10 : 1000;
}

/* Those of junctions alone come last, without a piece. */
static int rank_members(struct road_components *components, uint32_t *member,
                        uint32_t member_count, uint32_t pieces,
                        uint32_t small_component)
{
    struct ranked *ranked = array_zero(member_count, sizeof(*ranked));
    uint32_t *number = array_alloc(member_count, sizeof(*number));

    if (!ranked || !number) {
        free(ranked);
        free(number);
        return -ENOMEM;
    }
    for (uint32_t m = 0; m < member_count; m++)
        ranked[m].member = m;
    for (uint32_t p = pieces; p-- > 0;) {
        ranked[member[p]].size++;
        ranked[member[p]].first = p;
    }
    qsort(ranked, member_count, sizeof(*ranked), compare_ranked);
    for (uint32_t i = 0; i < member_count && ranked[i].size; i++) {
        number[ranked[i].member] = components->count++;
        if (ranked[i].size >= small_below(small_component, ranked[0].size))
            components->large_count++;
    }
    for (uint32_t p = 0; p < pieces; p++)
        components->component[p] = number[member[p]];
    free(ranked);
    free(number);
    return 0;
}

int road_components_init(struct road_components *components,
                         const struct road_network *network,
                         const struct road_leaving *leaving,
                         uint32_t small_component)
{
    struct joining joining = {.network = network, .leaving = leaving};
    uint32_t n = network->piece_count + network->junction_count;
    uint32_t *member = array_alloc(n, sizeof(*member));
    uint32_t member_count;
    int r = -ENOMEM;

    *components = (struct road_components){
        .component = array_alloc(network->piece_count, sizeof(uint32_t)),
    };
    if (member && components->component)
        r = find_members(&joining, member, &member_count);
    if (!r)
        r = rank_members(components, member, member_count, network->piece_count,
                         small_component);
    free(member);
    return r;
}

void road_components_finish(struct road_components *components)
{
    free(components->component);
    *components = (struct road_components){0};
}
