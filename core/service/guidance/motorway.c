/* motorway: instructions where motorways and their ramps meet. */
#include "core/service/guidance/instruction.h"

/* Where common roads meet, or one turns, it is a junction as others are. */
static bool is_about_motorways(const struct crossing *crossing)
{
    bool from = road_is_motorway(crossing->via_attributes);
    bool to = false;

    for (size_t i = 0; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];
        bool ramp = from ? road_has(road->attributes, ROAD_LINK)
                         : road_is_ramp(road->attributes);

        if (road->entry && road->deviation > 60)
            return false;
        if (road_is_motorway(road->attributes))
            to |= road->entry;
        else if (!ramp)
            return false;
    }
    return from || to;
}

static bool is_way_on(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].entry &&
           road_is_motorway(crossing->road[road].attributes);
}

/* The motorway's own continuation: what is called the same, or else lies most
 * straight on; 0: it ends. */
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

/* Roads that suit, from the right to the left; returns how many, lists three at
 * most. */
static size_t list_roads(const struct crossing *crossing, bool motorways,
                         size_t list[3])
{
    size_t count = 0;

    for (size_t i = 1; i < crossing->count; i++) {
        if (motorways ? !is_way_on(crossing, i) : !crossing->road[i].entry)
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
        return instruction_fork(crossing, list, count);
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
    return instruction_told(ramp ? MANEUVER_OFF_RAMP : MANEUVER_TURN, modifier);
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
        motorways == crossing_entries(crossing))
        return instruction_fork(crossing, list, motorways);
    if (crossing->out == continues || crossing->count == 2)
        return instruction_obvious(crossing, crossing->out);
    return leave(crossing, continues);
}

/* A motorway whose traffic comes from the one side is merged into from the
 * other. */
static struct instruction merge(const struct crossing *crossing)
{
    bool traffic_left = false;

    for (size_t i = 1; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];

        if (!road->entry && road_is_motorway(road->attributes))
            traffic_left |= i > crossing->out;
    }
    return instruction_told(MANEUVER_MERGE, traffic_left
                                                ? MODIFIER_SLIGHT_LEFT
                                                : MODIFIER_SLIGHT_RIGHT);
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
    if (count == 2 || count == 3)
        return instruction_fork(crossing, list, count);
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
