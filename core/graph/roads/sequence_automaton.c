/* sequence_automaton: where one is within forbidden sequences of edges. */
#include "core/graph/roads/sequence_automaton.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { SEQUENCE_EDGES_LEAST = 3 };

/* One goes from the end of `edge` into `next`, by a turn that is no plain
 * junction's. */
static bool follows(const struct road_network *network, uint32_t edge,
                    uint32_t next)
{
    uint32_t junction = road_network_head(network, edge);

    if (network->piece_end[next] != junction ||
        network->junction_plain[junction])
        return false;
    for (uint32_t t = network->first_turn[edge];
         t < network->first_turn[edge + 1]; t++) {
        if (network->turn_edge[t] == next)
            return true;
    }
    return false;
}

static bool can_be_taken(const struct road_network *network, uint32_t sequence)
{
    const uint32_t *edge = network->sequence_edge;
    uint32_t first = network->first_of_sequence[sequence];
    uint32_t end = network->first_of_sequence[sequence + 1];

    for (uint32_t i = first; i < end; i++) {
        if (edge_piece(edge[i]) >= network->piece_count ||
            !network->edge_open[edge[i]] ||
            (i > first && !follows(network, edge[i - 1], edge[i])))
            return false;
    }
    return end - first >= SEQUENCE_EDGES_LEAST;
}

static int check_sequences(const struct road_network *network,
                           struct error *error)
{
    for (uint32_t s = 0; s < network->sequence_count; s++) {
        if (!can_be_taken(network, s))
            return error_set(error, -EINVAL,
                             "the forbidden sequence %" PRIu32
                             " is no way of three and more edges",
                             s);
    }
    return 0;
}

static int compare_sequences(const void *a, const void *b, void *context)
{
    const struct road_network *network = context;
    const uint32_t *first = network->first_of_sequence;
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    uint32_t i = first[x];
    uint32_t j = first[y];

    for (; i < first[x + 1] && j < first[y + 1]; i++, j++) {
        if (network->sequence_edge[i] != network->sequence_edge[j])
            return network->sequence_edge[i] < network->sequence_edge[j] ? -1
                                                                         : 1;
    }
    return (i < first[x + 1]) - (j < first[y + 1]);
}

/* Sequences that are being read, one edge of each at a time. */
struct reading {
    const struct road_network *network;
    struct sequence_automaton *automaton;
    uint32_t *sequence; /* [count] those that go on, sorted by their edges */
    uint32_t count;
    uint32_t *state; /* [sequence_count] what was read of each */
};

static int reading_init(struct reading *reading)
{
    uint32_t count = reading->network->sequence_count;

    reading->count = count;
    reading->sequence = array_alloc(count, sizeof(*reading->sequence));
    reading->state = array_zero(count, sizeof(*reading->state));
    if (!reading->sequence || !reading->state)
        return -ENOMEM;
    for (uint32_t s = 0; s < count; s++)
        reading->sequence[s] = s;
    qsort_r(reading->sequence, count, sizeof(*reading->sequence),
            compare_sequences, (void *)reading->network);
    return 0;
}

/* Those that agree so far are neighbours: each state is made once, those with
 * one `before` in a row. */
static void read_edges(struct reading *reading, uint32_t depth)
{
    struct sequence_automaton *automaton = reading->automaton;
    const uint32_t *first = reading->network->first_of_sequence;
    uint32_t last_before = STATE_FORBIDDEN;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < reading->count; i++) {
        uint32_t sequence = reading->sequence[i];
        uint32_t at = first[sequence] + depth;
        uint32_t edge = reading->network->sequence_edge[at];
        uint32_t before = reading->state[sequence];

        if (before != last_before ||
            automaton->edge[automaton->state_count - 1] != edge) {
            automaton->edge[automaton->state_count++] = edge;
            automaton->first_next[before + 1]++;
        }
        last_before = before;
        reading->state[sequence] = automaton->state_count - 1;
        if (at + 1 == first[sequence + 1])
            automaton->forbidden[automaton->state_count - 1] = true;
        else
            reading->sequence[kept++] = sequence;
    }
    reading->count = kept;
}

static void make_states(struct reading *reading)
{
    struct sequence_automaton *automaton = reading->automaton;

    automaton->edge[0] = EDGE_NONE;
    automaton->state_count = 1;
    automaton->first_long = 1;
    for (uint32_t depth = 0; reading->count; depth++) {
        read_edges(reading, depth);
        if (!depth)
            automaton->first_long = automaton->state_count;
    }
    /* What follows a state was counted there; state 0 is before all. */
    automaton->first_next[0] = 1;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        automaton->first_next[s + 1] += automaton->first_next[s];
}

/* Regardless of what is forbidden. */
static uint32_t longest_end(const struct sequence_automaton *automaton,
                            uint32_t state, uint32_t edge)
{
    for (;;) {
        uint32_t first = automaton->first_next[state];
        uint32_t count = automaton->first_next[state + 1] - first;
        uint32_t at =
            (uint32_t)array_find(automaton->edge + first, count, edge);

        if (at < count)
            return first + at;
        if (!state)
            return 0;
        state = automaton->shorter[state];
    }
}

static void link_states(struct sequence_automaton *automaton)
{
    automaton->shorter[0] = 0;
    for (uint32_t s = 0; s < automaton->state_count; s++) {
        for (uint32_t n = automaton->first_next[s];
             n < automaton->first_next[s + 1]; n++) {
            uint32_t shorter = s ? longest_end(automaton, automaton->shorter[s],
                                               automaton->edge[n])
                                 : 0;

            automaton->shorter[n] = shorter;
            automaton->forbidden[n] |= automaton->forbidden[shorter];
        }
    }
}

static int make_room(struct sequence_automaton *automaton,
                     const struct road_network *network)
{
    size_t most = 1;

    if (network->sequence_count)
        most += network->first_of_sequence[network->sequence_count];
    automaton->edge = array_alloc(most, sizeof(*automaton->edge));
    automaton->first_next = array_zero(most + 1, sizeof(uint32_t));
    automaton->shorter = array_alloc(most, sizeof(*automaton->shorter));
    automaton->forbidden = array_zero(most, sizeof(*automaton->forbidden));
    return automaton->edge && automaton->first_next && automaton->shorter &&
                   automaton->forbidden
               ? 0
               : -ENOMEM;
}

int sequence_automaton_init(struct sequence_automaton *automaton,
                            const struct road_network *network,
                            struct error *error)
{
    struct reading reading = {.network = network, .automaton = automaton};
    int r;

    *automaton = (struct sequence_automaton){0};
    r = check_sequences(network, error);
    if (r)
        return r;
    if (make_room(automaton, network) || reading_init(&reading)) {
        r = error_no_memory(error);
    } else {
        make_states(&reading);
        link_states(automaton);
    }
    free(reading.sequence);
    free(reading.state);
    return r;
}

void sequence_automaton_finish(struct sequence_automaton *automaton)
{
    free(automaton->edge);
    free(automaton->first_next);
    free(automaton->shorter);
    free(automaton->forbidden);
    *automaton = (struct sequence_automaton){0};
}

uint32_t sequence_automaton_step(const struct sequence_automaton *automaton,
                                 uint32_t state, uint32_t edge)
{
    uint32_t next = longest_end(automaton, state, edge);

    return automaton->forbidden[next] ? STATE_FORBIDDEN : next;
}
