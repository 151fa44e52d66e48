/* sequence_automaton: where one is within forbidden sequences of edges.
 *
 * A state is the longest end of the trip so far with which a sequence begins:
 * the automaton of Aho and Corasick, "Efficient string matching", CACM 1975,
 * over edges instead of letters. State 0: none; states of one edge follow, then
 * those of two, and so on. A trip that would complete a sequence has no next
 * state.
 *
 * Owned by whoever made it; any thread may read it. */
#ifndef RELAXD_GRAPH_ROADS_SEQUENCE_AUTOMATON_H
#define RELAXD_GRAPH_ROADS_SEQUENCE_AUTOMATON_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/roads/road_network.h"

#define STATE_FORBIDDEN UINT32_MAX

struct sequence_automaton {
    uint32_t state_count; /* at least 1 */
    uint32_t first_long;  /* the first state of two edges and more */
    uint32_t *edge;       /* [state_count] its last; EDGE_NONE of state 0 */
    uint32_t *first_next; /* [state_count + 1] states that are longer by an edge
                             are [first_next[s], first_next[s + 1]), by
                             ascending edge */
    uint32_t *shorter;    /* [state_count] the longest that it ends with */
    bool *forbidden;      /* [state_count] ends with a whole sequence */
};

/* -ENOMEM; -EINVAL: a sequence of fewer than three edges, or one that nobody
 * could take. finish() is fine after either and on zero bytes. */
int sequence_automaton_init(struct sequence_automaton *automaton,
                            const struct road_network *network,
                            struct error *error);
void sequence_automaton_finish(struct sequence_automaton *automaton);

/* The state after one more edge, or STATE_FORBIDDEN. */
uint32_t sequence_automaton_step(const struct sequence_automaton *automaton,
                                 uint32_t state, uint32_t edge);

/* Whether a state has to be kept apart: it is of several edges, can be come to,
 * and a sequence goes on from it. */
static inline bool
sequence_automaton_keeps(const struct sequence_automaton *automaton,
                         uint32_t state)
{
    return state >= automaton->first_long && !automaton->forbidden[state] &&
           automaton->first_next[state] < automaton->first_next[state + 1];
}

#endif
