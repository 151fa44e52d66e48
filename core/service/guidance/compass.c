/* compass: which way roads lead. */
#include "core/service/guidance/compass.h"

#include <math.h>
#include <stdlib.h>

#define DEGREES (180 / 3.14159265358979323846)

enum { SAME_LATITUDE_E7 = 20000 };

static void look_up(struct compass *compass, int32_t lat_e7)
{
    if (compass->ground.north_m > 0 &&
        llabs((int64_t)lat_e7 - compass->lat_e7) < SAME_LATITUDE_E7)
        return;
    compass->lat_e7 = lat_e7;
    compass->ground = ground_at(lat_e7);
}

/* Metres from one to the other. */
struct offset {
    float east;
    float north;
};

static struct offset offset_of(const struct compass *compass,
                               struct position from, struct position to)
{
    return (struct offset){
        (float)((double)lon_e7_apart(from.lon_e7, to.lon_e7) *
                compass->ground.east_m),
        (float)(((double)to.lat_e7 - from.lat_e7) * compass->ground.north_m),
    };
}

static float offset_bearing(struct offset offset)
{
    float bearing = atan2f(offset.east, offset.north) * (float)DEGREES;

    bearing += bearing < 0 ? 360 : 0;
    return bearing < 360 ? bearing : 0;
}

float compass_bearing(struct compass *compass, struct position from,
                      struct position to)
{
    look_up(compass, from.lat_e7);
    return offset_bearing(offset_of(compass, from, to));
}

float compass_edge_bearing(struct compass *compass, const struct roads *roads,
                           uint32_t edge)
{
    const struct position *at =
        &roads->node_position[edge_first_place(roads, edge)];
    int direction = edge_is_forward(edge) ? 1 : -1;
    uint32_t piece = edge_piece(edge);
    uint32_t nodes = roads->first_node[piece + 1] - roads->first_node[piece];
    struct offset sum = {0, 0};
    float left_m = (float)COMPASS_SIGHT_M;

    look_up(compass, at->lat_e7);
    for (uint32_t i = 1; i < nodes && left_m > 0; i++, at += direction) {
        struct offset step = offset_of(compass, at[0], at[direction]);
        float length_m = sqrtf(step.east * step.east + step.north * step.north);
        float share = length_m > left_m ? left_m / length_m : 1;

        sum.east += step.east * share;
        sum.north += step.north * share;
        left_m -= length_m;
    }
    return offset_bearing(sum);
}

float bearing_turn(float from, float to)
{
    float turn = to - from;

    if (turn > 180)
        return turn - 360;
    return turn <= -180 ? turn + 360 : turn;
}

float bearing_reverse(float bearing)
{
    return bearing < 180 ? bearing + 180 : bearing - 180;
}

uint16_t bearing_round(float bearing)
{
    return (uint16_t)(lrintf(bearing) % 360);
}

enum maneuver_modifier modifier_of_turn(float turn)
{
    float size = fabsf(turn);

    if (size <= 20)
        return MODIFIER_STRAIGHT;
    if (size > 179.99f)
        return MODIFIER_UTURN;
    if (size <= 40)
        return turn > 0 ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT;
    if (size <= 120)
        return turn > 0 ? MODIFIER_RIGHT : MODIFIER_LEFT;
    return turn > 0 ? MODIFIER_SHARP_RIGHT : MODIFIER_SHARP_LEFT;
}

enum maneuver_modifier modifier_mirror(enum maneuver_modifier modifier)
{
    if (modifier < MODIFIER_SHARP_RIGHT)
        return modifier;
    return (enum maneuver_modifier)(MODIFIER_SHARP_RIGHT + MODIFIER_SHARP_LEFT -
                                    modifier);
}

int modifier_side(enum maneuver_modifier modifier)
{
    if (modifier < MODIFIER_SHARP_RIGHT || modifier == MODIFIER_STRAIGHT)
        return 0;
    return modifier < MODIFIER_STRAIGHT ? 1 : -1;
}
