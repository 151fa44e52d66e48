/* model_place: what the conditions and amounts of a model see of a road. */
#ifndef RELAXD_WEIGHTING_MODEL_MODEL_PLACE_H
#define RELAXD_WEIGHTING_MODEL_MODEL_PLACE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"

/* A segment in one direction of travel. */
struct model_place {
    const struct way_facts *facts;
    const struct road_attributes *attributes; /* of its piece */
    bool backward;                            /* travel is against the piece */
    bool against_way;                         /* travel is against the way */
    bool open;          /* the traveller may use the edge */
    bool opposite_open; /* and the one back */
    double speed_kmh;   /* under the weighting that the model lies over */
    double curvature;   /* straight line / length of the piece, 0 to 1 */
    uint64_t areas;     /* bit i: it lies in area i of the model */
};

/* Fills in what rules see of a stretch; model_see_piece() does so for a
 * piece. */
void model_place_see_stretch(struct model_place *place,
                             const struct roads *roads, uint32_t stretch);

/* From one direction of a piece to the other; the stretch is to be seen anew.
 */
static inline void model_place_turn_round(struct model_place *place)
{
    bool open = place->open;

    place->backward = !place->backward;
    place->open = place->opposite_open;
    place->opposite_open = open;
}

/* What a sign allows at most, in m or t; INFINITY: anything. */
double road_limit_of(const struct road_attributes *attributes, bool backward,
                     enum road_limit limit);

double piece_curvature(const struct roads *roads, uint32_t piece);

/* Infinite where either is 0: some segments take time without a length, as
 * changes of trains and ways on one place. */
static inline double segment_speed_kmh(double mm, uint32_t duration_ms)
{
    return mm > 0 && duration_ms ? mm * 3.6 / duration_ms : INFINITY;
}

#endif
