/* place: where a route begins, passes or ends, on the roads of a map. Start
 * reading core/service/place/ here.
 *
 *     snap            the roads nearest to a position
 *     place           the points there that a route may use
 *     place_ends      seeds and targets of a search from and to them
 *     place_search    the shortest path between two places
 *
 * A place is a set of points on edges, each equally good: both directions of a
 * road, all roads at a junction, all pieces through an OpenStreetMap node.
 *
 * Plain values, which own nothing. */
#ifndef RELAXD_SERVICE_PLACE_PLACE_H
#define RELAXD_SERVICE_PLACE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/service/place/snap.h"
#include "core/weighting/weighting.h"

/* More than meet anywhere in practice; further ones are dropped. */
enum { PLACE_POINTS_MAX = 32 };

/* A point on an open edge. The sums before it and left after it add up to the
 * edge's sums exactly, so splitting a route at a point does not change its
 * cost. Both directions of a piece are cut alike: if a segment is as long or
 * costly both ways, the part before the point one way is the part left the
 * other way. */
struct place_point {
    uint32_t edge;
    uint32_t segment; /* that contains it; where two meet, the later one of the
                         piece */
    double fraction;  /* of the segment, forward: below 1 except at the piece's
                         last node */
    struct edge_sums before; /* part of the edge */
    struct edge_sums left;
};

/* The part of a segment's sum before a fraction of it. */
static inline uint32_t segment_part(uint32_t whole, double fraction)
{
    return (uint32_t)(whole * fraction + 0.5);
}

/* The same for a length in mm, which need not fit 32 bits. */
static inline uint64_t segment_mm_part(uint64_t whole, double fraction)
{
    return (uint64_t)((double)whole * fraction + 0.5);
}

/* The same for a duration, or for a weight in ms, in the profile's steps. As in
 * OSRM, what is left of a step belongs to the end whose node has the greater
 * id. */
static inline uint32_t segment_time_part(const struct roads *roads,
                                         uint32_t piece, uint32_t whole,
                                         double fraction)
{
    uint32_t step = roads->profile.step_ms;

    if (step <= 1)
        return segment_part(whole, fraction);
    if (roads->node_id[roads->first_node[piece]] <=
        roads->node_id[roads->first_node[piece + 1] - 1])
        return (uint32_t)(whole * fraction / step) * step;
    return whole - (uint32_t)(whole * (1 - fraction) / step) * step;
}

static inline uint32_t segment_weight_part(const struct roads *roads,
                                           uint32_t piece, uint32_t whole,
                                           double fraction)
{
    return roads->profile.weighs_distance
               ? segment_part(whole, fraction)
               : segment_time_part(roads, piece, whole, fraction);
}

struct place {
    struct position position; /* on the road */
    uint32_t point_count;     /* 0: nowhere */
    struct place_point points[PLACE_POINTS_MAX];
};

/* From snaps, nearest first, that suit the options: takes the suitable
 * directions of the first snap and of those at the same position. Snaps at a
 * node's position become that node. */
void place_of_snaps(const struct roads *roads,
                    const struct weighting *weighting, const struct snap *snaps,
                    uint32_t snap_count, struct place *ret_place);

/* From an OpenStreetMap node, in all open directions; false if no open road
 * passes it. */
bool place_of_node(const struct roads *roads, const struct weighting *weighting,
                   int64_t id, struct place *ret_place);

/* Whether a traveller along their common edge passes `first` no later than
 * `second`. If this holds both ways, they are one point. */
bool point_not_after(const struct place_point *first,
                     const struct place_point *second);

/* Whether a point is at the start, or end, of its edge. */
bool point_at_start(const struct roads *roads, const struct place_point *point);
bool point_at_end(const struct roads *roads, const struct place_point *point);

/* Whether the place has the start, or end, of an edge as a point. */
bool place_has_start(const struct roads *roads, const struct place *place,
                     uint32_t edge);
bool place_has_end(const struct roads *roads, const struct place *place,
                   uint32_t edge);

#endif
