/* pieces: joins links without a choice between them into pieces; and finds what
 * that needs: nodes with rules, junctions, costs of links. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_PIECES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_PIECES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/import/osm/network/courses.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* The nodes that a profile has rules for. */
struct ruled_nodes {
    uint32_t count;
    uint32_t *node; /* [count] ascending */
    struct node_rules *rules;
};

/* 0 or -ENOMEM; finish() is fine after either. */
int ruled_nodes_make(const struct osm_data *data, const struct profile *profile,
                     struct ruled_nodes *nodes);

/* NULL: the node has no rules. */
const struct node_rules *ruled_nodes_find(const struct ruled_nodes *nodes,
                                          uint32_t node);

void ruled_nodes_finish(struct ruled_nodes *nodes);

/* Which spots are junctions, and how darts continue at the others.
 *
 * A junction is a spot whose number of links is not two, or whose two links
 * differ in attributes, open directions or conditions, or that a node's rules
 * or a restriction need. */

enum spot_mark {
    SPOT_JUNCTION = 1 << 0,
    SPOT_RULED = 1 << 1, /* not plain, if it is a junction */
    SPOT_NODE = 1 << 2,  /* its node has rules: a ruled junction */
};

struct junctions {
    uint8_t *mark;  /* [spot_count] enum spot_mark */
    uint32_t *dart; /* [2 * spot_count] that leave a spot with two links */
};

/* Makes it without marks: 9 bytes a spot. 0 or -ENOMEM; finish() is fine after
 * either. */
int junctions_init(struct junctions *junctions, const struct courses *courses);

/* Marks spots of nodes with rules, only in the layer of roads: what rails have
 * at level crossings does not concern roads. */
void junctions_mark_nodes(struct junctions *junctions,
                          const struct courses *courses,
                          const struct ruled_nodes *nodes);

/* Also marks the spots that meet the conditions above. */
int junctions_find(struct junctions *junctions, const struct courses *courses);

void junctions_finish(struct junctions *junctions);

/* The next dart after one that ends at a spot without a junction. */
static inline uint32_t junctions_next(const struct junctions *junctions,
                                      const struct courses *courses,
                                      uint32_t dart)
{
    const uint32_t *leaving =
        &junctions->dart[2 * (size_t)dart_head(courses, dart)];

    return leaving[leaving[0] == (dart ^ 1)];
}

/* Lengths, durations and weights of links.
 *
 * A length is that of the straight line between positions on the profile's
 * grid, on the plane at their mean latitude on the ellipsoid of WGS 84, or by
 * bands if the grid is coarser than positions (ground.h), rounded to mm. A
 * duration is the rounded length by the speed, to the nearest step of the
 * profile (1 ms), at least one unless the length is 0. If steps are not ms, it
 * is at most 2^22 - 2 steps, and so is the weight, as in OSRM.
 *
 * If a way has a total duration, each link gets its share by length, rounded so
 * that the shares add up. Missing links keep theirs: the straight length across
 * a gap, and beyond an end the mean length of the others. A weight is the
 * rounded duration times the factor, or the length in cm times the factor, to
 * the nearest unit. So all of them depend only on length and speed. */

struct link_costs {
    uint32_t *length_mm;   /* [ref_count] LENGTH_LONG: more than fits */
    uint32_t *weight;      /* [2 * ref_count] of each dart; 0: not open */
    uint32_t *duration_ms; /* the same; NULL if they equal the weights */
    uint32_t step_ms;      /* the profile's, at least 1 */
    uint32_t grid_e7;      /* the same */
};

/* 20 bytes a ref, or 12. 0 or -ENOMEM; finish() is fine after either. */
int link_costs_make(const struct courses *courses, const struct osm_data *data,
                    const struct road_profile *profile,
                    struct link_costs *costs);

void link_costs_finish(struct link_costs *costs);

/* The duration of a dart. */
static inline uint32_t dart_duration_ms(const struct link_costs *costs,
                                        uint32_t dart)
{
    return costs->duration_ms ? costs->duration_ms[dart] : costs->weight[dart];
}

/* Sorted by the Hilbert index of their middles. */
struct pieces {
    uint32_t count;
    uint32_t *first;     /* [count + 1] */
    uint32_t *dart;      /* [first[count]] along the piece */
    uint32_t *link_edge; /* [ref_count] the edge that passes the link in the
                            direction of its way */
};

/* Puts every link into one piece. Makes a junction of the first course's first
 * spot in each closed loop without one, and wherever a piece would exceed
 * ROAD_COST_MAX in weight or duration. 0, -ENOMEM; finish() is fine after
 * either. */
int pieces_make(const struct courses *courses, const struct osm_data *data,
                const struct link_costs *costs, struct junctions *junctions,
                struct pieces *pieces);

/* Fills the parts of the network made of pieces and junctions, except which
 * junctions are plain. `ret_junction_spot`: [junction_count], free()d by the
 * caller; on failure nothing is left. piece_attributes are the pool's. 0,
 * -ENOMEM, -EINVAL: more than a map can hold. */
int pieces_give(const struct pieces *pieces, const struct courses *courses,
                const struct osm_data *data, const struct link_costs *costs,
                struct road_network *network, uint32_t **ret_junction_spot);

/* Fills the network's stretches, and the facts of their ways (stretches.c). 0,
 * -ENOMEM, -EINVAL: too many different facts. */
int stretches_give(const struct pieces *pieces, const struct courses *courses,
                   const struct osm_data *data, struct road_network *network);

void pieces_finish(struct pieces *pieces);

static inline uint32_t dart_edge(const struct pieces *pieces, uint32_t dart)
{
    return pieces->link_edge[dart / 2] ^ (dart & 1);
}

/* The first dart of an edge. */
static inline uint32_t edge_first_dart(const struct pieces *pieces,
                                       uint32_t edge)
{
    uint32_t piece = edge / 2;

    return edge % 2 ? pieces->dart[pieces->first[piece + 1] - 1] ^ 1
                    : pieces->dart[pieces->first[piece]];
}

#endif
