/* road_fixture: hand-made road networks, and random towns by number, as maps.
 *
 * A draft gets junctions and the roads between them and becomes a network, and
 * a map. Positions are metres from a corner in Heidelberg; speed is 10 m/s
 * forward, so that 100 m take 10,000 ms, and 1 ms a segment more backward.
 * Junction j is node 1000 + j, the i-th node within piece p node 1000000 + 100
 * p + i; piece p is way 500 + p. A failure aborts with a message. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_ROAD_FIXTURE_H
#define RELAXD_TESTS_UNIT_GRAPH_ROAD_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/graph/road_network/road_network.h"

#define ROAD_NODE_OF_JUNCTION(junction) (1000 + (int64_t)(junction))
#define ROAD_NODE_WITHIN(piece, index)                                         \
    (1000000 + 100 * (int64_t)(piece) + (index))
#define ROAD_WAY_OF_PIECE(piece) (500 + (int64_t)(piece))

struct road_draft {
    /* Settings, as road_draft_init() makes them or the test changes them. */
    uint32_t turn_ms;         /* what any turn costs; 0 */
    uint32_t turn_varied;     /* plus up to so much more, by its edges; 0 */
    bool turn_back;           /* U-turns are allowed everywhere, not at dead
                                 ends alone */
    bool slow;                /* durations are separate, 5/4 of the weights */
    uint32_t small_component; /* 10 */

    struct road_draft_junction *junctions;
    uint32_t junction_count;
    size_t junction_capacity;
    struct road_draft_road *roads;
    uint32_t road_count;
    size_t road_capacity;
    uint32_t *forbidden; /* a length and its edges, repeated */
    size_t forbidden_size;
    size_t forbidden_capacity;
};

void road_draft_init(struct road_draft *draft);

/* Returns its number. */
uint32_t road_draft_junction(struct road_draft *draft, double x_m, double y_m,
                             bool plain);

/* A straight road of so many segments, or, from a junction to itself, a square
 * of 40 m with four. Returns its piece; its edges are 2p forward, 2p + 1
 * backward. `name` is static; that of a low bridge makes it open to smaller
 * vehicles only, backward. */
#define ROAD_DRAFT_LOW_BRIDGE "Niedrige Brücke"
uint32_t road_draft_road(struct road_draft *draft, uint32_t from, uint32_t to,
                         const char *name, uint32_t segment_count,
                         bool one_way);

/* Two edges: a turn, at a junction that is not plain. More: a sequence, which
 * is omitted where it contains a forbidden turn. */
void road_draft_forbid(struct road_draft *draft, const uint32_t *edges,
                       size_t count);

/* Both consume the draft, which is empty afterwards. */
void road_draft_network(struct road_draft *draft,
                        struct road_network *ret_network);
struct map *road_draft_map(struct road_draft *draft, bool ordered);

/* A grid of side x side junctions 100 m apart, a third of them plain, with
 * streets left out, one-way streets, dead ends, a square, two roads apart from
 * all others, turns that cost, are forbidden, or lead back, and sequences of
 * three to five edges that are; all drawn from the seed. `side` at least 2. */
void road_town_draft(uint32_t side, uint64_t seed,
                     struct road_draft *ret_draft);
struct map *road_town(uint32_t side, uint64_t seed, bool ordered);

#endif
