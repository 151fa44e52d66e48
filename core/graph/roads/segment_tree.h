/* segment_tree: finds segments of roads near a position.
 *
 * A packed Hilbert R-tree (Kamel and Faloutsos, "On packing R-trees", CIKM
 * 1993): segments sorted by the Hilbert index of their middle, cut into leaves
 * of SEGMENT_TREE_FANOUT, boxes of that many boxes above, up to a single root.
 * Code reads it in place in the mapped file.
 *
 * A segment goes the shorter way around the globe: across the antimeridian if
 * the longitudes of its ends differ by more than 180 degrees. It is found from
 * both sides, like any other. */
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
    const uint32_t *node;          /* [segment_count] the node where each
                                      segment begins, in the order of leaves:
                                      so a look at a segment needs neither
                                      its number nor its piece */
    const struct segment_box *box; /* [box_count] level by level, leaves
                                      first; the last is the root. All
                                      longitudes if a segment in it crosses
                                      the antimeridian */
    uint32_t box_count;
};

/* The number of boxes, on all levels, of that many segments; 0 for none. */
uint32_t segment_tree_box_count(uint32_t segment_count);

/* Makes both arrays, malloc()ed, for roads that lack only the tree; both NULL
 * if there is no segment. 32 bytes more a segment while it runs. 0 or
 * -ENOMEM. */
int segment_tree_build(const struct roads *roads, uint32_t **ret_node,
                       struct segment_box **ret_box, struct error *error);

/* Whether the tree is that of these roads, whose other arrays are valid: each
 * segment once, correct boxes. -EINVAL with the defect, or -ENOMEM. A bit a
 * node while it runs. */
int segment_tree_verify(const struct roads *roads, struct error *error);

/* A segment and the point on it that is nearest to a position. */
struct near_segment {
    uint32_t segment;
    uint32_t piece;
    double fraction;          /* of the way along it, forward, [0, 1] */
    double distance_m;        /* from the position to that point */
    struct position position; /* that point, rounded */
};

/* The nearest point on one segment; equals what the tree finds, bit for bit.
 * Distances are measured on the plane around `position` (ground.h): between the
 * poles they are true within the error given there. O(log piece_count). */
void segment_tree_measure(const struct roads *roads, uint32_t segment,
                          struct position position,
                          struct near_segment *ret_near);

/* Whether the caller accepts a segment. */
typedef bool segment_wanted(void *context, const struct near_segment *near);

/* The nearest segments, nearest first, equally near ones by number: up to
 * `count`, within `radius_m` (INFINITY: any). `wanted` may be NULL; calls come
 * in no order, and not for a segment once `count` accepted ones are nearer.
 * `ret_count`: how many were found. Allocates nothing: depth first, the nearest
 * box first (Roussopoulos, Kelley and Vincent, "Nearest neighbor queries",
 * SIGMOD 1995). */
void segment_tree_nearest(const struct roads *roads, struct position position,
                          double radius_m, uint32_t count,
                          segment_wanted *wanted, void *context,
                          struct near_segment *ret_near, uint32_t *ret_count);

/* Calls see() with each segment whose own box overlaps `box`, in no order, by
 * the node where it begins; not 0 ends it and is returned. The box does not
 * cross the antimeridian. */
int segment_tree_within(const struct roads *roads,
                        const struct segment_box *box,
                        int (*see)(void *context, uint32_t node),
                        void *context);

#endif
