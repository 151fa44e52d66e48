/* segment_tree: which segments of roads are near a position.
 *
 * A packed Hilbert R-tree (Kamel and Faloutsos, "On packing R-trees", CIKM
 * 1993): segments sorted by where their middle is on a Hilbert curve, cut
 * into leaves of SEGMENT_TREE_FANOUT, boxes of that many boxes above, up to a
 * single one. It lies in the map file and is used where it lies.
 *
 * A segment goes the shorter way around the globe: across the antimeridian
 * where its ends are more than 180 degrees apart in numbers. It is found from
 * both sides, as any other. */
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
                                     segment and piece then need not be known
                                     to look at it */
    const struct segment_box *box; /* [box_count] level by level, leaves first;
                                      the last is the root. All longitudes
                                      where a segment in it crosses the
                                      antimeridian */
    uint32_t box_count;
};

/* Boxes that so many segments have, on all levels; 0 for none. */
uint32_t segment_tree_box_count(uint32_t segment_count);

/* Fills both arrays, malloc()ed, for roads that lack a tree alone; both NULL
 * where there is no segment. 32 bytes a segment beside them while it runs. 0 or
 * -ENOMEM. */
int segment_tree_build(const struct roads *roads, uint32_t **ret_node,
                       struct segment_box **ret_box, struct error *error);

/* Whether the tree is one of these roads, whose other arrays are sound: each
 * segment once, boxes as they have to be. -EINVAL and what is wrong, or
 * -ENOMEM. A bit a node while it runs. */
int segment_tree_verify(const struct roads *roads, struct error *error);

/* A segment and the point on it that is nearest to a position. */
struct near_segment {
    uint32_t segment;
    uint32_t piece;
    double fraction;          /* of the way along it, forward, [0, 1] */
    double distance_m;        /* from the position to that point */
    struct position position; /* that point, rounded */
};

/* The point on one segment; what the tree finds is this, bit for bit. Distances
 * are those of the plane around the position that asks (ground.h); between the
 * poles and within the share that is said there, they are true. O(log
 * piece_count). */
void segment_tree_measure(const struct roads *roads, uint32_t segment,
                          struct position position,
                          struct near_segment *ret_near);

/* Says whether a segment is wanted at all. */
typedef bool segment_wanted(void *context, const struct near_segment *near);

/* The nearest ones, nearest first, equally near ones by number: up to `count`,
 * not farther than `radius_m` (INFINITY: any). `wanted` may be NULL; it is
 * asked in no order, and not of a segment once `count` wanted ones are nearer.
 * `ret_count`: how many there were. Allocates nothing: depth first, the nearest
 * box first (Roussopoulos, Kelley and Vincent, "Nearest neighbor queries",
 * SIGMOD 1995). */
void segment_tree_nearest(const struct roads *roads, struct position position,
                          double radius_m, uint32_t count,
                          segment_wanted *wanted, void *context,
                          struct near_segment *ret_near, uint32_t *ret_count);

/* All that are in or cross the box, in no order: `found` is called once for
 * each. A box whose west is above its east crosses the antimeridian. */
void segment_tree_within(const struct roads *roads,
                         const struct segment_box *box,
                         void (*found)(void *context, uint32_t segment),
                         void *context);

#endif
