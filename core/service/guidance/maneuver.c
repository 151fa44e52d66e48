/* maneuver: what maneuvers are called. */
#include "core/service/guidance/guidance.h"

const char *maneuver_type_name(enum maneuver_type type)
{
    static const char *const names[MANEUVER_TYPE_COUNT] = {
        [MANEUVER_DEPART] = "depart",
        [MANEUVER_ARRIVE] = "arrive",
        [MANEUVER_TURN] = "turn",
        [MANEUVER_CONTINUE] = "continue",
        [MANEUVER_NEW_NAME] = "new name",
        [MANEUVER_MERGE] = "merge",
        [MANEUVER_ON_RAMP] = "on ramp",
        [MANEUVER_OFF_RAMP] = "off ramp",
        [MANEUVER_FORK] = "fork",
        [MANEUVER_END_OF_ROAD] = "end of road",
        [MANEUVER_NOTIFICATION] = "notification",
        [MANEUVER_ROUNDABOUT] = "roundabout",
        [MANEUVER_EXIT_ROUNDABOUT] = "exit roundabout",
        [MANEUVER_ROTARY] = "rotary",
        [MANEUVER_EXIT_ROTARY] = "exit rotary",
        [MANEUVER_ROUNDABOUT_TURN] = "roundabout turn",
    };

    return names[type];
}

const char *maneuver_modifier_name(enum maneuver_modifier modifier)
{
    static const char *const names[MODIFIER_COUNT] = {
        [MODIFIER_UTURN] = "uturn",
        [MODIFIER_SHARP_RIGHT] = "sharp right",
        [MODIFIER_RIGHT] = "right",
        [MODIFIER_SLIGHT_RIGHT] = "slight right",
        [MODIFIER_STRAIGHT] = "straight",
        [MODIFIER_SLIGHT_LEFT] = "slight left",
        [MODIFIER_LEFT] = "left",
        [MODIFIER_SHARP_LEFT] = "sharp left",
    };

    return names[modifier];
}
