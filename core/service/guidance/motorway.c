/* motorway: going along motorways, entering and leaving them. */
#include "core/service/guidance/instruction.h"

/* False where common roads meet, or one turns: an ordinary junction. */
static bool is_about_motorways(const struct crossing *crossing)
{
    bool from = road_is_motorway(crossing->via_attributes);
    bool to = false;

    for (size_t i = 0; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];
        bool ramp = from ? road_has(road->attributes, ROAD_LINK)
                         : road_is_ramp(road->attributes);

        if (road->enterable && road->deviation > 60)
            return false;
        if (road_is_motorway(road->attributes))
            to |= road->enterable;
        else if (!ramp)
            return false;
    }
    return from || to;
}

static bool is_way_on(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].enterable &&
           road_is_motorway(crossing->road[road].attributes);
}

/* The motorway's continuation: the road of the same name, or else the
 * straightest; 0: it ends. */
static size_t continuation(const struct crossing *crossing)
{
    size_t best = 0;

    for (size_t i = 1; i < crossing->count; i++) {
        if (is_way_on(crossing, i) && crossing_name_stays(crossing, i))
            return i;
    }
    for (size_t i = 1; i < crossing->count; i++) {
        if (is_way_on(crossing, i) &&
            (!best ||
             crossing->road[i].deviation < crossing->road[best].deviation))
            best = i;
    }
    return best;
}

/* Lists suitable roads from right to left, at most three; returns how many
 * suit. */
static size_t list_roads(const struct crossing *crossing, bool motorways,
                         size_t list[3])
{
    size_t count = 0;

    for (size_t i = 1; i < crossing->count; i++) {
        if (motorways ? !is_way_on(crossing, i) : !crossing->road[i].enterable)
            continue;
        if (count < 3)
            list[count] = i;
        count++;
    }
    return count;
}

static struct instruction end_of_motorway(const struct crossing *crossing)
{
    size_t list[3];
    size_t count = list_roads(crossing, false, list);
    struct instruction on = instruction_silent(
        modifier_of_turn(crossing->road[crossing->out].turn));

    if (count == 2 || count == 3)
        return instruction_parting(crossing, list, count);
    on.kind = count == 1 ? INSTRUCTION_NONE : INSTRUCTION_SILENT;
    return on;
}

static struct instruction leave(const struct crossing *crossing,
                                size_t continues)
{
    const struct crossing_road *road = &crossing->road[crossing->out];
    bool right = crossing->out < continues;
    bool ramp = road_has(road->attributes, ROAD_LINK);
    enum maneuver_modifier modifier =
        right ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT;

    if (right && road->turn > 35)
        modifier = MODIFIER_RIGHT;
    if (!right && road->turn < -35)
        modifier = MODIFIER_LEFT;
    return instruction_announced(ramp ? MANEUVER_OFF_RAMP : MANEUVER_TURN,
                                 modifier);
}

static struct instruction from_motorway(const struct crossing *crossing)
{
    size_t continues = continuation(crossing);
    size_t list[3];
    size_t motorways = list_roads(crossing, true, list);

    if (!continues)
        return end_of_motorway(crossing);
    if (!motorways)
        return instruction_silent(
            modifier_of_turn(crossing->road[crossing->out].turn));
    if ((motorways == 2 || motorways == 3) &&
        motorways == crossing_enterable(crossing))
        return instruction_parting(crossing, list, motorways);
    if (crossing->out == continues || crossing->count == 2)
        return instruction_obvious(crossing, crossing->out);
    return leave(crossing, continues);
}

/* The modifier points to the side that the motorway's traffic comes from. */
static struct instruction merge(const struct crossing *crossing)
{
    bool traffic_left = false;

    for (size_t i = 1; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];

        if (!road->enterable && road_is_motorway(road->attributes))
            traffic_left |= i > crossing->out;
    }
    return instruction_announced(MANEUVER_MERGE, traffic_left
                                                     ? MODIFIER_SLIGHT_LEFT
                                                     : MODIFIER_SLIGHT_RIGHT);
}

/* A ramp that leaves the motorway where the traveller's enters it. */
static struct instruction off_again(const struct crossing *crossing, bool right)
{
    const struct crossing_road *out = &crossing->road[crossing->out];

    return instruction_announced(
        road_has(out->attributes, ROAD_LINK) ? MANEUVER_OFF_RAMP
                                             : MANEUVER_TURN,
        right ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT);
}

static struct instruction from_ramp(const struct crossing *crossing)
{
    size_t list[3];
    size_t count = list_roads(crossing, false, list);
    const struct crossing_road *out = &crossing->road[crossing->out];

    if (crossing->count == 2)
        return instruction_obvious(crossing, crossing->out);
    if (count == 1 && road_is_motorway(out->attributes))
        return merge(crossing);
    if (count == 1)
        return instruction_obvious(crossing, crossing->out);
    if (count == 2 && road_is_motorway(crossing->road[list[0]].attributes) !=
                          road_is_motorway(crossing->road[list[1]].attributes))
        return road_is_motorway(out->attributes)
                   ? merge(crossing)
                   : off_again(crossing, list[0] == crossing->out);
    if (count == 2 || count == 3)
        return instruction_parting(crossing, list, count);
    return instruction_plain(crossing, crossing->out);
}

bool instruction_motorway(const struct crossing *crossing,
                          struct instruction *ret_instruction)
{
    if (!is_about_motorways(crossing))
        return false;
    *ret_instruction = road_is_motorway(crossing->via_attributes)
                           ? from_motorway(crossing)
                           : from_ramp(crossing);
    return true;
}
