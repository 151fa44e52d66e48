#include "core/weighting/model/model_place.h"

#include "core/graph/roads/ground.h"

void model_place_see_piece(struct model_place *place, const struct roads *roads,
                           uint32_t piece, bool backward)
{
    place->attributes = roads_attributes(roads, piece);
    place->backward = backward;
    place->open = edge_is_open(roads, 2 * piece + backward);
    place->opposite_open = edge_is_open(roads, 2 * piece + !backward);
}

void model_place_see_stretch(struct model_place *place,
                             const struct roads *roads, uint32_t stretch)
{
    static const struct way_facts nothing;
    bool against = roads->stretch_way[stretch] & 1;

    place->facts = roads->stretch_facts
                       ? &roads->facts[roads->stretch_facts[stretch]]
                       : &nothing;
    place->against_way = against != place->backward;
}

double piece_curvature(const struct roads *roads, uint32_t piece)
{
    uint32_t first = roads->first_node[piece];
    uint32_t last = roads->first_node[piece + 1] - 1;
    double mm = (double)roads_piece_mm(roads, piece);
    double straight_mm = 1000 * ground_apart_m(roads->node_position[first],
                                               roads->node_position[last]);

    return mm > 0 ? fmin(straight_mm / mm, 1) : 1;
}
