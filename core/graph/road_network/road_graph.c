/* road_graph: an automaton of the forbidden sequences, then the graph. */
#include "core/graph/road_network/road_graph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/graph/cost.h"
#include "core/graph/road_network/road_network.h"
#include "core/graph/topology.h"

/* ---- Sequences that are forbidden ---------------------------------------- */

#define STATE_FORBIDDEN UINT32_MAX

struct sequence_automaton {
    uint32_t state_count; /* at least 1 */
    uint32_t first_long;  /* the first state of two edges and more */
    uint32_t *edge;       /* [state_count] its last edge; EDGE_NONE of state
                             0 */
    uint32_t *first_next; /* [state_count + 1] states that are longer by an
                             edge are [first_next[s], first_next[s + 1]), by
                             ascending edge */
    uint32_t *shorter;    /* [state_count] the longest state that it ends
                             with */
    bool *forbidden;      /* [state_count] ends with a whole sequence */
    uint32_t *first_condition; /* [state_count + 1] */
    uint32_t *condition;       /* of the sequences that are just state s:
                                  [first_condition[s], first_condition[s + 1]) */
};

/* Whether the graph needs a separate vertex for a state: it has several edges,
 * is reachable, and a sequence continues from it. */
static inline bool
sequence_automaton_keeps(const struct sequence_automaton *automaton,
                         uint32_t state)
{
    return state >= automaton->first_long && !automaton->forbidden[state] &&
           automaton->first_next[state] < automaton->first_next[state + 1];
}

enum { SEQUENCE_EDGES_LEAST = 3, CONDITIONAL_EDGES_LEAST = 2 };

/* 0: always. */
static uint32_t condition_of(const struct road_network *network,
                             uint32_t sequence)
{
    return network->sequence_condition ? network->sequence_condition[sequence]
                                       : 0;
}

/* Whether `next` may follow `edge`, by a turn not at a plain junction. */
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
            !road_network_has(network, edge[i]) ||
            (i > first && !follows(network, edge[i - 1], edge[i])))
            return false;
    }
    return end - first >= (condition_of(network, sequence)
                               ? CONDITIONAL_EDGES_LEAST
                               : SEQUENCE_EDGES_LEAST);
}

