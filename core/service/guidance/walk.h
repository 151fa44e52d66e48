/* walk: along a road, past nodes that are no junctions and past side roads. */
#ifndef RELAXD_SERVICE_GUIDANCE_WALK_H
#define RELAXD_SERVICE_GUIDANCE_WALK_H

#include "core/service/guidance/crossing.h"

static inline const struct road_attributes *
edge_attributes(const struct roads *roads, uint32_t edge)
{
    return roads_attributes(roads, edge_piece(edge));
}

/* Open in this direction, other than to cyclists who push. */
static inline bool edge_is_travelled(const struct roads *roads, uint32_t edge)
{
    return edge_is_open(roads, edge) &&
           edge_mode(roads, edge) != MODE_PUSHING_BIKE;
}

static inline bool edge_is_one_way(const struct roads *roads, uint32_t edge)
{
    return edge_is_travelled(roads, edge) !=
           edge_is_travelled(roads, edge_reverse(edge));
}

/* Whether more roads meet than people tell apart: guidance does not look into
 * such a junction, where it would compare all with all. */
static inline bool junction_is_crowded(const struct roads *roads,
                                       uint32_t junction)
{
    return roads->first_leaving[junction + 1] - roads->first_leaving[junction] >
           CROSSING_ROADS_MAX;
}

/* Whether a traveller from one edge into the other hears of another name. */
bool edge_names_differ(const struct roads *roads, uint32_t from, uint32_t to);

/* The edge that goes on from the head of another where no third road meets
 * them; EDGE_NONE: there is a choice, or the road ends. */
uint32_t edge_only_next(const struct roads *roads, uint32_t edge);

/* The edge along the same road that ends at its next junction. */
uint32_t edge_to_junction(const struct roads *roads, uint32_t edge);

/* The edge on which the road goes on past a junction, in whatever direction it
 * is open: the straightest of those with its name; EDGE_NONE: it ends, or the
 * junction is crowded. */
uint32_t edge_along(const struct roads *roads, struct compass *compass,
                    uint32_t edge);

#endif
