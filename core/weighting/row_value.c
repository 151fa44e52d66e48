#include "core/weighting/row_value.h"

/* ---- Segments ------------------------------------------------------------ */

static double units_per_rate(const struct road_profile *profile)
{
    return profile->weighs_distance ? 100 : 1000;
}

static uint32_t step_of(const struct road_profile *profile)
{
    return profile->step_ms ? profile->step_ms : 1;
}

static uint32_t weight_step_of(const struct road_profile *profile)
{
    return profile->weighs_distance ? 1 : step_of(profile);
}

/* What a segment may cost at most, if the import has it much less. */
static double segment_most(const struct roads *roads, uint32_t segment)
{
    uint32_t piece = roads_segment_piece(roads, segment);
    double all_mm = (double)roads_piece_mm(roads, piece);
    double mm = (double)roads_segment_mm(roads, segment);
    uint32_t first, end;

    piece_segments(roads, piece, &first, &end);
    return EDGE_TAKES_MAX *
           fmax(all_mm > 0 ? mm / all_mm : 0, 1.0 / (end - first));
}

/* `cost`: a multiple of `step`. */
static uint32_t segment_cut(const struct roads *roads, uint32_t segment,
                            uint32_t cost, uint32_t imported, uint32_t step)
{
    double most = 1.5 * imported;

    if (cost <= most)
        return cost;
    most = fmax(most, segment_most(roads, segment));
    return cost <= most ? cost : (uint32_t)most / step * step;
}

/* For profiles whose weights are not durations. */
static uint32_t segment_weight(const struct map *map,
                               const struct weight_row *row, uint32_t item,
                               uint32_t duration_ms)
{
    const struct roads *roads = &map->roads;
    const struct road_profile *profile = &roads->profile;
    uint32_t before = map->imported.segment[item];
    uint32_t before_ms = map->imported.segment_duration_ms[item];
    uint32_t step = weight_step_of(profile);
    double mm = (double)roads_segment_mm(roads, item / 2);

    if (row->rate > 0)
        return segment_takes_ms(
            mm, mm / 1000 / row->rate * units_per_rate(profile), step);
    if (row->rate == ROW_KEPT || profile->weighs_distance || !before_ms)
        return before;
    return cost_in_steps((double)before * duration_ms / before_ms, step);
}

struct row_value row_segment_value(const struct map *map,
                                   const struct weight_row *row, uint32_t item)
{
    const struct roads *roads = &map->roads;
    const struct road_profile *profile = &roads->profile;
    uint32_t before_ms = map->imported.segment_duration_ms[item];
    struct row_value value = {WEIGHT_CLOSED, before_ms};
    uint32_t weight;

    if (weight_row_closes(row))
        return value;
    value.duration_ms =
        segment_speed_ms((double)roads_segment_mm(roads, item / 2), row->value,
                         step_of(profile));
    value.duration_ms = segment_cut(roads, item / 2, value.duration_ms,
                                    before_ms, step_of(profile));
    value.weight = value.duration_ms;
    if (profile->weight_is_duration)
        return value;
    weight = segment_weight(map, row, item, value.duration_ms);
    value.weight =
        segment_cut(roads, item / 2, weight, map->imported.segment[item],
                    weight_step_of(profile));
    return value;
}

/* ---- Turns --------------------------------------------------------------- */

static uint32_t turn_weight(const struct map *map, const struct weight_row *row,
                            uint32_t arc, uint32_t duration_ms)
{
    const struct road_profile *profile = &map->roads.profile;

    if (profile->weight_is_duration)
        return duration_ms;
    if (row->rate >= 0)
        return cost_rounded(row->rate * units_per_rate(profile));
    if (row->rate == ROW_KEPT || profile->weighs_distance)
        return map->imported.turn[arc];
    return duration_ms;
}

struct row_value row_turn_value(const struct map *map,
                                const struct weight_row *row, uint32_t arc)
{
    struct row_value value = {WEIGHT_CLOSED,
                              map->imported.turn_duration_ms[arc]};

    if (weight_row_closes(row))
        return value;
    value.duration_ms = cost_rounded(row->value * 1000);
    value.weight = turn_weight(map, row, arc, value.duration_ms);
    return value;
}
