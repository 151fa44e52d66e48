#include "core/graph/roads/roads.h"

#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"

const char *road_class_name(enum road_class road_class)
{
    static const char *const names[ROAD_CLASS_COUNT] = {
        "motorway", "trunk", "primary", "secondary", "local", "rail",
    };

    return road_class < ROAD_CLASS_COUNT ? names[road_class] : "unknown";
}

const char *travel_mode_name(enum travel_mode mode)
{
    static const char *const names[MODE_COUNT] = {
        [MODE_INACCESSIBLE] = "inaccessible",
        [MODE_DRIVING] = "driving",
        [MODE_CYCLING] = "cycling",
        [MODE_WALKING] = "walking",
        [MODE_FERRY] = "ferry",
        [MODE_TRAIN] = "train",
        [MODE_PUSHING_BIKE] = "pushing bike",
        [MODE_STEPS_UP] = "steps up",
        [MODE_STEPS_DOWN] = "steps down",
        [MODE_RIVER_UP] = "river upstream",
        [MODE_RIVER_DOWN] = "river downstream",
        [MODE_ROUTE] = "route",
        [MODE_TRANSFER] = "transfer",
    };

    return mode < MODE_COUNT ? names[mode] : "unknown";
}

const char *const lane_words[LANE_WORDS] = {
    "through", "sharp_left",  "left",    "slight_left",   "slight_right",
    "right",   "sharp_right", "reverse", "merge_to_left", "merge_to_right",
};

unsigned lane_word_find(const char *word, size_t length)
{
    unsigned i = 0;

    while (i < LANE_WORDS && (strlen(lane_words[i]) != length ||
                              memcmp(lane_words[i], word, length) != 0))
        i++;
    return i;
}

uint16_t road_profile_class(const struct road_profile *profile,
                            const char *name, size_t length)
{
    for (uint32_t i = 0; i < profile->class_count; i++) {
        if (strlen(profile->class_name[i]) == length &&
            !memcmp(profile->class_name[i], name, length))
            return (uint16_t)(1u << i);
    }
    return 0;
}

static bool begins_by(const struct roads *roads, uint32_t piece,
                      uint32_t segment)
{
    return roads->first_node[piece] - piece <= segment;
}

/* The last piece of [low, high) whose first segment is not after this one. */
static uint32_t find_piece(const struct roads *roads, uint32_t segment,
                           uint32_t low, uint32_t high)
{
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (begins_by(roads, middle, segment))
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t roads_segment_piece(const struct roads *roads, uint32_t segment)
{
    return find_piece(roads, segment, 0, roads->piece_count);
}

uint32_t roads_segment_piece_from(const struct roads *roads, uint32_t segment,
                                  uint32_t piece)
{
    uint32_t low = piece;
    uint32_t step = 1;

    while (step < roads->piece_count - low &&
           begins_by(roads, low + step, segment)) {
        low += step;
        step *= 2;
    }
    return find_piece(roads, segment, low,
                      step < roads->piece_count - low ? low + step
                                                      : roads->piece_count);
}

uint32_t roads_segment_stretch(const struct roads *roads, uint32_t segment)
{
    return (uint32_t)array_range(roads->first_of_stretch, roads->stretch_count,
                                 segment);
}

uint32_t roads_find_stretches(const struct roads *roads, int64_t stretch_way,
                              uint32_t *ret_first)
{
    uint32_t first = key_lower_bound(roads->stretch_way, roads->stretch_by_way,
                                     roads->stretch_count, KEY_SIGNED,
                                     (uint64_t)stretch_way);
    uint32_t end = first;

    while (end < roads->stretch_count &&
           roads->stretch_way[roads->stretch_by_way[end]] == stretch_way)
        end++;
    *ret_first = first;
    return end - first;
}

uint64_t roads_long_segment_mm(const struct roads *roads, uint32_t segment)
{
    const struct position *end =
        roads->node_position + segment + roads_segment_piece(roads, segment);

    return ground_apart_mm(end[0], end[1], roads->profile.grid_e7);
}

uint32_t roads_node_piece(const struct roads *roads, uint32_t node)
{
    const uint32_t *first = roads->first_node;
    uint32_t count = roads->piece_count;

    /* Halves without a branch: callers look up many. */
    while (count > 1) {
        uint32_t half = count / 2;

        first = first[half] <= node ? first + half : first;
        count -= half;
    }
    return (uint32_t)(first - roads->first_node);
}

uint64_t roads_piece_mm(const struct roads *roads, uint32_t piece)
{
    uint64_t length_mm = 0;
    uint32_t first, end;

    piece_segments(roads, piece, &first, &end);
    for (uint32_t s = first; s < end; s++)
        length_mm += roads_segment_mm(roads, s);
    return length_mm;
}

uint32_t roads_find_node(const struct roads *roads, int64_t id,
                         uint32_t *ret_first)
{
    uint32_t first =
        key_lower_bound(roads->node_id, roads->node_by_id, roads->node_count,
                        KEY_SIGNED, (uint64_t)id);
    uint32_t end = first;

    while (end < roads->node_count &&
           roads->node_id[roads->node_by_id[end]] == id)
        end++;
    *ret_first = first;
    return end - first;
}

uint32_t roads_find_states(const struct roads *roads, uint32_t edge,
                           uint32_t *ret_first)
{
    uint32_t first = (uint32_t)array_lower_bound(
        roads->state_edge, sizeof(uint32_t), 0, roads->state_count, edge);
    uint32_t end = first;

    while (end < roads->state_count && roads->state_edge[end] == edge)
        end++;
    *ret_first = first;
    return end - first;
}