static int check_sequences(const struct road_network *network,
                           struct error *error)
{
    for (uint32_t s = 0; s < network->sequence_count; s++) {
        if (!can_be_taken(network, s))
            return error_set(error, -EINVAL,
                             "the forbidden sequence %" PRIu32
                             " is not a path of enough edges",
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

/* Reads all sequences in parallel, one edge of each at a time. */
struct reading {
    const struct road_network *network;
    struct sequence_automaton *automaton;
    uint32_t *sequence; /* [count] those that continue, sorted by their edges */
    uint32_t count;
    uint32_t *state; /* [sequence_count] the state that each has reached */
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

/* Sequences with a common prefix are adjacent: each state is made once, and
 * those with one `before` are contiguous. */
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
        if (at + 1 < first[sequence + 1])
            reading->sequence[kept++] = sequence;
        else if (!condition_of(reading->network, sequence))
            automaton->forbidden[automaton->state_count - 1] = true;
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
    /* first_next counted each state's successors; state 0 precedes all. */
    automaton->first_next[0] = 1;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        automaton->first_next[s + 1] += automaton->first_next[s];
}

/* Groups the conditional sequences by the states that they have reached. */
static int take_conditions(struct reading *reading)
{
    struct sequence_automaton *automaton = reading->automaton;
    const struct road_network *network = reading->network;
    uint32_t count = network->sequence_count;
    uint32_t states = automaton->state_count;

    automaton->first_condition =
        array_alloc((size_t)states + 1, sizeof(uint32_t));
    automaton->condition = array_alloc(count, sizeof(uint32_t));
    if (!automaton->first_condition || !automaton->condition)
        return -ENOMEM;
    for (uint32_t s = 0; s < count; s++) {
        if (!condition_of(network, s))
            reading->state[s] = UINT32_MAX;
    }
    array_group(reading->state, count, states, automaton->first_condition,
                automaton->condition);
    for (uint32_t i = 0; i < automaton->first_condition[states]; i++)
        automaton->condition[i] =
            condition_of(network, automaton->condition[i]);
    return 0;
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

/* -ENOMEM; -EINVAL: a sequence of fewer than three edges, or one that no path
 * can contain. finish() is fine after either and on zero bytes. */
static int sequence_automaton_init(struct sequence_automaton *automaton,
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
        if (take_conditions(&reading))
            r = error_no_memory(error);
    }
    free(reading.sequence);
    free(reading.state);
    return r;
}

static void sequence_automaton_finish(struct sequence_automaton *automaton)
{
    free(automaton->edge);
    free(automaton->first_next);
    free(automaton->shorter);
    free(automaton->forbidden);
    free(automaton->first_condition);
    free(automaton->condition);
    *automaton = (struct sequence_automaton){0};
}

/* The state after one more edge, or STATE_FORBIDDEN. */
static uint32_t
sequence_automaton_step(const struct sequence_automaton *automaton,
                        uint32_t state, uint32_t edge)
{
    uint32_t next = longest_end(automaton, state, edge);

    return automaton->forbidden[next] ? STATE_FORBIDDEN : next;
}

/* ---- The graph ----------------------------------------------------------- */

/* Arrays as in struct map and struct roads. */
struct road_graph {
    uint32_t vertex_count;
    uint32_t arc_count;
    uint32_t state_count;
    uint32_t *first_out;
    uint32_t *head;
    uint32_t *weight;
    uint32_t *arc_edge;
    uint32_t *turn_weight;
    uint32_t *turn_duration_ms; /* NULL if the network has none */
    uint32_t *end_vertex;
    uint32_t *vertex_edge;
    uint32_t *state_edge;
    uint32_t *state_vertex;
    struct condition *conditions;
    size_t condition_count;
    size_t condition_capacity;
};

/* Workspace for making a graph. */
struct drawing {
    const struct road_network *network;
    const struct road_leaving *leaving;
    struct road_graph graph;
    struct sequence_automaton automaton;
    uint32_t *edge_weight;     /* [2 * piece_count] sums of segments */
    uint32_t *junction_vertex; /* [junction_count] of a plain one where an
                                  edge ends, else VERTEX_NONE */
    uint32_t *vertex_what;     /* [vertex_count] a plain junction's number, else
                                  the automaton's state */
    uint32_t *state_vertex;    /* [automaton's states] VERTEX_NONE: none */
    uint64_t arcs_most;        /* an upper bound: some may be forbidden */
};

static bool ends_plainly(const struct road_network *network, uint32_t edge)
{
    return network->junction_plain[road_network_head(network, edge)];
}

static uint32_t turn_count(const struct road_network *network, uint32_t edge)
{
    return network->first_turn[edge + 1] - network->first_turn[edge];
}

/* Sorts the automaton's kept states by edge. For now state_vertex holds the
 * automaton's states. */
static int list_states(struct drawing *drawing)
{
    const struct sequence_automaton *automaton = &drawing->automaton;
    struct road_graph *graph = &drawing->graph;
    uint32_t states = automaton->state_count;
    uint32_t edges = 2 * drawing->network->piece_count;
    uint32_t *edge = array_alloc(states, sizeof(*edge));
    uint32_t *first = array_alloc((size_t)edges + 1, sizeof(*first));
    bool all;

    graph->state_edge = array_alloc(states, sizeof(uint32_t));
    graph->state_vertex = array_alloc(states, sizeof(uint32_t));
    all = edge && first && graph->state_edge && graph->state_vertex;
    for (uint32_t s = 0; s < states && all; s++)
        edge[s] = sequence_automaton_keeps(automaton, s) ? automaton->edge[s]
                                                         : EDGE_NONE;
    if (all) {
        array_group(edge, states, edges, first, graph->state_vertex);
        graph->state_count = first[edges];
    }
    for (uint32_t i = 0; i < graph->state_count; i++)
        graph->state_edge[i] = edge[graph->state_vertex[i]];
    free(edge);
    free(first);
    return all ? 0 : -ENOMEM;
}

static uint32_t add_vertex(struct drawing *drawing, uint32_t edge,
                           uint32_t what, uint32_t arcs)
{
    uint32_t vertex = drawing->graph.vertex_count++;

    drawing->graph.vertex_edge[vertex] = edge;
    drawing->vertex_what[vertex] = what;
    drawing->arcs_most += arcs;
    return vertex;
}

static uint32_t plain_vertex(struct drawing *drawing, uint32_t junction)
{
    const uint32_t *first = drawing->leaving->first;
    uint32_t *vertex = &drawing->junction_vertex[junction];

    if (*vertex == VERTEX_NONE)
        *vertex = add_vertex(drawing, EDGE_NONE, junction,
                             first[junction + 1] - first[junction]);
    return *vertex;
}

static void number_vertices(struct drawing *drawing)
{
    const struct road_network *network = drawing->network;
    struct road_graph *graph = &drawing->graph;
    uint32_t at = 0;

    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        uint32_t turns = turn_count(network, e);

        if (!road_network_has(network, e))
            graph->end_vertex[e] = VERTEX_NONE;
        else if (ends_plainly(network, e))
            graph->end_vertex[e] =
                plain_vertex(drawing, road_network_head(network, e));
        else
            graph->end_vertex[e] = add_vertex(
                drawing, e, sequence_automaton_step(&drawing->automaton, 0, e),
                turns);
        for (; at < graph->state_count && graph->state_edge[at] == e; at++) {
            uint32_t state = graph->state_vertex[at];

            graph->state_vertex[at] = add_vertex(drawing, e, state, turns);
            drawing->state_vertex[state] = graph->state_vertex[at];
        }
    }
}

/* Walks edges and states together: each edge has a vertex at most. */
static int make_vertices(struct drawing *drawing, struct error *error)
{
    const struct road_network *network = drawing->network;
    struct road_graph *graph = &drawing->graph;
    uint64_t most = 2 * (uint64_t)network->piece_count;
    uint32_t states = drawing->automaton.state_count;

    if (list_states(drawing))
        return error_no_memory(error);
    most += graph->state_count;
    if (most > VERTEX_COUNT_MAX)
        return error_set(error, -EINVAL, "more than %u vertices",
                         (unsigned)VERTEX_COUNT_MAX);
    graph->end_vertex = array_alloc(most, sizeof(uint32_t));
    graph->vertex_edge = array_alloc(most, sizeof(uint32_t));
    drawing->vertex_what = array_alloc(most, sizeof(uint32_t));
    drawing->state_vertex = array_alloc(states, sizeof(uint32_t));
    drawing->junction_vertex =
        array_alloc(network->junction_count, sizeof(uint32_t));
    if (!graph->end_vertex || !graph->vertex_edge || !drawing->vertex_what ||
        !drawing->state_vertex || !drawing->junction_vertex)
        return error_no_memory(error);
    for (uint32_t s = 0; s < states; s++)
        drawing->state_vertex[s] = VERTEX_NONE;
    for (uint32_t j = 0; j < network->junction_count; j++)
        drawing->junction_vertex[j] = VERTEX_NONE;
    number_vertices(drawing);
    return 0;
}

static int add_arc(struct drawing *drawing, uint32_t head, uint32_t edge,
                   uint32_t turn_weight, uint32_t turn_duration_ms,
                   struct error *error)
{
    struct road_graph *graph = &drawing->graph;
    uint64_t weight = (uint64_t)turn_weight + drawing->edge_weight[edge];
    uint32_t at = graph->arc_count;

    if (weight > WEIGHT_MAX)
        return road_network_refuse_edge(drawing->network, edge,
                                        "weight with its turn", weight, error);
    graph->head[at] = head;
    graph->weight[at] = road_network_opens(drawing->network, edge)
                            ? (uint32_t)weight
                            : WEIGHT_CLOSED;
    graph->arc_edge[at] = edge;
    graph->turn_weight[at] = turn_weight;
    if (graph->turn_duration_ms)
        graph->turn_duration_ms[at] = turn_duration_ms;
    graph->arc_count++;
    return 0;
}

static int add_plain_arcs(struct drawing *drawing, uint32_t junction,
                          struct error *error)
{
    const struct road_leaving *leaving = drawing->leaving;
    int r = 0;

    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !r; i++) {
        uint32_t edge = leaving->edge[i];
        uint32_t head = drawing->graph.end_vertex[edge];

        if (head != VERTEX_NONE)
            r = add_arc(drawing, head, edge, 0, 0, error);
    }
    return r;
}

/* Of a state after the edge. One that ends a sequence under a condition may
 * have no vertex, but end with one that has. */
static uint32_t vertex_after(const struct drawing *drawing, uint32_t state,
                             uint32_t edge)
{
    while (state >= drawing->automaton.first_long) {
        if (drawing->state_vertex[state] != VERTEX_NONE)
            return drawing->state_vertex[state];
        state = drawing->automaton.shorter[state];
    }
    return drawing->graph.end_vertex[edge];
}

/* Restrictions with one past multiply; the world has some 10,000 of them. */
enum { CONDITIONS_MAX = 1 << 24 };

/* Notes under which conditions the last arc, whose turn leads into the state,
 * is forbidden. */
static int add_conditions(struct drawing *drawing, uint32_t state,
                          struct error *error)
{
    const struct sequence_automaton *automaton = &drawing->automaton;
    struct road_graph *graph = &drawing->graph;

