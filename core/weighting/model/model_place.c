#include "core/weighting/model/model_place.h"

#include "core/graph/roads/ground.h"

double road_limit_of(const struct road_attributes *attributes, bool backward,
                     enum road_limit limit)
{
    uint16_t most = attributes->limit[backward][limit];
    double units = limit < LIMIT_WEIGHT ? 1000 : 100;

    return most && most != UINT16_MAX ? most / units : INFINITY;
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
