/* route_reference: cuts pieces, and runs Dijkstra's algorithm without a heap.
 */
#include "tests/unit/service/route_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* A point where a piece is cut, or a node at its end. */
struct cut {
    uint32_t segment;
    double fraction;
};

/* A search state: on an edge at cut `cut` of its piece. */
struct spot {
    uint64_t cost;
    uint32_t stop; /* stops already passed */
    uint32_t cut;
    uint32_t came[REFERENCE_MEMORY]; /* the edges of arrival; the last one
                                        first */
    bool gone_on;
};

struct reference {
    const struct road_network *network;
    const struct place *places;
    size_t place_count;
    bool straight;
    struct spot *spots;
    size_t count;
    size_t capacity;
};

static uint32_t first_segment(const struct road_network *network,
                              uint32_t piece)
{
    return network->first_node[piece] - piece;
}

static uint32_t segment_count(const struct road_network *network,
                              uint32_t piece)
{
    return network->first_node[piece + 1] - network->first_node[piece] - 1;
}

uint64_t reference_weight_below(const struct road_network *network,
                                uint32_t edge, uint32_t segment,
                                double fraction)
{
    uint64_t sum = 0;

    for (uint32_t s = first_segment(network, edge / 2); s < segment; s++)
        sum += network->segment_weight[2 * s + edge % 2];
    return sum +
           (uint64_t)floor(network->segment_weight[2 * segment + edge % 2] *
                               fraction +
                           0.5);
}

static int compare_cuts(const void *a, const void *b)
{
    const struct cut *x = a;
    const struct cut *y = b;
    double at_x = x->segment + x->fraction;
    double at_y = y->segment + y->fraction;

    return (at_x > at_y) - (at_x < at_y);
}

enum { CUTS_MAX = 256 };

/* All cuts of a piece, forward, including its ends, each once. */
static uint32_t cuts_of(const struct reference *reference, uint32_t piece,
                        struct cut ret_cuts[CUTS_MAX])
{
    const struct road_network *network = reference->network;
    uint32_t first = first_segment(network, piece);
    uint32_t last = first + segment_count(network, piece) - 1;
    uint32_t count = 0;
    uint32_t kept = 1;

    ret_cuts[count++] = (struct cut){first, 0};
    ret_cuts[count++] = (struct cut){last, 1};
    for (size_t i = 0; i < reference->place_count; i++) {
        for (uint32_t j = 0; j < reference->places[i].point_count; j++) {
            const struct place_point *point = &reference->places[i].points[j];

            if (point->edge / 2 != piece)
                continue;
            if (count == CUTS_MAX)
                abort();
            ret_cuts[count++] = (struct cut){point->segment, point->fraction};
        }
    }
    qsort(ret_cuts, count, sizeof(*ret_cuts), compare_cuts);
    for (uint32_t i = 1; i < count; i++) {
        if (compare_cuts(&ret_cuts[i], &ret_cuts[kept - 1]))
            ret_cuts[kept++] = ret_cuts[i];
    }
    return kept;
}

static uint32_t cut_of(const struct reference *reference,
                       const struct place_point *point)
{
    struct cut cuts[CUTS_MAX];
    struct cut cut = {point->segment, point->fraction};
    uint32_t i = 0;

    cuts_of(reference, point->edge / 2, cuts);
    while (compare_cuts(&cuts[i], &cut))
        i++;
    return i;
}

/* Whether a sequence could continue after these `count` last edges. */
static bool matters(const struct road_network *network, const uint32_t *came,
                    uint32_t count)
{
    for (uint32_t s = 0; s < network->sequence_count; s++) {
        const uint32_t *edge =
            network->sequence_edge + network->first_of_sequence[s];
        uint32_t length =
            network->first_of_sequence[s + 1] - network->first_of_sequence[s];
        uint32_t same = 0;

        while (same < count && count < length &&
               edge[count - 1 - same] == came[same])
            same++;
        if (same == count)
            return true;
    }
    return false;
}

/* Forgets edges that no sequence needs. */
static void forget(const struct road_network *network, uint32_t *came)
{
    uint32_t count = REFERENCE_MEMORY;

    while (count > 1 &&
           (came[count - 1] == EDGE_NONE || !matters(network, came, count)))
        came[--count] = EDGE_NONE;
}

static void add_spot(struct reference *reference, struct spot spot)
{
    spot.gone_on = false;
    forget(reference->network, spot.came);
    for (size_t i = 0; i < reference->count; i++) {
        struct spot *other = &reference->spots[i];

        if (other->stop != spot.stop || other->cut != spot.cut ||
            memcmp(other->came, spot.came, sizeof(spot.came)) != 0)
            continue;
        if (spot.cost < other->cost)
            *other = spot;
        return;
    }
    if (array_reserve((void **)&reference->spots, &reference->capacity,
                      reference->count + 1, sizeof(spot)))
        abort();
    reference->spots[reference->count++] = spot;
}

