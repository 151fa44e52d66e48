/* guidance: what to tell who travels a route: where to turn, and into which
 * road. Start reading core/service/guidance/ here.
 *
 * A leg becomes steps. Each begins with a maneuver, leads along one road as
 * people see it, and ends where the next begins; the first maneuver is to
 * depart, the last step has no length and is to arrive. Between them a step is
 * told where there is something to be done, or where the road's name changes;
 * going on along the obvious way is not told.
 *
 * Types, modifiers and their meaning are those of OSRM's HTTP API, v5, which
 * turn-by-turn clients and translations are written for. */
#ifndef RELAXD_SERVICE_GUIDANCE_GUIDANCE_H
#define RELAXD_SERVICE_GUIDANCE_GUIDANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/service/route_question.h"

enum maneuver_type {
    MANEUVER_DEPART,
    MANEUVER_ARRIVE,
    MANEUVER_TURN,
    MANEUVER_CONTINUE,
    MANEUVER_NEW_NAME,
    MANEUVER_MERGE,
    MANEUVER_ON_RAMP,
    MANEUVER_OFF_RAMP,
    MANEUVER_FORK,
    MANEUVER_END_OF_ROAD,
    MANEUVER_NOTIFICATION,
    MANEUVER_ROUNDABOUT,
    MANEUVER_EXIT_ROUNDABOUT,
    MANEUVER_ROTARY,
    MANEUVER_EXIT_ROTARY,
    MANEUVER_ROUNDABOUT_TURN,
    MANEUVER_TYPE_COUNT,
};

/* "depart", "new name", as OSRM's answers call them. */
const char *maneuver_type_name(enum maneuver_type type);

enum maneuver_modifier {
    MODIFIER_NONE,
    MODIFIER_UTURN,
    MODIFIER_SHARP_RIGHT,
    MODIFIER_RIGHT,
    MODIFIER_SLIGHT_RIGHT,
    MODIFIER_STRAIGHT,
    MODIFIER_SLIGHT_LEFT,
    MODIFIER_LEFT,
    MODIFIER_SHARP_LEFT,
    MODIFIER_COUNT,
};

/* "sharp right"; NULL of MODIFIER_NONE. */
const char *maneuver_modifier_name(enum maneuver_modifier modifier);

/* Where roads meet along a step, the maneuver's own place first. */
struct guide_intersection {
    struct position position;
    uint32_t first_road; /* into guidance.road */
    uint32_t road_count; /* by ascending bearing */
    int in;              /* road by which one comes, of these; -1: none */
    int out;             /* by which one goes on; -1: none */
    uint16_t class_bits; /* of the road that leads on */
    uint32_t lanes;      /* turn:lanes of the road by which one comes, an offset
                            into roads.text; 0: none */
    uint16_t lanes_valid; /* bit i: lane i from the left leads where one goes */
};

struct guide_road {
    uint16_t bearing_deg; /* [0, 359] of leaving the intersection by it */
    bool entry;           /* one may leave by it */
};

struct guide_step {
    enum maneuver_type type;
    enum maneuver_modifier modifier;
    unsigned exit; /* of a roundabout, counted; 0: none */
    struct position position;
    uint16_t bearing_before_deg; /* 0 at depart */
    uint16_t bearing_after_deg;  /* 0 at arrive */

    /* The road after the maneuver. Offsets into roads.text, 0: none. */
    uint32_t name;
    uint32_t ref;
    uint32_t destinations;
    uint32_t exits;
    uint32_t pronunciation;
    uint32_t rotary_name;
    enum travel_mode mode;
    bool drives_left;

    uint64_t weight; /* with the turns into it and on it */
    uint64_t duration_ms;
    uint64_t length_mm;

    uint32_t first_intersection; /* into guidance.intersection */
    uint32_t intersection_count; /* at least 1 */

    /* Its line: positions [first_position, first_position + position_count) of
     * the leg's line (leg_line.h); where steps meet both have the position. Two
     * at least: those of arrive are the same. */
    size_t first_position;
    size_t position_count;
};

struct guidance {
    struct guide_step *step; /* [step_count], at least 2 */
    size_t step_count;
    struct guide_intersection *intersection;
    size_t intersection_count;
    struct guide_road *road;
    size_t road_count;
    uint32_t summary[2]; /* names of the longest steps, in their order; offsets
                            into roads.text, 0: none */
};

/* Of a leg of an answered route; on which side of its road each end was asked
 * for, where that is known, is told by depart and arrive. 0 or -ENOMEM;
 * finish() is fine after either and on zero bytes. Any thread. */
struct guidance_ends {
    struct position from_asked; /* where the leg was to begin */
    struct position to_asked;
};
int guidance_init(struct guidance *guidance, const struct roads *roads,
                  const struct route_leg *leg,
                  const struct guidance_ends *ends);
void guidance_finish(struct guidance *guidance);

#endif
