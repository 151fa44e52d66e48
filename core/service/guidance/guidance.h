/* guidance: turn instructions for a route: where to turn, and into which road.
 * Start reading core/service/guidance/ here.
 *
 * A leg becomes steps. Each begins with a maneuver, leads along one road as
 * people see it, and ends where the next begins; the first maneuver is to
 * depart, and the last step has no length and is to arrive. In between, a step
 * begins where the traveller has something to do, or where the road's name
 * changes; going on along the obvious road needs no step.
 *
 *     guidance     goes along the leg, junction by junction
 *     crossing     the roads that meet there, where they lead, how important
 *                  they are; halves: where a divided road begins or ends;
 *                  walk: along a road
 *     road_label   names of roads, and a leg's summary
 *     obvious      which of the roads needs no instruction
 *     instruction  the maneuver at a junction by itself; ring: roundabouts;
 *                  slip: slip roads; motorway: motorways
 *     draft        a step for each junction, few of which remain;
 *                  divided: divided roads cross at one junction;
 *                  collapse: close junctions are one maneuver
 *     lanes        which lanes lead into a road; lane_guide: along the route
 *
 * Types, modifiers and their meaning are those of OSRM's HTTP API, v5, which
 * turn-by-turn clients and translations are written for. */
#ifndef RELAXD_SERVICE_GUIDANCE_GUIDANCE_H
#define RELAXD_SERVICE_GUIDANCE_GUIDANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/service/route/route_leg.h"
#include "core/weighting/closed_set.h"

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

/* The names in OSRM's answers: "depart", "new name". */
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

/* "sharp right"; NULL for MODIFIER_NONE. */
const char *maneuver_modifier_name(enum maneuver_modifier modifier);

/* A junction along a step; the maneuver's own comes first. */
struct guide_intersection {
    struct position position;
    uint32_t first_road;  /* into guidance.road */
    uint32_t road_count;  /* by ascending bearing */
    int in;               /* index of the road the traveller comes by; -1:
                             none */
    int out;              /* index of the road taken; -1: none */
    uint16_t class_bits;  /* of the road taken */
    uint32_t lanes;       /* turn:lanes of the road the traveller comes by, or
                             of one shortly before; an offset into roads.text;
                             0: none */
    uint32_t lanes_right; /* those of a road that parts from it shortly before
                             the junction, to the right of these; 0: none */
    uint16_t lanes_valid; /* bit i: lane i from the left leads to the road
                             taken, and to the maneuvers close ahead */
};

struct guide_road {
    uint16_t bearing_deg; /* [0, 359], leaving the intersection; where roads
                             meet, in steps of 15 unless two would be equal, as
                             OSRM has it */
    bool enterable;       /* the route may leave by it */
};

struct guide_step {
    enum maneuver_type type;
    enum maneuver_modifier modifier;
    unsigned exit; /* number of the roundabout's exit; 0: none */
    struct position position;
    uint16_t bearing_before_deg; /* 0 for depart */
    uint16_t bearing_after_deg;  /* 0 for arrive */

    /* The road after the maneuver. Offsets into roads.text, 0: none. */
    uint32_t name;
    uint32_t ref;
    uint32_t destinations;
    uint32_t exits;
    uint32_t pronunciation;
    uint32_t rotary_name;
    enum travel_mode mode;
    bool drives_left;

    uint64_t weight; /* with the turns on it and the one at its end */
    uint64_t duration_ms;
    uint64_t length_mm;

    uint32_t first_intersection; /* into guidance.intersection */
    uint32_t intersection_count; /* at least 1 */

    /* Its line: positions [first_position, first_position + position_count) of
     * the leg's line (leg_line.h); consecutive steps share a position. At least
     * two; one for arrive. */
    size_t first_position;
    size_t position_count;
};

/* The names of a leg's longest roads, in their order along it; the ref for a
 * road without a name. Offsets into roads.text, 0: none. */
enum { SUMMARY_NAMES = 2 };

struct guidance {
    struct guide_step *step; /* [step_count], at least 2 */
    size_t step_count;
    struct guide_intersection *intersection;
    size_t intersection_count;
    struct guide_road *road;
    size_t road_count;
    uint32_t summary[SUMMARY_NAMES];
};

/* What was asked for. */
struct guidance_asked {
    struct position from_asked; /* the requested start, which decides the side
                                   of the road at departure */
    struct position to_asked;
    struct snap snap; /* of both places if the leg has no steps */
    const struct closed_set *closed; /* of the leg's weighting; NULL: none. Only
                                        what it opens counts: instructions are
                                        those of the roads that are there */
};

/* For a leg of an answered route, with or without steps. One pass over them,
 * two allocations. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. Any thread. */
int guidance_init(struct guidance *guidance, const struct map *map,
                  const struct route_leg *leg,
                  const struct guidance_asked *asked);
void guidance_finish(struct guidance *guidance);

#endif
