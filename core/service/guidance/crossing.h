/* crossing: the roads that meet at a junction, as an approaching traveller sees
 * them: where they lead, how important they are.
 *
 * Bearings are degrees clockwise from north, [0, 360). A turn is the difference
 * of two bearings: (-180, 180], positive to the right. */
#ifndef RELAXD_SERVICE_GUIDANCE_CROSSING_H
#define RELAXD_SERVICE_GUIDANCE_CROSSING_H

#include "core/graph/map.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/service/guidance/guidance.h"
#include "core/service/guidance/road_label.h"
#include "core/service/place/place_search.h"

/* The distance along a road at which its bearing is measured: a ring bends at
 * once, a link leads away from a wide road first. */
#define COMPASS_SIGHT_M 10.0
#define RING_SIGHT_M    2.0
#define LINK_SIGHT_M    16.0

/* The lengths of degrees hardly differ between nearby junctions: they are
 * recomputed when the latitude changes. Zeroed at first. One thread. */
struct compass {
    int32_t lat_e7;
    struct ground ground;
};

/* 0 if both are the same. */
float compass_bearing(struct compass *compass, struct position from,
                      struct position to);

/* The bearing of an edge at its first node. */
float compass_edge_bearing(struct compass *compass, const struct roads *roads,
                           uint32_t edge);

float bearing_turn(float from, float to);
float bearing_reverse(float bearing);
uint16_t bearing_round(float bearing);

/* To steps of BEARING_STEP degrees. */
enum { BEARING_STEP = 15 };
uint16_t bearing_round_to_step(float bearing);

/* The name of such a turn: straight within 20 degrees, slight up to 40, sharp
 * over 120, and a u-turn for an exact reversal. */
enum maneuver_modifier modifier_of_turn(float turn);

/* Swaps left and right. */
enum maneuver_modifier modifier_mirror(enum maneuver_modifier modifier);

/* 1: to the right, -1: to the left, 0: neither. */
int modifier_side(enum maneuver_modifier modifier);

/* More than meet anywhere in practice; further ones are ignored. */
enum { CROSSING_ROADS_MAX = 24 };

/* The highest rank that profiles assign to roads. */
enum { RANK_LAST = 30 };

struct crossing_road {
    uint32_t edge;     /* that leaves by the road */
    int64_t next_node; /* id of the first node along it */
    const struct road_attributes *attributes;
    float bearing;
    float turn;      /* 0 is straight on */
    float deviation; /* size of the turn */
    bool enterable;  /* the route may leave by it; the road it came by counts
                        only if the route turns back there or has no other
                        choice */
};

/* road[0] is the one the traveller comes by; the others follow
 * counterclockwise, sharp right first. Of roads that coincide up to their first
 * node, and of the halves of a divided road, only one is listed: the one taken,
 * else one that is enterable. */
struct crossing {
    const struct roads *roads;
    uint32_t via; /* edge that the traveller comes by */
    const struct road_attributes *via_attributes;
    struct crossing_road road[CROSSING_ROADS_MAX];
    size_t count; /* at least 1 */
    size_t out;   /* the road that the route takes */
};

/* halves.c: whether an edge is a half of a divided road whose other half meets
 * it where it begins. Then also the direction of that road. */
bool halves_merge(const struct roads *roads, struct compass *compass,
                  uint32_t edge, uint32_t *ret_other, float *ret_bearing);

/* How far a short edge is turned by the halves that meet where it ends, to
 * where the road leads behind. */
float halves_turn_next(const struct roads *roads, struct compass *compass,
                       uint32_t edge);

/* The crossing at the end of step `via`, before step `next`. */
void crossing_init(struct crossing *crossing, struct compass *compass,
                   const struct map *map, const struct route_step *via,
                   const struct route_step *next);

/* The number of enterable roads. */
size_t crossing_enterable(const struct crossing *crossing);

/* Whether no two roads have the same bearing_round_to_step(). */
bool crossing_is_spread(const struct crossing *crossing);

/* The angle between two roads, [0, 180]. */
float crossing_angle(const struct crossing *crossing, size_t a, size_t b);

/* The mode of travel on the edge. */
static inline enum travel_mode edge_mode(const struct roads *roads,
                                         uint32_t edge)
{
    return (enum travel_mode)roads_attributes(roads, edge_piece(edge))
        ->mode[!edge_is_forward(edge)];
}

/* A motorway or trunk road, not a ramp. */
bool road_is_motorway(const struct road_attributes *attributes);
bool road_is_ramp(const struct road_attributes *attributes);

static inline bool road_has(const struct road_attributes *attributes,
                            enum road_flag flag)
{
    return attributes->flags & flag;
}

/* Not worth a mention when passing by; also roads without a rank. */
static inline bool road_is_minor(const struct road_attributes *attributes)
{
    return attributes->priority > RANK_LAST ||
           road_has(attributes, ROAD_LOW_PRIORITY);
}

/* On a roundabout or other circular road. */
static inline bool road_on_ring(const struct road_attributes *attributes)
{
    return attributes->flags & (ROAD_ROUNDABOUT | ROAD_CIRCULAR);
}

/* Whether a traveller needs to hear that the name changes. */
bool crossing_name_changes(const struct crossing *crossing, size_t road);

/* Whether both roads have the same name. */
bool crossing_name_stays(const struct crossing *crossing, size_t road);

/* Groups of ranks that people see as equal: through roads, main roads and so
 * on; 0 is the highest. */
int road_rank_group(const struct road_attributes *attributes);

/* Whether `a` is clearly less important than `b`. */
bool road_is_lesser(const struct road_attributes *a,
                    const struct road_attributes *b);

/* Whether the link exists to lead to the road. */
bool road_is_link_to(const struct road_attributes *link,
                     const struct road_attributes *road);

#endif
