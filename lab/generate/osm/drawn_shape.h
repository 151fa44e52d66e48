/* drawn_shape: the nodes of streets between their ends, and the nodes that
 * replace a vertex.
 *
 * Ids: vertices as in the map, then roundabouts' and stations', then the
 * streets', street by street. Those of street s start at first_shape[s], in
 * this order:
 *
 *     plain           from a to b
 *     two carriageways   the one from a to b in that direction, half of them,
 *                     then the other from b to a
 *     ramps at an end    the middle of the ramp that leads away from the
 *                     vertex, of the one that leads to it, the node where the
 *                     ramps end; then the rest from a to b */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_SHAPE_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_SHAPE_H

#include <stdint.h>

#include "lab/generate/osm/drawn_roads.h"

enum { DRAWN_LINK_NODES = 3 };

/* A metre in degrees * 10^7; a roundabout's radius, 15 m. */
#define DRAWN_METRE       89.83
#define DRAWN_RING_RADIUS (15 * DRAWN_METRE)

struct drawn_shape {
    const struct drawn_roads *roads;
    uint64_t first_id;     /* greater than every vertex's id */
    uint32_t *extra;       /* [extra_count] vertices that are roundabouts or
                              stations, ascending */
    uint64_t *first_extra; /* [extra_count + 1] their first ids */
    uint32_t extra_count;
    uint64_t *first_shape; /* [street count + 1] ids */
};

/* `node_count` nodes in all, or more if needed. 0 or -ENOMEM; finish() is fine
 * after either and on zero bytes. */
int drawn_shape_init(struct drawn_shape *shape, const struct drawn_roads *roads,
                     uint64_t node_count);
void drawn_shape_finish(struct drawn_shape *shape);

static inline uint32_t drawn_shape_count(const struct drawn_shape *shape,
                                         uint32_t street)
{
    return (uint32_t)(shape->first_shape[street + 1] -
                      shape->first_shape[street]);
}

/* The node at a street's end: the vertex's own, or the roundabout's or
 * station's. */
int64_t drawn_end_node(const struct drawn_shape *shape, uint32_t end);

/* The node where the ramps at an end merge into the street. */
int64_t drawn_link_node(const struct drawn_shape *shape, uint32_t end);

/* The position of a vertex's node: on the ring if it is a roundabout. */
struct position drawn_vertex_position(const struct drawn_shape *shape,
                                      uint32_t vertex);

/* The position of the k-th further node of the roundabout or station
 * extra[i]. */
struct position drawn_extra_position(const struct drawn_shape *shape,
                                     uint32_t i, uint32_t k);

/* The position of a street's k-th node. */
struct position drawn_shape_position(const struct drawn_shape *shape,
                                     uint32_t street, uint32_t k);

#endif
