/* road_draft: the turns of the drafts of road_fixture.h. */
#include "tests/unit/graph/road_draft.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void *draft_must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static bool turn_is_forbidden(const struct road_draft *draft, uint32_t edge,
                              uint32_t into)
{
    const uint32_t *list = draft->forbidden;

    for (size_t i = 0; i < draft->forbidden_size; i += list[i] + 1) {
        if (list[i] == 2 && list[i + 1] == edge && list[i + 2] == into)
            return true;
    }
    return false;
}

static bool leaves(const struct road_network *network, uint32_t edge,
                   uint32_t junction)
{
    return road_network_has(network, edge) &&
           network->piece_end[edge] == junction;
}

/* Whether there is no other way out. */
static bool is_dead_end(const struct road_network *network, uint32_t edge)
{
    uint32_t junction = road_network_head(network, edge);

    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        if (e != (edge ^ 1) && leaves(network, e, junction))
            return false;
    }
    return true;
}

static uint32_t turn_cost(const struct road_draft *draft, uint32_t edge,
                          uint32_t into)
{
    uint32_t varied = draft->turn_varied;

    return draft->turn_ms +
           (varied ? (edge * 2654435761u ^ into * 40503u) % (varied + 1) : 0);
}

static void add_turn(const struct road_draft *draft, uint32_t edge,
                     uint32_t into, uint32_t *count,
                     struct road_network *network)
{
    if (network->turn_edge) {
        network->turn_edge[*count] = into;
        network->turn_weight[*count] = turn_cost(draft, edge, into);
        if (network->turn_duration_ms)
            network->turn_duration_ms[*count] =
                network->turn_weight[*count] * 5 / 4;
    }
    ++*count;
}

static void add_turns_of(const struct road_draft *draft, uint32_t edge,
                         uint32_t *count, struct road_network *network)
{
    uint32_t junction = road_network_head(network, edge);

    if (!road_network_has(network, edge) || network->junction_plain[junction])
        return;
    for (uint32_t into = 0; into < 2 * network->piece_count; into++) {
        if (leaves(network, into, junction) &&
            (into != (edge ^ 1) || draft->turn_back ||
             is_dead_end(network, edge)) &&
            !turn_is_forbidden(draft, edge, into))
            add_turn(draft, edge, into, count, network);
    }
}

/* Counts, or fills where there is room. */
static uint32_t add_all(const struct road_draft *draft,
                        struct road_network *network)
{
    uint32_t count = 0;

    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        network->first_turn[e] = count;
        add_turns_of(draft, e, &count, network);
    }
    network->first_turn[2 * network->piece_count] = count;
    return count;
}

void draft_add_turns(const struct road_draft *draft,
                     struct road_network *network)
{
    uint32_t turns = add_all(draft, network);

    network->turn_edge = draft_must(array_alloc(turns, sizeof(uint32_t)));
    network->turn_weight = draft_must(array_alloc(turns, sizeof(uint32_t)));
    if (draft->slow)
        network->turn_duration_ms =
            draft_must(array_alloc(turns, sizeof(uint32_t)));
    add_all(draft, network);
}

static bool has_forbidden_turn(const struct road_draft *draft,
                               const uint32_t *edges, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (turn_is_forbidden(draft, edges[i], edges[i + 1]))
            return true;
    }
    return false;
}

void draft_add_sequences(const struct road_draft *draft,
                         struct road_network *network)
{
    const uint32_t *list = draft->forbidden;
    uint32_t edges = 0;

    network->first_of_sequence =
        draft_must(array_zero(draft->forbidden_size + 1, sizeof(uint32_t)));
    network->sequence_edge =
        draft_must(array_alloc(draft->forbidden_size, sizeof(uint32_t)));
    for (size_t i = 0; i < draft->forbidden_size; i += list[i] + 1) {
        if (list[i] == 2 || has_forbidden_turn(draft, list + i + 1, list[i]))
            continue;
        memcpy(network->sequence_edge + edges, list + i + 1,
               list[i] * sizeof(*list));
        edges += list[i];
        network->first_of_sequence[++network->sequence_count] = edges;
    }
}
