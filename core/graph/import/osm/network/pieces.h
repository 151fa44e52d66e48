/* pieces: links without a choice between them, as one; and what says where they
 * begin, end and what they take: nodes with rules, junctions, costs of links.
 */
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

/* 0 or -ENOMEM; finish is right after that, too. */
int ruled_nodes_make(const struct osm_data *data, const struct profile *profile,
                     struct ruled_nodes *nodes);

/* NULL: it has none. */
const struct node_rules *ruled_nodes_find(const struct ruled_nodes *nodes,
                                          uint32_t node);

void ruled_nodes_finish(struct ruled_nodes *nodes);

/* Which spots are junctions, and how darts go on at the others.
 *
 * A junction is a spot with another number of links than two, or with two that
 * differ in attributes or in which directions are open, or one that a node's
 * rules or a restriction need. */

enum spot_mark {
    SPOT_JUNCTION = 1 << 0,
    SPOT_RULED = 1 << 1, /* no plain junction, if it is one */
    SPOT_NODE = 1 << 2,  /* its node has rules: a junction that is ruled */
};

struct junctions {
    uint8_t *mark;  /* [spot_count] enum spot_mark */
    uint32_t *dart; /* [2 * spot_count] that leave a spot of two links */
};

/* Space without a mark: 9 bytes a spot. 0 or -ENOMEM; finish is right after
 * that, too. */
int junctions_init(struct junctions *junctions, const struct courses *courses);

/* Marks those of nodes with rules: in the layer of roads alone, what rails have
 * at level crossings is no road's. */
void junctions_mark_nodes(struct junctions *junctions,
                          const struct courses *courses,
                          const struct ruled_nodes *nodes);

/* Marks those that meet the conditions above, beside those that are marked. */
int junctions_find(struct junctions *junctions, const struct courses *courses);

void junctions_finish(struct junctions *junctions);

/* The dart that goes on where one ends at a spot that is no junction. */
static inline uint32_t junctions_next(const struct junctions *junctions,
                                      const struct courses *courses,
                                      uint32_t dart)
{
    const uint32_t *leaving =
        &junctions->dart[2 * (size_t)dart_head(courses, dart)];

    return leaving[leaving[0] == (dart ^ 1)];
}

/* How long links are, how long they take and what they weigh.
 *
 * A length is that of the straight line between places on the profile's grid,
 * on the ellipsoid of WGS 84, the plane at its middle latitude, or by bands
 * where that grid is not all positions (ground.h), rounded to mm. A duration is
 * the rounded length by the speed, to the nearest step of the profile (1 ms),
 * but one where there is a length at all; where steps are not ms, 2^22 - 2 of
 * them at most, and so for the weight, as OSRM has it.
 * Where a way says what all of it takes, each link gets its share by length,
 * rounded so that the shares add up; links that are missing keep
 * theirs: as long as it is straight across a gap, and beyond an end as long as
 * the mean of the others. A
 * weight is the rounded duration times the factor, or the length in cm times
 * the factor, to the nearest unit. So all of them follow from the length and
 * the speed alone. */

struct link_costs {
    uint32_t *length_mm;   /* [ref_count] LENGTH_LONG: more than fits */
    uint32_t *weight;      /* [2 * ref_count] of each dart; 0: not open */
    uint32_t *duration_ms; /* the same; NULL where they are the weights */
    uint32_t step_ms;      /* the profile's, at least 1 */
    uint32_t grid_e7;      /* the same */
};

/* 20 bytes a ref, or 12. 0 or -ENOMEM; finish is right after that, too. */
int link_costs_make(const struct courses *courses, const struct osm_data *data,
                    const struct road_profile *profile,
                    struct link_costs *costs);

void link_costs_finish(struct link_costs *costs);

/* The least of a rounded cost and LINK_COST_MAX; below 0: 0. */
uint32_t cost_rounded(double cost);

/* What a dart takes. */
static inline uint32_t dart_duration_ms(const struct link_costs *costs,
                                        uint32_t dart)
{
    return costs->duration_ms ? costs->duration_ms[dart] : costs->weight[dart];
}

/* In the order of their middles on a Hilbert curve. */
struct pieces {
    uint32_t count;
    uint32_t *first;     /* [count + 1] */
    uint32_t *dart;      /* [first[count]] along the piece */
    uint32_t *link_edge; /* [ref_count] the edge that passes the link in the
                            direction of its way */
};

/* Every link is in one piece. Makes a junction of one spot of each closed loop
 * without any, of the first course's first spot, and where a piece would weigh
 * or take more than LINK_COST_MAX. 0, -ENOMEM; finish is right after that, too.
 */
int pieces_make(const struct courses *courses, const struct osm_data *data,
                const struct link_costs *costs, struct junctions *junctions,
                struct pieces *pieces);

/* All of the network that pieces and junctions are made of, but which junctions
 * are plain. `ret_junction_spot`: [junction_count], free()d by the caller; of
 * what fails nothing is there. piece_attributes are the pool's. 0, -ENOMEM,
 * -EINVAL: more than a map can hold. */
int pieces_give(const struct pieces *pieces, const struct courses *courses,
                const struct osm_data *data, const struct link_costs *costs,
                struct road_network *network, uint32_t **ret_junction_spot);

void pieces_finish(struct pieces *pieces);

static inline uint32_t dart_edge(const struct pieces *pieces, uint32_t dart)
{
    return pieces->link_edge[dart / 2] ^ (dart & 1);
}

/* The dart that an edge begins with. */
static inline uint32_t edge_first_dart(const struct pieces *pieces,
                                       uint32_t edge)
{
    uint32_t piece = edge / 2;

    return edge % 2 ? pieces->dart[pieces->first[piece + 1] - 1] ^ 1
                    : pieces->dart[pieces->first[piece]];
}

#endif
