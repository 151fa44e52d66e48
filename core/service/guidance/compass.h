/* compass: which way roads lead.
 *
 * Bearings are degrees clockwise from north, [0, 360). A turn is by how much a
 * bearing differs from another: (-180, 180], to the right where positive. */
#ifndef RELAXD_SERVICE_GUIDANCE_COMPASS_H
#define RELAXD_SERVICE_GUIDANCE_COMPASS_H

#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/service/guidance/guidance.h"

/* How far along a road one looks to see where it leads. */
#define COMPASS_SIGHT_M 10.0

/* Lengths of degrees hardly differ from one junction to the next: they are
 * looked up anew where the latitude is another. Zeroed at first. One thread. */
struct compass {
    int32_t lat_e7;
    struct ground ground;
};

/* 0 where both are one. */
float compass_bearing(struct compass *compass, struct position from,
                      struct position to);

/* Of leaving an edge's first place by it. */
float compass_edge_bearing(struct compass *compass, const struct roads *roads,
                           uint32_t edge);

float bearing_turn(float from, float to);
float bearing_reverse(float bearing);
uint16_t bearing_round(float bearing);

/* What people call such a turn: straight within 20 degrees, slight up to 40,
 * sharp over 120, and where one goes back exactly as one came a u-turn. */
enum maneuver_modifier modifier_of_turn(float turn);

/* The other hand's. */
enum maneuver_modifier modifier_mirror(enum maneuver_modifier modifier);

/* 1: to the right, -1: to the left, 0: neither. */
int modifier_side(enum maneuver_modifier modifier);

#endif
