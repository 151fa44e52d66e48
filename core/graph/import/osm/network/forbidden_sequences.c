/* forbidden_sequences: restrictions by ways as sequences of edges. */
#include "core/graph/import/osm/network/forbidden.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Sequences as they come: one after the other, each its edges and EDGE_NONE. */
struct spelling {
    const struct restriction_list *list;
    const struct courses *courses;
    const struct pieces *pieces;
    struct road_network *network;
    uint32_t *edge; /* [edge_count] of all so far, then of the one in hand */
    size_t edge_count;
    size_t capacity;
    size_t *first; /* [count] where each begins */
    size_t count;
    size_t first_capacity;
};

static int put(struct spelling *spelling, uint32_t edge)
{
    int r = array_reserve((void **)&spelling->edge, &spelling->capacity,
                          spelling->edge_count + 1, sizeof(edge));

    if (!r)
        spelling->edge[spelling->edge_count++] = edge;
    return r;
}

/* All edges of a course that is passed: each has some links of it. */
static int put_passage(struct spelling *spelling, uint32_t passage)
{
    uint32_t first = spelling->courses->first_ref[passage / 2];
    uint32_t links = spelling->courses->first_ref[passage / 2 + 1] - first - 1;
    uint32_t before = EDGE_NONE;
    int r = 0;

    for (uint32_t i = 0; i < links && !r; i++) {
        uint32_t dart =
            passage % 2 ? 2 * (first + links - 1 - i) + 1 : 2 * (first + i);
        uint32_t edge = dart_edge(spelling->pieces, dart);

        if (edge != before)
            r = put(spelling, edge);
        before = edge;
    }
    return r;
}

static bool is_turn(const struct road_network *network, uint32_t from,
                    uint32_t to)
{
    for (uint32_t i = network->first_turn[from];
         i < network->first_turn[from + 1]; i++) {
        if (network->turn_edge[i] == to)
            return true;
    }
    return false;
}

/* Whether the edges from `first` on can be driven at all. */
static bool can_drive(const struct spelling *spelling, size_t first)
{
    for (size_t i = first; i + 1 < spelling->edge_count; i++) {
        if (!is_turn(spelling->network, spelling->edge[i],
                     spelling->edge[i + 1]))
            return false;
    }
    return true;
}

/* Keeps the edges in hand, from `first` on, with that one behind them as a
 * sequence; they stay in hand. */
static int keep(struct spelling *spelling, size_t *first, uint32_t last)
{
    size_t count = spelling->edge_count - *first;
    int r = array_reserve((void **)&spelling->first, &spelling->first_capacity,
                          spelling->count + 1, sizeof(*spelling->first));

    r = r ? r
          : array_reserve((void **)&spelling->edge, &spelling->capacity,
                          spelling->edge_count + 2 + count,
                          sizeof(*spelling->edge));
    if (r)
        return r;
    spelling->first[spelling->count++] = *first;
    spelling->edge[spelling->edge_count++] = last;
    spelling->edge[spelling->edge_count++] = EDGE_NONE;
    memcpy(spelling->edge + spelling->edge_count, spelling->edge + *first,
           count * sizeof(*spelling->edge));
    *first = spelling->edge_count;
    spelling->edge_count += count;
    return 0;
}

static int spell(struct spelling *spelling, const struct restriction *item)
{
    const struct road_network *network = spelling->network;
    const uint32_t *via = restriction_via(spelling->list, item);
    size_t first = spelling->edge_count;
    uint32_t last;
    int r = put(spelling, dart_edge(spelling->pieces, item->from));

    for (uint32_t i = 0; i < item->via_count && !r; i++)
        r = put_passage(spelling, via[i]);
    if (!r && can_drive(spelling, first)) {
        last = spelling->edge[spelling->edge_count - 1];
        for (uint32_t i = network->first_turn[last];
             i < network->first_turn[last + 1] && !r; i++) {
            uint32_t to = network->turn_edge[i];

            if (restriction_leads_to(spelling->list, item, spelling->pieces,
                                     to) != item->only)
                r = keep(spelling, &first, to);
        }
    }
    spelling->edge_count = first;
    return r;
}

static int compare_sequences(const void *a, const void *b, void *context)
{
    const struct spelling *spelling = context;
    const uint32_t *one = spelling->edge + *(const size_t *)a;
    const uint32_t *other = spelling->edge + *(const size_t *)b;

    while (*one == *other && *one != EDGE_NONE) {
        one++;
        other++;
    }
    return *one == *other ? 0 : *one < *other ? -1 : 1;
}

static void give_one(struct road_network *network, const uint32_t *edge)
{
    uint32_t at = network->first_of_sequence[network->sequence_count];

    for (; *edge != EDGE_NONE; edge++)
        network->sequence_edge[at++] = *edge;
    network->first_of_sequence[++network->sequence_count] = at;
}

/* Those that are alike once. */
static int give(struct spelling *spelling)
{
    struct road_network *network = spelling->network;

    if (spelling->edge_count > UINT32_MAX)
        return -EINVAL;
    network->first_of_sequence =
        array_alloc(spelling->count + 1, sizeof(*network->first_of_sequence));
    network->sequence_edge =
        array_alloc(spelling->edge_count, sizeof(*network->sequence_edge));
    if (!network->first_of_sequence || !network->sequence_edge)
        return -ENOMEM;
    network->first_of_sequence[0] = 0;
    if (spelling->count > 0)
        qsort_r(spelling->first, spelling->count, sizeof(*spelling->first),
                compare_sequences, spelling);
    for (size_t i = 0; i < spelling->count; i++) {
        if (i == 0 || compare_sequences(&spelling->first[i - 1],
                                        &spelling->first[i], spelling))
            give_one(network, spelling->edge + spelling->first[i]);
    }
    return 0;
}

int forbidden_sequences(const struct restriction_list *list,
                        const struct courses *courses,
                        const struct pieces *pieces,
                        struct road_network *network)
{
    struct spelling spelling = {
        .list = list,
        .courses = courses,
        .pieces = pieces,
        .network = network,
    };
    int r = 0;

    for (size_t i = 0; i < list->count && !r; i++) {
        if (list->item[i].via_count > 0)
            r = spell(&spelling, &list->item[i]);
    }
    r = r ? r : give(&spelling);
    free(spelling.edge);
    free(spelling.first);
    return r;
}
