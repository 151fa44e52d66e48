/* crossing: the roads that meet at a junction, seen by a traveller who comes to
 * it: where they lead, how important they are.
 *
 * Bearings are degrees clockwise from north, [0, 360). A turn is by how much a
 * bearing differs from another: (-180, 180], to the right where positive. */
#ifndef RELAXD_SERVICE_GUIDANCE_CROSSING_H
#define RELAXD_SERVICE_GUIDANCE_CROSSING_H

#include "core/graph/map.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/service/guidance/guidance.h"
#include "core/service/guidance/road_label.h"
#include "core/service/place/place_search.h"

/* How far along a road one looks to see where it leads. */
#define COMPASS_SIGHT_M 10.0

/* Lengths of degrees hardly differ from one junction to the next: they are
 * looked up again where the latitude differs. Zeroed at first. One thread. */
struct compass {
    int32_t lat_e7;
    struct ground ground;
};

/* 0 where both are one. */
float compass_bearing(struct compass *compass, struct position from,
                      struct position to);

/* Of leaving an edge's first node by it. */
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

/* More than meet anywhere; further ones are not seen. */
enum { CROSSING_ROADS_MAX = 24 };

/* Roads that a profile ranks have no higher number. */
enum { RANK_LAST = 30 };

struct crossing_road {
    uint32_t edge;     /* that leaves by it */
    int64_t next_node; /* id of the node that it leads to first */
    const struct road_attributes *attributes;
    float bearing;
    float turn;      /* 0 is straight on */
    float deviation; /* from straight on: the turn's size */
    bool enterable;  /* one may leave by it; back by the road one came only
                    where that is what one does, or all one can do */
};

/* road[0] is the one by which one came; the others go around from its right
 * hand: those sharply to the right first. Of roads that lie on each other, as
 * far as the first node, there is one: the one taken, else one that may be
 * left by. */
struct crossing {
    const struct roads *roads;
    uint32_t via; /* edge that one comes by */
    const struct road_attributes *via_attributes;
    struct crossing_road road[CROSSING_ROADS_MAX];
    size_t count; /* at least 1 */
    size_t out;   /* the road that one goes on by */
};

/* What one sees at the end of step `via` of which `next` is the following. */
void crossing_init(struct crossing *crossing, struct compass *compass,
                   const struct map *map, const struct route_step *via,
                   const struct route_step *next);

/* How many may be left by. */
size_t crossing_enterable(const struct crossing *crossing);

/* The angle between two roads, [0, 180]. */
float crossing_angle(const struct crossing *crossing, size_t a, size_t b);

/* How one travels by it. */
static inline enum travel_mode edge_mode(const struct roads *roads,
                                         uint32_t edge)
{
    return (enum travel_mode)roads_attributes(roads, edge_piece(edge))
        ->mode[!edge_is_forward(edge)];
}

/* A motorway or a trunk road, and no ramp of one. */
bool road_is_motorway(const struct road_attributes *attributes);
bool road_is_ramp(const struct road_attributes *attributes);

static inline bool road_has(const struct road_attributes *attributes,
                            enum road_flag flag)
{
    return attributes->flags & flag;
}

/* Nothing to be told of when passing by; also what has no rank. */
static inline bool road_is_minor(const struct road_attributes *attributes)
{
    return attributes->priority > RANK_LAST ||
           road_has(attributes, ROAD_LOW_PRIORITY);
}

/* On a roundabout of either kind. */
static inline bool road_on_ring(const struct road_attributes *attributes)
{
    return attributes->flags & (ROAD_ROUNDABOUT | ROAD_CIRCULAR);
}

/* Whether a traveller has to be told that the road is called otherwise. */
bool crossing_name_changes(const struct crossing *crossing, size_t road);

/* Whether both have a name, the same. */
bool crossing_name_stays(const struct crossing *crossing, size_t road);

/* Ranks that people take for one: through roads, main roads and so on; 0 is the
 * highest. */
int road_rank_group(const struct road_attributes *attributes);

/* Whether it is clearly less important than the other. */
bool road_is_lesser(const struct road_attributes *a,
                    const struct road_attributes *b);

/* Whether it is there to lead to the other. */
bool road_is_link_to(const struct road_attributes *link,
                     const struct road_attributes *road);

#endif
