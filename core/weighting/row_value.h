/* row_value: what a row says on an item of a map (weight_match.h).
 *
 * Durations are those of a new import with that speed or penalty: rounded alike
 * (road_cost.h). Weights, as the row's rate and the map's profile say:
 *
 *                    weight is duration   duration x factor   distance x factor
 *     ROW_AS_VALUE   the duration         in proportion to    as imported
 *                                         the duration
 *     ROW_KEPT       the duration         as imported         as imported
 *     rate           the duration         metres / rate in s  the same in m
 *
 * In proportion: the imported weight x new / imported duration, so the
 * profile's preference for the road stays; rounded to the map's steps.
 *
 * No row makes an edge overflow: weight and duration of a segment are cut to
 * its share by length, or by number, of EDGE_TAKES_MAX for its piece, but not
 * below one and a half of what the import has. That changes no speed that
 * anyone drives: only 0.1 km/h over 14 km take so long.
 *
 * row_in_force() is the inverse: the row for the weight in force on an item.
 *
 * Pure functions, for any thread. */
#ifndef RELAXD_WEIGHTING_ROW_VALUE_H
#define RELAXD_WEIGHTING_ROW_VALUE_H

#include <stdint.h>

#include "core/graph/cost.h"
#include "core/graph/map.h"
#include "core/graph/roads/road_cost.h"
#include "core/weighting/weight_row.h"
#include "core/weighting/weighting.h"

#define EDGE_TAKES_MAX (ROAD_COST_MAX / 2) /* 6 days in ms */

struct row_value {
    uint32_t weight; /* WEIGHT_CLOSED: no way through */
    uint32_t duration_ms;
};

/* `item`: an open segment in a direction. A closed one keeps its imported
 * duration. O(1); where the row makes it much slower, time grows with its
 * piece. */
struct row_value row_segment_value(const struct map *map,
                                   const struct weight_row *row, uint32_t item);

/* The weight or duration of a piece's segment, a multiple of `step`, cut as
 * above if it is much more than before. */
uint32_t segment_cut(const struct roads *roads, uint32_t piece,
                     uint32_t segment, uint32_t cost, uint32_t before,
                     uint32_t step);

/* The turn's share of an arc. A turn that a condition forbids
 * (conditions.h) stays so. A penalty takes its rounded ms; so does
 * the weight, in proportion as above where it is a distance: as imported, and
 * `rate` s or m, in ms or cm. */
struct row_value row_turn_value(const struct map *map,
                                const struct weight_row *row, uint32_t arc);

/* What an item has in these arrays. */
struct row_value item_value(const struct weight_arrays *arrays,
                            enum weight_kind kind, uint32_t item);

/* The row of this key alone that gives the item what it has in a weighting, to
 * the bit, in as few digits as that takes. False: no row names the item, as the
 * import closed it or there is no turn. O(log) of the map's size. */
bool row_in_force(const struct map *map, const struct weighting *weighting,
                  enum weight_kind kind, uint32_t item,
                  struct weight_row *ret_row);

/* The weight of an arc of a map without roads. */
static inline uint32_t row_arc_weight(const struct weight_row *row)
{
    return weight_row_closes(row) ? WEIGHT_CLOSED : (uint32_t)row->value;
}

#endif
