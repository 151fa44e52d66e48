/* lanes: matches arrows with the directions of roads. */
#include "core/service/guidance/lanes.h"

#include <math.h>
#include <string.h>

/* An arrow farther from a road's direction than this does not belong to it. */
#define SUITS_WITHIN 89.0f

const char *lane_arrow_read(const char *text, struct lane_arrow *ret_arrow)
{
    size_t length = strcspn(text, ";|");

    ret_arrow->text = length ? text : "none";
    ret_arrow->length = length ? length : 4;
    ret_arrow->ends_lane = text[length] != ';';
    ret_arrow->ends = !text[length];
    return text + length + !ret_arrow->ends;
}

static bool arrow_is(const struct lane_arrow *arrow, const char *word)
{
    return strlen(word) == arrow->length &&
           !memcmp(word, arrow->text, arrow->length);
}

/* The direction of an arrow, as a turn. */
static float arrow_turn(const struct lane_arrow *arrow)
{
    static const struct {
        const char *word;
        float turn;
    } words[] = {
        {"left", -90},     {"slight_left", -45},  {"sharp_left", -135},
        {"right", 90},     {"slight_right", 45},  {"sharp_right", 135},
        {"reverse", -180}, {"merge_to_left", -5}, {"merge_to_right", 5},
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (arrow_is(arrow, words[i].word))
            return words[i].turn;
    }
    return 0;
}

/* Measured both ways around: a u-turn may keep to either side. */
static float misfit(const struct lane_arrow *arrow, float turn)
{
    float off = fabsf(arrow_turn(arrow) - turn);

    return off > 180 ? 360 - off : off;
}

/* The difference between an arrow and the road taken; 360 if another road fits
 * the arrow better. */
static float misfit_out(const struct lane_arrow *arrow, const float *turn,
                        size_t count, size_t out)
{
    float off = misfit(arrow, turn[out]);

    for (size_t i = 0; i < count; i++) {
        if (misfit(arrow, turn[i]) < off)
            return 360;
    }
    return off;
}

static float least_misfit(const char *lanes, const float *turn, size_t count,
                          size_t out)
{
    struct lane_arrow arrow;
    float least = 360;

    do {
        lanes = lane_arrow_read(lanes, &arrow);
        least = fminf(least, misfit_out(&arrow, turn, count, out));
    } while (!arrow.ends);
    return least;
}

uint16_t lanes_for_roads(const char *lanes, const float *turn, size_t count,
                         size_t out)
{
    float least = least_misfit(lanes, turn, count, out);
    struct lane_arrow arrow;
    uint16_t valid = 0;
    unsigned lane = 0;

    if (least > SUITS_WITHIN)
        return 0;
    do {
        lanes = lane_arrow_read(lanes, &arrow);
        if (lane < LANES_MAX &&
            misfit_out(&arrow, turn, count, out) <= least + 0.01f)
            valid |= (uint16_t)(1u << lane);
        lane += arrow.ends_lane;
    } while (!arrow.ends);
    return lane <= LANES_MAX ? valid : 0;
}
