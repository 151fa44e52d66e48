/* profile_turns: what turning costs. */
#include <math.h>

#include "core/graph/profile/profile_data.h"

/* 0 straight on, half of all at a right angle, all for turning back; smooth. */
static double share_of_turn(double angle_deg)
{
    double half = sin(angle_deg * (M_PI / 360));

    return half * half;
}

/* Where there are but two roads, one follows the other's bend. */
static double angle_seconds(const struct turn_settings *settings,
                            const struct turn *turn)
{
    bool left = turn->from->flags & ROAD_DRIVES_LEFT;
    bool across = left ? turn->angle_deg > 0 : turn->angle_deg < 0;

    if (turn->roads <= 2)
        return 0;
    return share_of_turn(turn->angle_deg) *
           (across ? settings->across_s : settings->near_s);
}

/* Of who must wait for those on the greater road. */
static double rank_seconds(const struct turn_settings *settings,
                           const struct turn *turn)
{
    int steps = turn->from->priority - turn->to->priority;

    if (steps <= 0 || turn->roads <= 2)
        return 0;
    return fmin(steps * settings->rank_step_s, settings->rank_max_s);
}

static bool may_turn_back(const struct turn_settings *settings,
                          const struct turn *turn)
{
    bool dead_end = turn->dead_end || (turn->has_node && turn->node.blocked);

    return settings->u_turn_at == U_TURN_ANYWHERE ||
           (settings->u_turn_at == U_TURN_DEAD_ENDS && dead_end);
}

static bool may_turn(const struct turn_settings *settings,
                     const struct turn *turn)
{
    if (turn->turns_back)
        return may_turn_back(settings, turn);
    return fabs(turn->angle_deg) <= settings->sharpest_deg &&
           !(turn->has_node && turn->node.blocked);
}

bool profile_turn(const struct profile *profile, const struct turn *turn,
                  struct turn_rules *ret_rules)
{
    const struct turn_settings *settings = &profile->turns[turn->layer];
    double seconds;

    if (!may_turn(settings, turn))
        return false;
    seconds = turn->turns_back ? settings->u_turn_s
                               : angle_seconds(settings, turn) +
                                     rank_seconds(settings, turn);
    ret_rules->duration_s = seconds;
    ret_rules->weight_s = seconds;
    if (turn->has_node) {
        ret_rules->duration_s += turn->node.duration_s[0];
        ret_rules->weight_s += turn->node.weight_s[0];
    }
    if (~turn->from->flags & turn->to->flags & ROAD_RESTRICTED)
        ret_rules->weight_s += profile->restricted.enter_s;
    return true;
}

bool profile_asks_for_dead_ends(const struct profile *profile)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if (profile->turns[layer].u_turn_at == U_TURN_DEAD_ENDS)
            return true;
    }
    return false;
}

bool profile_turns_are_free(const struct profile *profile,
                            enum road_layer layer)
{
    const struct turn_settings *turns = &profile->turns[layer];

    return turns->near_s <= 0 && turns->across_s <= 0 && turns->u_turn_s <= 0 &&
           turns->u_turn_at == U_TURN_ANYWHERE &&
           turns->rank_step_s * turns->rank_max_s <= 0 &&
           turns->sharpest_deg >= 180 && profile->restricted.enter_s <= 0;
}
