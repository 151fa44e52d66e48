/* instruction: turns, forks, ends of roads.
 *
 * Taking the obvious road needs no instruction unless its name or mode changes.
 * Otherwise roads that part make a fork, and the angle of the turn decides the
 * rest. */
#include "core/service/guidance/instruction.h"

#include <math.h>

/* Degrees. */
#define NARROW 40.0f
#define GROUP  60.0f
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
    return instruction_announced(plain_type(crossing, road),
                                 modifier_of_turn(crossing->road[road].turn));
}

/* A street that crosses from one side to the other. */
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

/* Whether the edge is long enough that an angle is not part of a bend. */
static bool is_long(const struct roads *roads, uint32_t edge)
{
    return ground_apart_m(roads->node_position[edge_first_node(roads, edge)],
                          roads->node_position[edge_last_node(roads, edge)]) >
           60;
}

static struct instruction into_street(const struct crossing *crossing,
                                      size_t road, bool mode_changes)
{
    const struct crossing_road *to = &crossing->road[road];
    enum maneuver_modifier modifier = modifier_of_turn(to->turn);

    if (road_is_motorway(to->attributes))
        return instruction_announced(MANEUVER_MERGE,
                                     to->turn > 0 ? MODIFIER_SLIGHT_LEFT
                                                  : MODIFIER_SLIGHT_RIGHT);
    if (road_is_ramp(crossing->via_attributes) && road_is_ramp(to->attributes))
        return mode_changes
                   ? instruction_announced(MANEUVER_NOTIFICATION, modifier)
                   : instruction_silent(modifier);
    if (to->deviation < NARROW && is_long(crossing->roads, to->edge))
        modifier = MODIFIER_STRAIGHT;
    return instruction_announced(MANEUVER_TURN, modifier);
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
        return instruction_announced(MANEUVER_ON_RAMP, modifier);
    if (name_changes && is_through_street(crossing, road))
        return into_street(crossing, road, mode_changes);
    if (mode_changes)
        return instruction_announced(MANEUVER_NOTIFICATION, modifier);
    if (name_changes)
        return instruction_announced(MANEUVER_NEW_NAME, modifier);
    if (crossing->count == 2 &&
        to->attributes->class_bits == crossing->via_attributes->class_bits)
        instruction.kind = INSTRUCTION_NONE;
    return instruction;
}

/* ---- Forks -------------------------------------------------------------- */

/* Roads [first, last] of a crossing, two or three; last 0: no fork. */
struct fork {
    size_t first;
    size_t last;
};

/* The middle one of three. */
static struct instruction fork_middle(const struct crossing *crossing,
                                      size_t road)
{
    return crossing_name_changes(crossing, road)
               ? instruction_announced(MANEUVER_FORK, MODIFIER_STRAIGHT)
               : instruction_silent(MODIFIER_STRAIGHT);
}

struct instruction instruction_parting(const struct crossing *crossing,
                                       const size_t *roads, size_t count)
{
    bool left = crossing->out == roads[count - 1];
    size_t other = left ? roads[0] : roads[count - 1];
    enum maneuver_modifier modifier =
        left ? MODIFIER_SLIGHT_LEFT : MODIFIER_SLIGHT_RIGHT;
    const struct road_attributes *taken =
        crossing->road[crossing->out].attributes;
    bool low = road_is_minor(taken);

    if (!left && crossing->out != roads[0])
        return fork_middle(crossing, crossing->out);
    if (count > 2 || low == road_is_minor(crossing->road[other].attributes))
        return instruction_announced(MANEUVER_FORK, modifier);
    return low ? instruction_announced(MANEUVER_TURN, modifier)
               : instruction_silent(modifier);
}

/* Whether the next road outwards belongs to the same fork as this one. */
static bool fork_goes_on(const struct crossing *crossing, size_t road,
                         size_t next)
{
    if (crossing->road[next].deviation <= NARROW)
        return true;
    return crossing_angle(crossing, road, next) <= NARROW &&
           crossing->road[road].deviation <= GROUP;
}

static struct fork fork_around(const struct crossing *crossing, size_t middle)
{
    struct fork fork = {middle, middle};

    while (fork.first > 1 && fork_goes_on(crossing, fork.first, fork.first - 1))
        fork.first--;
    while (fork.last + 1 < crossing->count &&
           fork_goes_on(crossing, fork.last, fork.last + 1))
        fork.last++;
    return fork;
}

static bool stands_alone(const struct crossing *crossing, struct fork fork)
{
    size_t left = fork.last + 1 < crossing->count ? fork.last + 1 : 0;

    return crossing_angle(crossing, fork.last, left) >= GROUP &&
           crossing_angle(crossing, fork.first, fork.first - 1) >= GROUP;
}

