/* segment_box: boxes of segments and of boxes, and the curve by which segments
 * are sorted, for code that builds, checks and searches a segment_tree. */
#ifndef RELAXD_GRAPH_ROADS_SEGMENT_BOX_H
#define RELAXD_GRAPH_ROADS_SEGMENT_BOX_H

#include <stdint.h>

#include "core/graph/position.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/segment_tree.h"

/* Boxes [first, first + count) of a tree. */
struct tree_level {
    uint32_t first;
    uint32_t count;
};

/* The levels of a tree of that many segments, leaves first; returns their
 * number. */
uint32_t
segment_tree_levels(uint32_t segment_count,
                    struct tree_level ret_level[SEGMENT_TREE_LEVELS_MAX]);

/* The box of a segment: spans its ends, or all longitudes if it crosses the
 * antimeridian. */
static inline struct segment_box segment_box_of(struct position a,
                                                struct position b)
{
    bool crosses = (int64_t)a.lon_e7 - b.lon_e7 > LON_E7_TURN / 2 ||
                   (int64_t)b.lon_e7 - a.lon_e7 > LON_E7_TURN / 2;
    int32_t west = a.lon_e7 < b.lon_e7 ? a.lon_e7 : b.lon_e7;
    int32_t east = a.lon_e7 < b.lon_e7 ? b.lon_e7 : a.lon_e7;

    return (struct segment_box){
        .low.lon_e7 = crosses ? INT32_MIN : west,
        .low.lat_e7 = a.lat_e7 < b.lat_e7 ? a.lat_e7 : b.lat_e7,
        .high.lon_e7 = crosses ? INT32_MAX : east,
        .high.lat_e7 = a.lat_e7 < b.lat_e7 ? b.lat_e7 : a.lat_e7,
    };
}

/* Nothing, until segment_box_add(). */
#define SEGMENT_BOX_EMPTY                                                      \
    ((struct segment_box){{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}})

static inline void segment_box_add(struct segment_box *box,
                                   struct segment_box more)
{
    if (more.low.lon_e7 < box->low.lon_e7)
        box->low.lon_e7 = more.low.lon_e7;
    if (more.low.lat_e7 < box->low.lat_e7)
        box->low.lat_e7 = more.low.lat_e7;
    if (more.high.lon_e7 > box->high.lon_e7)
        box->high.lon_e7 = more.high.lon_e7;
    if (more.high.lat_e7 > box->high.lat_e7)
        box->high.lat_e7 = more.high.lat_e7;
}

/* The correct box i above the level `below` of a tree. */
struct segment_box segment_branch_box(const struct segment_box *box,
                                      struct tree_level below, uint32_t i);

/* The children of box i, of `count` in the level below: [*ret_first,
 * *ret_end). */
static inline void segment_tree_children(uint32_t i, uint32_t count,
                                         uint32_t *ret_first, uint32_t *ret_end)
{
    uint32_t first = i * SEGMENT_TREE_FANOUT;

    *ret_first = first;
    *ret_end = count - first < SEGMENT_TREE_FANOUT
                   ? count
                   : first + SEGMENT_TREE_FANOUT;
}

/* Squared metres from a position to a box, either way around the globe, on the
 * plane around the position. */
static inline double segment_box_m2(const struct segment_box *box,
                                    struct position from, struct ground ground)
{
    double west = (double)box->low.lon_e7 - from.lon_e7;
    double east = (double)from.lon_e7 - box->high.lon_e7;
    double south = (double)box->low.lat_e7 - from.lat_e7;
    double north = (double)from.lat_e7 - box->high.lat_e7;
    double around = (double)LON_E7_TURN + (west < east ? west : east);
    double across = west > east ? west : east;
    double x_e7 = across < around ? across : around;
    double y_e7 = south > north ? south : north;
    double x = (x_e7 > 0 ? x_e7 : 0) * ground.east_m;
    double y = (y_e7 > 0 ? y_e7 : 0) * ground.north_m;

    return x * x + y * y;
}

/* The index of a cell on Hilbert's curve in a square of 2^32 by 2^32 cells
 * ("Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck",
 * Mathematische Annalen 38, 1891): sorting by it keeps near cells together.
 * Each bit halves the square; the lower quarters are turned so that the curve
 * begins and ends next to its neighbours. */
static inline uint64_t hilbert_key(uint32_t x, uint32_t y)
{
    uint64_t key = 0;

    for (int bit = 31; bit >= 0; bit--) {
        uint32_t right = x >> bit & 1;
        uint32_t upper = y >> bit & 1;
        uint32_t mirror = right ? UINT32_MAX : 0;
        uint32_t turned = upper ? x : y ^ mirror;

        y = upper ? y : x ^ mirror;
        x = turned;
        key = key << 2 | ((3 * right) ^ upper);
    }
    return key;
}

static inline uint64_t hilbert_position(struct position position)
{
    return hilbert_key((uint32_t)position.lon_e7 ^ UINT32_C(0x80000000),
                       (uint32_t)position.lat_e7 ^ UINT32_C(0x80000000));
}

#endif
