/* twins: which nodes of OpenStreetMap and of routino are the same.
 *
 * Nodes that lie alone are paired by position. All of routino's are among ours,
 * and what is beside one of theirs is beside its twin; so where that is true of
 * but one of the nodes near it, that is its twin. This is tried again until
 * nothing is found any more. */
#include "tests/compare/twins.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "tests/compare/fail.h"

/* Half of 2^-26 radians is 4.3e-7 degrees; filedumper prints six digits. */
enum { ROUNDING_E7 = 10 };

/* A node of ours that has more than one near, and a node beside it. */
struct beside {
    uint32_t twin;
    uint32_t neighbour;
};

struct pairing {
    struct twins *twins;
    const struct osm_data *data;
    const struct routino *routino;
    uint32_t *by_lat; /* twins by ascending latitude */
    struct beside *beside;
    size_t beside_count;
    size_t beside_capacity;
};

static int compare_lat(const void *a, const void *b, void *context)
{
    const struct twin *list = context;
    int32_t first = list[*(const uint32_t *)a].position.lat_e7;
    int32_t second = list[*(const uint32_t *)b].position.lat_e7;

    return (first > second) - (first < second);
}

static void list_nodes(struct pairing *pairing)
{
    const struct osm_data *data = pairing->data;
    struct twins *twins = pairing->twins;

    twins->count = data->node_count;
    twins->list = calloc(twins->count + 1, sizeof(*twins->list));
    twins->id = calloc(pairing->routino->node_count + 1, sizeof(*twins->id));
    pairing->by_lat = calloc(twins->count + 1, sizeof(*pairing->by_lat));
    if (!twins->list || !twins->id || !pairing->by_lat)
        fail("out of memory");
    for (uint32_t i = 0; i < twins->count; i++) {
        twins->list[i] = (struct twin){data->node_id[i], data->node_position[i],
                                       TWIN_NONE, false};
        pairing->by_lat[i] = i;
    }
    qsort_r(pairing->by_lat, twins->count, sizeof(*pairing->by_lat),
            compare_lat, twins->list);
}

static uint32_t first_not_below(const struct pairing *pairing, int32_t lat_e7)
{
    uint32_t low = 0, high = pairing->twins->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t twin = pairing->by_lat[middle];

        if (pairing->twins->list[twin].position.lat_e7 < lat_e7)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool are_near(struct position a, struct position b)
{
    return abs(a.lat_e7 - b.lat_e7) <= ROUNDING_E7 &&
           abs(a.lon_e7 - b.lon_e7) <= ROUNDING_E7;
}

/* The nodes of ours without a twin that are near one of theirs. */
enum { NEAR_MAX = 16 };

static uint32_t find_near(const struct pairing *pairing, uint32_t node,
                          uint32_t ret_near[NEAR_MAX])
{
    struct position position = pairing->routino->position[node];
    uint32_t i = first_not_below(pairing, position.lat_e7 - ROUNDING_E7);
    uint32_t count = 0;

    for (; i < pairing->twins->count; i++) {
        const struct twin *twin = &pairing->twins->list[pairing->by_lat[i]];

        if (twin->position.lat_e7 > position.lat_e7 + ROUNDING_E7)
            break;
        if (twin->theirs != TWIN_NONE || !are_near(twin->position, position))
            continue;
        if (count == NEAR_MAX)
            fail("more than %d nodes at one place", NEAR_MAX);
        ret_near[count++] = pairing->by_lat[i];
    }
    return count;
}

static void pair(struct pairing *pairing, uint32_t twin, uint32_t node)
{
    pairing->twins->list[twin].theirs = node;
    pairing->twins->id[node] = pairing->twins->list[twin].id;
}

/* ---- Who lies alone ------------------------------------------------------ */

static void pair_alone(struct pairing *pairing)
{
    uint32_t nodes = pairing->routino->node_count;
    uint32_t *claims = calloc(pairing->twins->count + 1, sizeof(*claims));
    uint32_t near[NEAR_MAX];

    if (!claims)
        fail("out of memory");
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t count = find_near(pairing, n, near);

        for (uint32_t i = 0; i < count; i++)
            claims[near[i]] += count == 1 ? 1 : 2;
    }
    for (uint32_t n = 0; n < nodes; n++) {
        if (find_near(pairing, n, near) == 1 && claims[near[0]] == 1)
            pair(pairing, near[0], n);
    }
    free(claims);
}

/* ---- Neighbours ---------------------------------------------------------- */

static void note_beside(struct pairing *pairing, uint32_t twin,
                        uint32_t neighbour)
{
    if (twin == OSM_NODE_MISSING || neighbour == OSM_NODE_MISSING ||
        pairing->twins->list[twin].theirs != TWIN_NONE)
        return;
    GROW(pairing->beside, pairing->beside_count, pairing->beside_capacity);
    pairing->beside[pairing->beside_count++] = (struct beside){twin, neighbour};
}

