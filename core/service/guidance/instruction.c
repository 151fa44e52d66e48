/* instruction: what is to be done at a junction, seen for itself. */
#include "core/service/guidance/instruction.h"

/* Ferries and trains pass junctions that are no business of who sits in them.
 */
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

    return instruction_told(goes_on ? MANEUVER_CONTINUE : MANEUVER_TURN,
                            MODIFIER_UTURN);
}

/* Leaving a motorway is another thing than entering one. */
static struct instruction name_ramp(const struct crossing *crossing,
                                    struct instruction instruction)
{
    if (instruction.type == MANEUVER_ON_RAMP &&
        road_is_motorway(crossing->via_attributes))
        instruction.type = MANEUVER_OFF_RAMP;
    return instruction;
}

struct instruction instruction_at(const struct crossing *crossing)
{
    struct instruction instruction;

    if (!crossing->out)
        return turn_back(crossing);
    if (is_carried(crossing))
        return instruction_silent(
            modifier_of_turn(crossing->road[crossing->out].turn));
    if (!instruction_motorway(crossing, &instruction))
        instruction = instruction_turn(crossing);
    return name_ramp(crossing, instruction);
}