static bool are_alike(const struct crossing *crossing, size_t a, size_t b)
{
    const struct crossing_road *first = &crossing->road[a];
    const struct crossing_road *second = &crossing->road[b];

    return first->enterable && second->enterable &&
           road_has(first->attributes, ROAD_LINK) ==
               road_has(second->attributes, ROAD_LINK) &&
           edge_mode(crossing->roads, first->edge) ==
               edge_mode(crossing->roads, second->edge) &&
           edge_mode(crossing->roads, first->edge) ==
               edge_mode(crossing->roads, crossing->via) &&
           !obvious_of_two(crossing, a, b) && !obvious_of_two(crossing, b, a);
}

static size_t straightest(const struct crossing *crossing)
{
    size_t best = 1;

    for (size_t i = 2; i < crossing->count; i++) {
        if (crossing->road[i].deviation < crossing->road[best].deviation)
            best = i;
    }
    return best;
}

/* Roads of one kind, more or less straight on, apart from all others. */
static struct fork fork_find(const struct crossing *crossing)
{
    const struct fork none = {0, 0};
    size_t middle = straightest(crossing);
    struct fork fork = fork_around(crossing, middle);

    if (crossing->road[middle].deviation > NARROW || fork.first == fork.last ||
        fork.last - fork.first > 2 || !stands_alone(crossing, fork))
        return none;
    for (size_t i = fork.first; i < fork.last; i++) {
        if (!are_alike(crossing, i, i + 1))
            return none;
    }
    return fork;
}

static bool fork_has(struct fork fork, size_t road)
{
    return fork.last && fork.first <= road && road <= fork.last;
}

/* The instruction for taking one of the fork's roads. */
static struct instruction instruction_at_fork(const struct crossing *crossing,
                                              struct fork fork)
{
    size_t roads[3] = {fork.first, fork.first + 1, fork.last};
    size_t count = fork.last - fork.first + 1;

    if (count == 2)
        roads[1] = fork.last;
    return instruction_parting(crossing, roads, count);
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

/* The road ends at another that goes right and left. */
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

    return instruction_announced(ramp ? MANEUVER_ON_RAMP : MANEUVER_END_OF_ROAD,
                                 modifier);
}

/* A turn beside the obvious road, which must not sound straight. */
static struct instruction beside_obvious(const struct crossing *crossing)
{
    struct instruction turn = instruction_plain(crossing, crossing->out);

    if (modifier_of_turn(crossing->road[1].turn) == MODIFIER_STRAIGHT &&
        modifier_of_turn(crossing->road[2].turn) == MODIFIER_STRAIGHT)
        turn.modifier =
            crossing->out == 1 ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT;
    return turn;
}

/* The traveller's own road, from which a slip road forks off; 0: it does not.
 */
static size_t beside_slip(const struct crossing *crossing,
                          struct compass *compass, struct fork fork)
{
    if (!fork.last)
        return 0;
    if (crossing_is_slip(crossing, compass, fork.first))
        return fork.last;
    return crossing_is_slip(crossing, compass, fork.last) ? fork.first : 0;
}

/* A fork, or a slip road beside the traveller's own road: who stays on that
 * only hears of it where it bends. */
static struct instruction fork_of_three(const struct crossing *crossing,
                                        struct compass *compass,
                                        struct fork fork)
{
    size_t main = beside_slip(crossing, compass, fork);
    struct instruction plain = instruction_plain(crossing, crossing->out);

    if (!main)
        return instruction_at_fork(crossing, fork);
    if (main != crossing->out)
        return beside_obvious(crossing);
    return plain.type == MANEUVER_CONTINUE &&
                   plain.modifier != MODIFIER_STRAIGHT
               ? plain
               : instruction_obvious(crossing, main);
}

static struct instruction turn_of_three(const struct crossing *crossing,
                                        struct compass *compass)
{
    size_t obvious = obvious_road(crossing);
    struct fork fork = {0, 0};

    if (!obvious || all_links(crossing))
        fork = fork_find(crossing);
    if (fork.last)
        return obvious ? instruction_at_fork(crossing, fork)
                       : fork_of_three(crossing, compass, fork);
    if (!obvious && is_end_of_road(crossing))
        return end_road(crossing);
    if (obvious == crossing->out)
        return instruction_obvious(crossing, crossing->out);
    return obvious ? beside_obvious(crossing)
                   : instruction_plain(crossing, crossing->out);
}

/* ---- Four and more ------------------------------------------------------ */

/* The next enterable road around that would get the same modifier, in direction
 * `step`; 0: none. */
