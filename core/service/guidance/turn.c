/* turn: instructions at junctions of common roads. */
#include <math.h>

#include "core/service/guidance/fork.h"
#include "core/service/guidance/obvious.h"

/* Degrees. */
#define NARROW 40.0f
#define FUZZY  25.0f
#define EXACT  3.0f

/* ---- One road ----------------------------------------------------------- */

static enum maneuver_type plain_type(const struct crossing *crossing,
                                     size_t road)
{
    if (!road_is_ramp(crossing->via_attributes) &&
        road_is_ramp(crossing->road[road].attributes))
        return MANEUVER_ON_RAMP;
    return crossing_name_stays(crossing, road) ? MANEUVER_CONTINUE
                                               : MANEUVER_TURN;
}

struct instruction instruction_plain(const struct crossing *crossing,
                                     size_t road)
{
    return instruction_told(plain_type(crossing, road),
                            modifier_of_turn(crossing->road[road].turn));
}

/* A street that comes from one side and goes on to the other. */
static bool is_through_street(const struct crossing *crossing, size_t road)
{
    const struct road_attributes *street = crossing->road[road].attributes;

    if (!street->name && !street->ref)
        return false;
    for (size_t i = 1; i < crossing->count; i++) {
        const struct road_attributes *other = crossing->road[i].attributes;

        if (i != road && crossing_angle(crossing, i, road) > 180 - FUZZY &&
            other->name == street->name && other->ref == street->ref &&
            other->priority == street->priority)
            return true;
    }
    return false;
}

/* Whether it goes on for a while, so that an angle is no part of a bend. */
static bool is_long(const struct roads *roads, uint32_t edge)
{
    return ground_apart_m(roads->node_position[edge_first_place(roads, edge)],
                          roads->node_position[edge_last_place(roads, edge)]) >
           60;
}

static struct instruction into_street(const struct crossing *crossing,
                                      size_t road, bool mode_changes)
{
    const struct crossing_road *to = &crossing->road[road];
    enum maneuver_modifier modifier = modifier_of_turn(to->turn);

    if (road_is_motorway(to->attributes))
        return instruction_told(MANEUVER_MERGE, to->turn > 0
                                                    ? MODIFIER_SLIGHT_LEFT
                                                    : MODIFIER_SLIGHT_RIGHT);
    if (road_is_ramp(crossing->via_attributes) && road_is_ramp(to->attributes))
        return mode_changes ? instruction_told(MANEUVER_NOTIFICATION, modifier)
                            : instruction_silent(modifier);
    if (to->deviation < NARROW && is_long(crossing->roads, to->edge))
        modifier = MODIFIER_STRAIGHT;
    return instruction_told(MANEUVER_TURN, modifier);
}

struct instruction instruction_obvious(const struct crossing *crossing,
                                       size_t road)
{
    const struct crossing_road *to = &crossing->road[road];
    enum maneuver_modifier modifier = modifier_of_turn(to->turn);
    bool mode_changes = edge_mode(crossing->roads, to->edge) !=
                        edge_mode(crossing->roads, crossing->via);
    bool name_changes = crossing_name_changes(crossing, road);
    struct instruction instruction = instruction_silent(modifier);

    if (plain_type(crossing, road) == MANEUVER_ON_RAMP)
        return instruction_told(MANEUVER_ON_RAMP, modifier);
    if (name_changes && is_through_street(crossing, road))
        return into_street(crossing, road, mode_changes);
    if (mode_changes)
        return instruction_told(MANEUVER_NOTIFICATION, modifier);
    if (name_changes)
        return instruction_told(MANEUVER_NEW_NAME, modifier);
    if (crossing->count == 2 &&
        to->attributes->class_bits == crossing->via_attributes->class_bits)
        instruction.kind = INSTRUCTION_NONE;
    return instruction;
}

/* ---- Three roads -------------------------------------------------------- */

static bool all_links(const struct crossing *crossing)
{
    for (size_t i = 0; i < crossing->count; i++) {
        if (!road_has(crossing->road[i].attributes, ROAD_LINK))
            return false;
    }
    return true;
}

/* One's own ends at another that goes to the right and to the left. */
static bool is_end_of_road(const struct crossing *crossing)
{
    return fabsf(crossing->road[1].turn - 90) < NARROW &&
           fabsf(crossing->road[2].turn + 90) < NARROW &&
           crossing_angle(crossing, 1, 2) > 2 * NARROW;
}

