/* pieces: links without a choice between them, as one. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_PIECES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_PIECES_H

#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/junctions.h"
#include "core/graph/import/osm/network/link_costs.h"
#include "core/graph/roads/road_network.h"

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
