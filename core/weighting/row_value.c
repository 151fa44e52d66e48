#include "core/weighting/row_value.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/weighting/weight_match.h"

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
static double segment_most(const struct roads *roads, uint32_t piece,
                           uint32_t segment, double number_share)
{
    double all_mm = (double)roads_piece_mm(roads, piece);
    double mm = (double)roads_segment_mm(roads, segment);

    return EDGE_TAKES_MAX * fmax(all_mm > 0 ? mm / all_mm : 0, number_share);
}

uint32_t segment_cut(const struct roads *roads, uint32_t piece,
                     uint32_t segment, uint32_t cost, uint32_t before,
                     uint32_t step)
{
    double most = 1.5 * before;
    double number_share;
    uint32_t first, end;

    if (cost <= most)
        return cost;
    piece_segments(roads, piece, &first, &end);
    if ((uint64_t)cost * (end - first) < EDGE_TAKES_MAX)
        return cost;
    number_share = 1.0 / (end - first);
    most = fmax(most, segment_most(roads, piece, segment, number_share));
    return cost <= most ? cost : (uint32_t)most / step * step;
}

/* Finds the piece only where it has to. */
static uint32_t cut(const struct roads *roads, uint32_t segment, uint32_t cost,
                    uint32_t before, uint32_t step)
{
    return cost <= 1.5 * before
               ? cost
               : segment_cut(roads, roads_segment_piece(roads, segment),
                             segment, cost, before, step);
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
    value.duration_ms =
        cut(roads, item / 2, value.duration_ms, before_ms, step_of(profile));
    value.weight = value.duration_ms;
    if (profile->weight_is_duration)
        return value;
    weight = segment_weight(map, row, item, value.duration_ms);
    value.weight = cut(roads, item / 2, weight, map->imported.segment[item],
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

/* Whether a condition forbids the turn (conditions.h); nothing else closes a
 * turn in the weights of an import. */
static bool condition_forbids(const struct map *map, uint32_t arc)
{
    return map->imported.turn[arc] == WEIGHT_CLOSED;
}

struct row_value row_turn_value(const struct map *map,
                                const struct weight_row *row, uint32_t arc)
{
    struct row_value value = {WEIGHT_CLOSED,
                              map->imported.turn_duration_ms[arc]};

    if (weight_row_closes(row) || condition_forbids(map, arc))
        return value;
    value.duration_ms = cost_rounded(row->value * 1000);
    value.weight = turn_weight(map, row, arc, value.duration_ms);
    return value;
}

/* ---- Back ---------------------------------------------------------------- */

struct row_value item_value(const struct weight_arrays *arrays,
                            enum weight_kind kind, uint32_t item)
{
    switch (kind) {
    case WEIGHT_SEGMENTS:
        return (struct row_value){arrays->segment[item],
                                  arrays->segment_duration_ms[item]};
    case WEIGHT_TURNS:
        return (struct row_value){arrays->turn[item],
                                  arrays->turn_duration_ms[item]};
    default:
        return (struct row_value){arrays->arcs.weight[item], 0};
    }
}

static bool says(const struct map *map, enum weight_kind kind, uint32_t item,
                 const struct weight_row *row, struct row_value value)
{
    struct row_value said = kind == WEIGHT_SEGMENTS
                                ? row_segment_value(map, row, item)
                                : row_turn_value(map, row, item);

    return said.weight == value.weight && said.duration_ms == value.duration_ms;
}

static double rounded_to(double number, int digits)
{
    char text[32];

    snprintf(text, sizeof(text), "%.*g", digits, number);
    return strtod(text, NULL);
}

/* The fewest digits of value and rate with which the row says the same. */
static void shorten(const struct map *map, enum weight_kind kind, uint32_t item,
                    struct row_value value, struct weight_row *row)
{
    for (int digits = 2; digits < 17; digits++) {
        struct weight_row shorter = *row;

        shorter.value = rounded_to(row->value, digits);
        if (row->rate > 0)
            shorter.rate = rounded_to(row->rate, digits);
        if (says(map, kind, item, &shorter, value)) {
            *row = shorter;
            return;
        }
    }
}

/* A duration that was rounded to 0 was at most half a step. */
static double per_cost(double amount, double cost)
{
    return amount > 0 ? amount / fmax(cost, 0.25) : 1;
}

static void fill_segment(const struct map *map, struct row_value value,
                         uint32_t item, struct weight_row *row)
{
    double mm = (double)roads_segment_mm(&map->roads, item / 2);

    row->value = per_cost(mm * 3.6, value.duration_ms);
    if (!says(map, WEIGHT_SEGMENTS, item, row, value))
        row->rate = per_cost(mm / 1000 * units_per_rate(&map->roads.profile),
                             value.weight);
}

static void fill_turn(const struct map *map, struct row_value value,
                      uint32_t item, struct weight_row *row)
{
    row->value = value.duration_ms / 1000.0;
    if (!says(map, WEIGHT_TURNS, item, row, value))
        row->rate = value.weight / units_per_rate(&map->roads.profile);
}

static bool is_in_graph(const struct roads *roads, uint32_t item)
{
    return edge_is_in_graph(roads, 2 * roads_segment_piece(roads, item / 2) +
                                       item % 2);
}

bool row_in_force(const struct map *map, const struct weighting *weighting,
                  enum weight_kind kind, uint32_t item,
                  struct weight_row *ret_row)
{
    struct row_value value = item_value(&weighting->arrays, kind, item);
    struct weight_key key[ITEM_KEYS_MAX];

    if ((kind == WEIGHT_SEGMENTS && !is_in_graph(&map->roads, item)) ||
        !weight_item_keys(map, kind, item, key))
        return false;
    *ret_row = (struct weight_row){
        .key = key[0], .value = ROW_CLOSED, .rate = ROW_AS_VALUE};
    if (value.weight == WEIGHT_CLOSED)
        return true;
    if (kind == WEIGHT_SEGMENTS)
        fill_segment(map, value, item, ret_row);
    else if (kind == WEIGHT_TURNS)
        fill_turn(map, value, item, ret_row);
    else
        ret_row->value = value.weight;
    if (kind != WEIGHT_ARCS)
        shorten(map, kind, item, value, ret_row);
    return true;
}
