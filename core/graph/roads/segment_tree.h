/* segment_tree: which segments of roads are near a position.
 *
 * A packed Hilbert R-tree (Kamel and Faloutsos, "On packing R-trees", CIKM
 * 1993): segments sorted by the place of their middle on a Hilbert curve, cut
 * into leaves of SEGMENT_TREE_FANOUT, boxes of that many boxes above, up to a
 * single one. It lies in the map file and is used where it lies. */
#ifndef RELAXD_GRAPH_ROADS_SEGMENT_TREE_H
#define RELAXD_GRAPH_ROADS_SEGMENT_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/position.h"

struct roads;

enum { SEGMENT_TREE_FANOUT = 16, SEGMENT_TREE_LEVELS_MAX = 8 };

struct segment_box {
    struct position low;  /* west and south, included */
    struct position high; /* east and north, included */
};

struct segment_tree {
    const uint32_t *segment;       /* [segment_count] in the order of leaves */
    const struct segment_box *box; /* [box_count] level by level, leaves first;
                                      the last is the root */
    uint32_t box_count;
};

/* Boxes that so many segments have, on all levels; 0 for none. */
uint32_t segment_tree_box_count(uint32_t segment_count);

/* Fills both arrays, malloc()ed, for roads that lack a tree alone. 0 or
 * -ENOMEM. */
int segment_tree_build(const struct roads *roads, uint32_t **ret_segment,
                       struct segment_box **ret_box, struct error *error);

/* A segment and the place on it that is nearest to a position. */
struct near_segment {
    uint32_t segment;
    double fraction;          /* of the way along it, forward, [0, 1] */
    double distance_m;        /* from the position to that place */
    struct position position; /* that place */
};

/* Says whether a segment is wanted at all. */
typedef bool segment_wanted(void *context, const struct near_segment *near);

/* The nearest ones, nearest first, equally near ones by number: up to `count`,
 * not farther than `radius_m` (INFINITY: any). `wanted` may be NULL; it is
 * asked in the order of distance. Distances are those of a plane around the
 * position, whose degrees have the length that they have there; within some
 * tens of kilometres that is exact to a part in a thousand. `ret_count`: how
 * many there were. Allocates nothing. */
void segment_tree_nearest(const struct roads *roads, struct position position,
                          double radius_m, uint32_t count,
                          segment_wanted *wanted, void *context,
                          struct near_segment *ret_near, uint32_t *ret_count);

/* All that are in or cross the box, in no order: `found` is called for each. */
void segment_tree_within(const struct roads *roads,
                         const struct segment_box *box,
                         void (*found)(void *context, uint32_t segment),
                         void *context);

#endif