static int compare_beside(const void *a, const void *b)
{
    const struct beside *first = a, *second = b;

    return (first->twin > second->twin) - (first->twin < second->twin);
}

static void list_beside(struct pairing *pairing)
{
    const struct osm_data *data = pairing->data;

    for (uint32_t w = 0; w < data->way_count; w++) {
        for (uint64_t i = data->first_ref[w]; i + 1 < data->first_ref[w + 1];
             i++) {
            note_beside(pairing, data->way_ref[i], data->way_ref[i + 1]);
            note_beside(pairing, data->way_ref[i + 1], data->way_ref[i]);
        }
    }
    if (pairing->beside_count)
        qsort(pairing->beside, pairing->beside_count, sizeof(*pairing->beside),
              compare_beside);
}

static bool has_neighbour(const struct pairing *pairing, uint32_t twin,
                          int64_t id)
{
    size_t low = array_lower_bound(pairing->beside, sizeof(*pairing->beside),
                                   offsetof(struct beside, twin),
                                   pairing->beside_count, twin);

    for (; low < pairing->beside_count && pairing->beside[low].twin == twin;
         low++) {
        if (pairing->twins->list[pairing->beside[low].neighbour].id == id)
            return true;
    }
    return false;
}

/* Whether the neighbours of a node of theirs do not contradict. */
static bool may_pair(const struct pairing *pairing, uint32_t twin,
                     uint32_t node)
{
    const struct routino *routino = pairing->routino;
    bool known = false;

    for (uint32_t i = routino->first_at[node]; i < routino->first_at[node + 1];
         i++) {
        const struct routino_segment *segment =
            &routino->segment[routino->at[i]];
        uint32_t other = segment->node[segment->node[0] == node];
        int64_t id = pairing->twins->id[other];

        known = known || id;
        if (id && !has_neighbour(pairing, twin, id))
            return false;
    }
    return known;
}

static bool pair_by_neighbours(struct pairing *pairing,
                               const uint32_t *unpaired, uint32_t count)
{
    bool any = false;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t near[NEAR_MAX], found = 0, fitting = 0;
        uint32_t near_count = pairing->twins->id[unpaired[i]]
                                  ? 0
                                  : find_near(pairing, unpaired[i], near);

        for (uint32_t k = 0; k < near_count; k++) {
            if (may_pair(pairing, near[k], unpaired[i])) {
                fitting++;
                found = near[k];
            }
        }
        if (fitting != 1)
            continue;
        pair(pairing, found, unpaired[i]);
        any = true;
    }
    return any;
}

/* All that are near a node of theirs which has no twin. */
static void mark_crowded(struct pairing *pairing, uint32_t node)
{
    uint32_t near[NEAR_MAX];
    uint32_t count = find_near(pairing, node, near);

    if (!count)
        fail("routino's node %u is none of the data", node);
    for (uint32_t i = 0; i < count; i++)
        pairing->twins->list[near[i]].crowded = true;
}

void twins_make(struct twins *twins, const struct osm_data *data,
                const struct routino *routino)
{
    struct pairing pairing = {twins, data, routino, .by_lat = NULL};
    uint32_t *unpaired = NULL, count = 0, capacity = 0;

    *twins = (struct twins){0};
    list_nodes(&pairing);
    pair_alone(&pairing);
    list_beside(&pairing);
    for (uint32_t n = 0; n < routino->node_count; n++) {
        if (twins->id[n])
            continue;
        GROW(unpaired, count, capacity);
        unpaired[count++] = n;
    }
    while (pair_by_neighbours(&pairing, unpaired, count))
        continue;
    for (uint32_t i = 0; i < count; i++) {
        if (!twins->id[unpaired[i]])
            mark_crowded(&pairing, unpaired[i]);
    }
    free(unpaired);
    free(pairing.by_lat);
    free(pairing.beside);
}

void twins_finish(struct twins *twins)
{
    free(twins->list);
    free(twins->id);
}

static int compare_id(const void *a, const void *b)
{
    const struct twin *first = a, *second = b;

    return (first->id > second->id) - (first->id < second->id);
}

const struct twin *twins_find(const struct twins *twins, int64_t id)
{
    const struct twin wanted = {.id = id};

    return bsearch(&wanted, twins->list, twins->count, sizeof(wanted),
                   compare_id);
}

const struct routino_segment *twins_segment(const struct twins *twins,
                                            const struct routino *routino,
                                            int64_t from_id, int64_t to_id)
{
    uint32_t from = twins_find(twins, from_id)->theirs;
    uint32_t to = twins_find(twins, to_id)->theirs;

    if (from == TWIN_NONE || to == TWIN_NONE)
        return NULL;
    for (uint32_t i = routino->first_at[from]; i < routino->first_at[from + 1];
         i++) {
        const struct routino_segment *segment =
            &routino->segment[routino->at[i]];

        if ((segment->node[0] == from && segment->node[1] == to) ||
            (segment->node[0] == to && segment->node[1] == from))
            return segment;
    }
    return NULL;
}