static size_t same_modifier(const struct crossing *crossing, size_t road,
                            int step)
{
    enum maneuver_modifier modifier =
        modifier_of_turn(crossing->road[road].turn);

    for (size_t i = road + (size_t)step; i > 0 && i < crossing->count;
         i += (size_t)step) {
        if (crossing->road[i].enterable)
            return modifier_of_turn(crossing->road[i].turn) == modifier ? i : 0;
    }
    return 0;
}

/* Distinct modifiers for two roads to the right that would have the same: the
 * one at an exact right angle keeps it. */
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

static enum maneuver_modifier own_modifier(const struct crossing *crossing,
                                           size_t road)
{
    float turn = crossing->road[road].turn;
    enum maneuver_modifier modifier = modifier_of_turn(turn);
    size_t right = same_modifier(crossing, road, -1);
    size_t left = same_modifier(crossing, road, 1);
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
    return instruction_announced(plain_type(crossing, crossing->out),
                                 own_modifier(crossing, crossing->out));
}

/* What leads straight on beside the obvious road, which does so too, leads a
 * little to one side of it. */
static struct instruction turn_beside(const struct crossing *crossing,
                                      size_t obvious)
{
    struct instruction turn = turn_apart(crossing);

    if (turn.modifier == MODIFIER_STRAIGHT &&
        modifier_of_turn(crossing->road[obvious].turn) == MODIFIER_STRAIGHT)
        turn.modifier = crossing->out < obvious ? MODIFIER_SLIGHT_RIGHT
                                                : MODIFIER_SLIGHT_LEFT;
    return turn;
}

static struct instruction turn_of_many(const struct crossing *crossing)
{
    size_t obvious = obvious_road(crossing);
    struct fork fork;

    if (obvious == crossing->out)
        return instruction_obvious(crossing, obvious);
    if (obvious)
        return turn_beside(crossing, obvious);
    fork = fork_find(crossing);
    return fork_has(fork, crossing->out) ? instruction_at_fork(crossing, fork)
                                         : turn_apart(crossing);
}

/* Turns, forks, ends of roads: neither motorways nor roundabouts. */
static struct instruction at_common_roads(const struct crossing *crossing,
                                          struct compass *compass)
{
    if (crossing->count == 2)
        return instruction_obvious(crossing, crossing->out);
    if (crossing->count == 3)
        return turn_of_three(crossing, compass);
    return turn_of_many(crossing);
}

/* ---- All ---------------------------------------------------------------- */

/* Ferries and trains pass junctions that do not concern their passengers. */
static bool is_carried(const struct crossing *crossing)
{
    enum travel_mode mode = edge_mode(crossing->roads, crossing->via);

    if (mode != MODE_FERRY && mode != MODE_TRAIN)
        return false;
    for (size_t i = 1; i < crossing->count; i++) {
        if (edge_mode(crossing->roads, crossing->road[i].edge) != mode)
            return false;
    }
    return crossing->count > 1 && crossing->out;
}

static struct instruction turn_back(const struct crossing *crossing)
{
    bool goes_on = crossing->count == 1 || crossing->road[0].attributes->name;

    return instruction_announced(goes_on ? MANEUVER_CONTINUE : MANEUVER_TURN,
                                 MODIFIER_UTURN);
}

/* Leaving a motorway has another name than entering one. */
static struct instruction name_ramp(const struct crossing *crossing,
                                    struct instruction instruction)
{
    if (instruction.type == MANEUVER_ON_RAMP &&
        road_is_motorway(crossing->via_attributes))
        instruction.type = MANEUVER_OFF_RAMP;
    return instruction;
}

/* Where only yards meet the traveller's own road there is no junction. */
static bool passes_yards(const struct crossing *crossing)
{
    const struct crossing_road *out = &crossing->road[crossing->out];

    return only_road(crossing) == crossing->out &&
           !crossing_name_changes(crossing, crossing->out) &&
           out->attributes->flags == crossing->via_attributes->flags &&
           out->attributes->class_bits ==
               crossing->via_attributes->class_bits &&
           edge_mode(crossing->roads, out->edge) ==
               edge_mode(crossing->roads, crossing->via);
}

struct instruction instruction_at(const struct crossing *crossing,
                                  struct compass *compass)
{
    struct instruction instruction;

    if (!crossing->out)
        return turn_back(crossing);
    if (passes_yards(crossing))
        return (struct instruction){.kind = INSTRUCTION_NONE};
    if (is_carried(crossing))
        return instruction_silent(
            modifier_of_turn(crossing->road[crossing->out].turn));
    if (!instruction_motorway(crossing, &instruction))
        instruction = at_common_roads(crossing, compass);
    return name_ramp(crossing, instruction);
}
