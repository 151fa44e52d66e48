/* place: where a route begins, ends or passes, on the roads of a map. Start
 * reading core/service/place/ here.
 *
 *     snap            the roads nearest to a position
 *     place           the points there that a route may use
 *     place_ends      seeds and targets of a search from and to them
 *     place_search    the shortest path between two places
 *
 * A place is a set of points on edges, any of which will do: both directions of
 * a road, all roads that meet at a junction where it lies, of a node of
 * OpenStreetMap all pieces that pass it.
 *
 * Plain values, which own nothing. */
#ifndef RELAXD_SERVICE_PLACE_PLACE_H
#define RELAXD_SERVICE_PLACE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/service/place/snap.h"
#include "core/weighting/weighting.h"

/* So many are more than meet anywhere; further ones are left out. */
enum { PLACE_POINTS_MAX = 32 };

/* The same of segments that meet in one place. */
enum { PLACE_SNAPS_MAX = 16 };

/* A point on an open edge. What lies before it and what is left add up to the
 * edge's sums, exactly, so that whatever ends at a point and goes on from there
 * costs what the whole does. Both directions of a piece are cut alike: of a
 * segment as long or dear both ways, what lies before the point one way is left
 * the other way. */
struct place_point {
    uint32_t edge;
    uint32_t segment; /* that it lies on; of two that meet there the later one
                         of the piece */
    double fraction;  /* of the segment, forward: below 1 but at the piece's
                         last node */
    struct edge_sums before; /* of the edge */
    struct edge_sums left;
};

/* Of what a segment takes, what lies before a fraction of it. */
static inline uint32_t segment_part(uint32_t whole, double fraction)
{
    return (uint32_t)(whole * fraction + 0.5);
}

/* The same of a length in mm, which need not fit 32 bits. */
static inline uint64_t segment_mm_part(uint64_t whole, double fraction)
{
    return (uint64_t)((double)whole * fraction + 0.5);
}

/* The same of a duration, or of a weight in ms, in the profile's steps. */
static inline uint32_t segment_time_part(const struct roads *roads,
                                         uint32_t whole, double fraction)
{
    uint32_t step = roads->profile.step_ms;

    return step > 1 ? (uint32_t)(whole * fraction / step) * step
                    : segment_part(whole, fraction);
}

static inline uint32_t segment_weight_part(const struct roads *roads,
                                           uint32_t whole, double fraction)
{
    return roads->profile.weighs_distance
               ? segment_part(whole, fraction)
               : segment_time_part(roads, whole, fraction);
}

struct place {
    struct position position; /* on the road */
    uint32_t point_count;     /* 0: nowhere */
    struct place_point points[PLACE_POINTS_MAX];
};

/* Of snaps, nearest first, that suit the options: of the first and those at the
 * same position, the directions that suit. Snaps at a node's position are that
 * node.
 */
void place_of_snaps(const struct roads *roads,
                    const struct weighting *weighting, const struct snap *snaps,
                    uint32_t snap_count, struct place *ret_place);

/* Of a node of OpenStreetMap, in all open directions; false where no open road
 * passes it. */
bool place_of_node(const struct roads *roads, const struct weighting *weighting,
                   int64_t id, struct place *ret_place);

/* Whether a traveller along the edge of both passes `first` no later than
 * `second`. They are one point where this holds either way. */
bool point_not_after(const struct place_point *first,
                     const struct place_point *second);

/* Whether a point is where its edge begins, or ends. */
bool point_at_start(const struct roads *roads, const struct place_point *point);
bool point_at_end(const struct roads *roads, const struct place_point *point);

/* Whether a place has the point where an edge begins, or ends. */
bool place_has_start(const struct roads *roads, const struct place *place,
                     uint32_t edge);
bool place_has_end(const struct roads *roads, const struct place *place,
                   uint32_t edge);

#endif