    for (; state; state = automaton->shorter[state]) {
        uint32_t count = automaton->first_condition[state + 1] -
                         automaton->first_condition[state];

        if (graph->condition_count + count > CONDITIONS_MAX)
            return error_set(error, -EINVAL,
                             "more than %d turns that are forbidden at times",
                             (int)CONDITIONS_MAX);
        for (uint32_t i = automaton->first_condition[state];
             i < automaton->first_condition[state + 1]; i++) {
            const struct condition turn = {graph->arc_count - 1,
                                           automaton->condition[i]};

            if (array_append(&graph->conditions, &graph->condition_count,
                             &graph->condition_capacity, &turn, sizeof(turn)))
                return error_no_memory(error);
        }
    }
    return 0;
}

static int add_turns(struct drawing *drawing, uint32_t edge, uint32_t state,
                     struct error *error)
{
    const struct road_network *network = drawing->network;
    const uint32_t *duration = network->turn_duration_ms;
    int r = 0;

    for (uint32_t t = network->first_turn[edge];
         t < network->first_turn[edge + 1] && !r; t++) {
        uint32_t into = network->turn_edge[t];
        uint32_t next;

        if (edge_piece(into) >= network->piece_count ||
            !road_network_has(network, into) ||
            network->piece_end[into] != road_network_head(network, edge))
            return error_set(
                error, -EINVAL,
                "turn %" PRIu32 " does not lead into an open road there", t);
        next = sequence_automaton_step(&drawing->automaton, state, into);
        if (next == STATE_FORBIDDEN)
            continue;
        r = add_arc(drawing, vertex_after(drawing, next, into), into,
                    network->turn_weight[t], duration ? duration[t] : 0, error);
        r = r ? r : add_conditions(drawing, next, error);
    }
    return r;
}

static int make_arcs(struct drawing *drawing, struct error *error)
{
    struct road_graph *graph = &drawing->graph;
    size_t most = drawing->arcs_most;
    int r = 0;

    if (most > ARC_COUNT_MAX)
        return error_set(error, -EINVAL, "more than %u arcs",
                         (unsigned)ARC_COUNT_MAX);
    graph->first_out =
        array_alloc((size_t)graph->vertex_count + 1, sizeof(uint32_t));
    graph->head = array_alloc(most, sizeof(uint32_t));
    graph->weight = array_alloc(most, sizeof(uint32_t));
    graph->arc_edge = array_alloc(most, sizeof(uint32_t));
    graph->turn_weight = array_alloc(most, sizeof(uint32_t));
    if (drawing->network->segment_duration_ms)
        graph->turn_duration_ms = array_alloc(most, sizeof(uint32_t));
    if (!graph->first_out || !graph->head || !graph->weight ||
        !graph->arc_edge || !graph->turn_weight ||
        (drawing->network->segment_duration_ms && !graph->turn_duration_ms))
        return error_no_memory(error);
    for (uint32_t v = 0; v < graph->vertex_count && !r; v++) {
        uint32_t edge = graph->vertex_edge[v];
        uint32_t what = drawing->vertex_what[v];

        graph->first_out[v] = graph->arc_count;
        r = edge == EDGE_NONE ? add_plain_arcs(drawing, what, error)
                              : add_turns(drawing, edge, what, error);
    }
    graph->first_out[graph->vertex_count] = graph->arc_count;
    return r;
}

/* After those of arcs. */
static int add_edge_conditions(struct drawing *drawing, struct error *error)
{
    const struct road_network *network = drawing->network;
    struct road_graph *graph = &drawing->graph;

    if (!network->edge_condition)
        return 0;
    if (graph->arc_count > UINT32_MAX - 2 * network->piece_count)
        return error_set(error, -EINVAL, "too many arcs");
    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        const struct condition closed = {graph->arc_count + edge,
                                         network->edge_condition[edge]};

        if (closed.text && road_network_has(network, edge) &&
            array_append(&graph->conditions, &graph->condition_count,
                         &graph->condition_capacity, &closed, sizeof(closed)))
            return error_no_memory(error);
    }
    return 0;
}