static void add_place(struct reference *reference, uint32_t stop, uint64_t cost)
{
    const struct place *place = &reference->places[stop];

    for (uint32_t i = 0; i < place->point_count; i++) {
        struct spot spot = {
            .cost = cost,
            .stop = stop,
            .cut = cut_of(reference, &place->points[i]),
        };

        for (uint32_t j = 0; j < REFERENCE_MEMORY; j++)
            spot.came[j] = j ? EDGE_NONE : place->points[i].edge;
        add_spot(reference, spot);
    }
}

static bool is_at(const struct reference *reference, const struct spot *spot,
                  const struct place *place)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (place->points[i].edge == spot->came[0] &&
            cut_of(reference, &place->points[i]) == spot->cut)
            return true;
    }
    return false;
}

static bool is_forbidden(const struct road_network *network,
                         const uint32_t *came, uint32_t edge)
{
    for (uint32_t s = 0; s < network->sequence_count; s++) {
        uint32_t first = network->first_of_sequence[s];
        uint32_t last = network->first_of_sequence[s + 1] - 1;
        uint32_t same = 0;

        if (last - first > REFERENCE_MEMORY)
            abort();
        while (same < last - first &&
               network->sequence_edge[last - 1 - same] == came[same])
            same++;
        if (same == last - first && network->sequence_edge[last] == edge)
            return true;
    }
    return false;
}

bool reference_turn(const struct road_network *network,
                    const uint32_t came[REFERENCE_MEMORY], uint32_t edge,
                    uint32_t *ret_weight)
{
    uint32_t junction = network->piece_end[came[0] ^ 1];

    if (!road_network_opens(network, edge) ||
        network->piece_end[edge] != junction ||
        is_forbidden(network, came, edge))
        return false;
    *ret_weight = 0;
    if (network->junction_plain[junction])
        return true;
    for (uint32_t t = network->first_turn[came[0]];
         t < network->first_turn[came[0] + 1]; t++) {
        *ret_weight = network->turn_weight[t];
        if (network->turn_edge[t] == edge)
            return true;
    }
    return false;
}

static void turn(struct reference *reference, const struct spot *spot)
{
    struct cut cuts[CUTS_MAX];

    for (uint32_t e = 0; e < 2 * reference->network->piece_count; e++) {
        struct spot next = *spot;
        uint32_t weight;

        if (!reference_turn(reference->network, spot->came, e, &weight))
            continue;
        memmove(next.came + 1, next.came,
                (REFERENCE_MEMORY - 1) * sizeof(*next.came));
        next.came[0] = e;
        next.cost += weight;
        next.cut = e % 2 ? cuts_of(reference, e / 2, cuts) - 1 : 0;
        add_spot(reference, next);
    }
}

/* To the next cut, or into the next edge. */
static void go_on(struct reference *reference, const struct spot *spot)
{
    const struct road_network *network = reference->network;
    struct cut cuts[CUTS_MAX];
    uint32_t edge = spot->came[0];
    uint32_t count = cuts_of(reference, edge / 2, cuts);
    struct spot next = *spot;
    uint64_t here, there;

    if (spot->cut == (edge % 2 ? 0 : count - 1)) {
        turn(reference, spot);
        return;
    }
    next.cut = edge % 2 ? spot->cut - 1 : spot->cut + 1;
    here = reference_weight_below(network, edge, cuts[spot->cut].segment,
                                  cuts[spot->cut].fraction);
    there = reference_weight_below(network, edge, cuts[next.cut].segment,
                                   cuts[next.cut].fraction);
    next.cost += edge % 2 ? here - there : there - here;
    add_spot(reference, next);
}

static void pass_stop(struct reference *reference, struct spot spot)
{
    if (!reference->straight) {
        add_place(reference, spot.stop + 1, spot.cost);
        return;
    }
    spot.stop++;
    add_spot(reference, spot);
}

/* The cheapest one not yet continued. */
static struct spot *find_next(struct reference *reference)
{
    struct spot *found = NULL;

    for (size_t i = 0; i < reference->count; i++) {
        struct spot *spot = &reference->spots[i];

        if (!spot->gone_on && (!found || spot->cost < found->cost))
            found = spot;
    }
    return found;
}

uint64_t route_reference(const struct road_network *network,
                         const struct place *places, size_t place_count,
                         bool straight)
{
    struct reference reference = {
        .network = network,
        .places = places,
        .place_count = place_count,
        .straight = straight,
    };
    uint64_t cost = UINT64_MAX;
    struct spot *next;

    add_place(&reference, 0, 0);
    while ((next = find_next(&reference))) {
        struct spot spot = *next;

        next->gone_on = true;
        if (is_at(&reference, &spot, &places[spot.stop + 1])) {
            if (spot.stop + 2 == place_count) {
                cost = spot.cost;
                break;
            }
            pass_stop(&reference, spot);
        }
        go_on(&reference, &spot);
    }
    free(reference.spots);
    return cost;
}