static struct instruction end_road(const struct crossing *crossing)
{
    enum maneuver_modifier modifier =
        crossing->out == 1 ? MODIFIER_RIGHT : MODIFIER_LEFT;
    bool ramp = plain_type(crossing, crossing->out) == MANEUVER_ON_RAMP;

    return instruction_told(ramp ? MANEUVER_ON_RAMP : MANEUVER_END_OF_ROAD,
                            modifier);
}

/* A turn beside the obvious way, which is told to be no straight one. */
static struct instruction beside_obvious(const struct crossing *crossing)
{
    struct instruction turn = instruction_plain(crossing, crossing->out);

    if (modifier_of_turn(crossing->road[1].turn) == MODIFIER_STRAIGHT &&
        modifier_of_turn(crossing->road[2].turn) == MODIFIER_STRAIGHT)
        turn.modifier =
            crossing->out == 1 ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT;
    return turn;
}

static struct instruction turn_of_three(const struct crossing *crossing)
{
    size_t obvious = obvious_road(crossing);
    struct fork fork = {0, 0};

    if (!obvious || all_links(crossing))
        fork = fork_find(crossing);
    if (fork.last)
        return instruction_at_fork(crossing, fork);
    if (!obvious && is_end_of_road(crossing))
        return end_road(crossing);
    if (obvious == crossing->out)
        return instruction_obvious(crossing, crossing->out);
    return obvious ? beside_obvious(crossing)
                   : instruction_plain(crossing, crossing->out);
}

/* ---- Four and more ------------------------------------------------------ */

/* The next road around that may be left by and would be told alike, looking by
 * `step`; 0: none. */
static size_t told_alike(const struct crossing *crossing, size_t road, int step)
{
    enum maneuver_modifier modifier =
        modifier_of_turn(crossing->road[road].turn);

    for (size_t i = road + (size_t)step; i > 0 && i < crossing->count;
         i += (size_t)step) {
        if (crossing->road[i].entry)
            return modifier_of_turn(crossing->road[i].turn) == modifier ? i : 0;
    }
    return 0;
}

/* What two roads to the right are called that both would be the same: the one
 * that is exactly to the right stays that. */
static enum maneuver_modifier part_right(float mine, float other)
{
    bool outer = mine > other; /* farther from straight on */
    float inner_turn = outer ? other : mine;
    float outer_turn = outer ? mine : other;

    if (fabsf(inner_turn - 90) < EXACT)
        return outer ? MODIFIER_SHARP_RIGHT : MODIFIER_RIGHT;
    if (fabsf(outer_turn - 90) < EXACT || outer_turn < 90)
        return outer ? MODIFIER_RIGHT : MODIFIER_SLIGHT_RIGHT;
    if (inner_turn > 90)
        return outer ? MODIFIER_SHARP_RIGHT : MODIFIER_RIGHT;
    return outer ? MODIFIER_RIGHT : MODIFIER_SLIGHT_RIGHT;
}

static enum maneuver_modifier told_apart(const struct crossing *crossing,
                                         size_t road)
{
    float turn = crossing->road[road].turn;
    enum maneuver_modifier modifier = modifier_of_turn(turn);
    size_t right = told_alike(crossing, road, -1);
    size_t left = told_alike(crossing, road, 1);
    size_t other = right ? right : left;

    if ((modifier != MODIFIER_RIGHT && modifier != MODIFIER_LEFT) ||
        !!right == !!left || crossing->road[other].turn == turn)
        return modifier;
    if (turn > 0)
        return part_right(turn, crossing->road[other].turn);
    return modifier_mirror(part_right(-turn, -crossing->road[other].turn));
}

static struct instruction turn_apart(const struct crossing *crossing)
{
    return instruction_told(plain_type(crossing, crossing->out),
                            told_apart(crossing, crossing->out));
}

static struct instruction turn_of_many(const struct crossing *crossing)
{
    size_t obvious = obvious_road(crossing);
    struct fork fork;

    if (obvious == crossing->out)
        return instruction_obvious(crossing, obvious);
    if (obvious)
        return turn_apart(crossing);
    fork = fork_find(crossing);
    return fork_has(fork, crossing->out) ? instruction_at_fork(crossing, fork)
                                         : turn_apart(crossing);
}

struct instruction instruction_turn(const struct crossing *crossing)
{
    if (crossing->count == 2)
        return instruction_obvious(crossing, crossing->out);
    if (crossing->count == 3)
        return turn_of_three(crossing);
    return turn_of_many(crossing);
}