static int draw(struct drawing *drawing, struct error *error)
{
    const struct road_network *network = drawing->network;
    int r = sequence_automaton_init(&drawing->automaton, network, error);

    if (r)
        return r;
    drawing->edge_weight =
        array_alloc(2 * (size_t)network->piece_count, sizeof(uint32_t));
    if (!drawing->edge_weight)
        return error_no_memory(error);
    r = road_network_sum_edges(network, drawing->edge_weight, error);
    if (!r)
        r = make_vertices(drawing, error);
    if (!r)
        r = make_arcs(drawing, error);
    return r ? r : add_edge_conditions(drawing, error);
}

/* Hands the arrays to the map, also those of a graph that failed. */
static void give(struct map *map, const struct road_graph *graph)
{
    struct roads *roads = &map->roads;

    map->topology = (struct topology){
        .vertex_count = graph->vertex_count,
        .arc_count = graph->arc_count,
        .first_out = map_keep(map, graph->first_out),
        .head = map_keep(map, graph->head),
    };
    map->imported.arcs = (struct weights){
        .epoch = 1,
        .arc_count = graph->arc_count,
        .weight = map_keep(map, graph->weight),
    };
    roads->end_vertex = map_keep(map, graph->end_vertex);
    roads->vertex_edge = map_keep(map, graph->vertex_edge);
    roads->state_count = graph->state_count;
    roads->state_edge = map_keep(map, graph->state_edge);
    roads->state_vertex = map_keep(map, graph->state_vertex);
    roads->arc_edge = map_keep(map, graph->arc_edge);
    roads->condition_count = (uint32_t)graph->condition_count;
    roads->conditions = map_keep(map, graph->conditions);
    map->imported.turn = map_keep(map, graph->turn_weight);
    map->imported.turn_duration_ms =
        graph->turn_duration_ms ? map_keep(map, graph->turn_duration_ms)
                                : map->imported.turn;
}

int road_graph_make(const struct road_network *network,
                    const struct road_leaving *leaving, struct map *map,
                    struct error *error)
{
    struct drawing drawing = {.network = network, .leaving = leaving};
    int r = draw(&drawing, error);

    give(map, &drawing.graph);
    sequence_automaton_finish(&drawing.automaton);
    free(drawing.edge_weight);
    free(drawing.junction_vertex);
    free(drawing.vertex_what);
    free(drawing.state_vertex);
    return r;
}
