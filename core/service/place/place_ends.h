/* place_ends: places as the vertices where a search begins and ends.
 *
 * A label is the cost to reach the end of an edge (roads.h). So a search
 * departs from the ends of the edges with the place's points, with the sums
 * left to travel, and arrives at a point in one of two ways:
 *
 *     by the edge's end      label of its vertices, less the sums left: if
 * these labels are only for this edge, and no departure lies farther along it
 * than the point by the arcs into it    label of the vertex before, plus the
 * turn and the sums before the point: always
 *
 * Redundant ends are dropped: for instance a departure at the end of an edge if
 * the place has departures on all edges that it leads into.
 *
 * Neither way finds a route within one edge: place_direct() does. */
#ifndef RELAXD_SERVICE_PLACE_PLACE_ENDS_H
#define RELAXD_SERVICE_PLACE_PLACE_ENDS_H

#include <stddef.h>

#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/solver/query.h"

/* All vertices at an open edge's end: its first, and its states' vertices. */
struct edge_ends {
    const struct roads *roads;
    uint32_t edge;
    uint32_t count; /* at least 1 */
    uint32_t first_state;
};

struct edge_ends edge_ends_of(const struct roads *roads, uint32_t edge);

static inline uint32_t edge_ends_vertex(const struct edge_ends *ends,
                                        uint32_t index)
{
    if (index == 0)
        return ends->roads->end_vertex[ends->edge];
    return ends->roads->state_vertex[ends->first_state + index - 1];
}

/* Whether an open edge ends at a plain junction: all edges that end there share
 * one vertex. */
static inline bool edge_ends_plainly(const struct roads *roads, uint32_t edge)
{
    return roads->vertex_edge[roads->end_vertex[edge]] == EDGE_NONE;
}

/* The arc from a vertex into an edge; ARC_NONE if that turn is forbidden. */
uint32_t edge_find_arc(const struct map *map, const struct weighting *weighting,
                       uint32_t vertex, uint32_t edge);

/* A transit, one way to pass a place: at which of its points, and the vertex at
 * the end of that point's edge, which determines the turns allowed after it. */
struct transit {
    const struct place *place;
    uint32_t point;  /* POINT_ANY: the route begins or ends there */
    uint32_t vertex; /* VERTEX_NONE for POINT_ANY */
};

#define POINT_ANY UINT32_MAX

/* `place` has at least one point. */
static inline struct transit transit_any(const struct place *place)
{
    return (struct transit){place, POINT_ANY, VERTEX_NONE};
}

struct departure {
    struct seed seed;
    uint32_t point;
};

struct arrival {
    struct target_vertex target;
    uint32_t point;
    uint32_t arc; /* from the vertex into the point's edge; ARC_NONE: the vertex
                     is at that edge's end */
};

/* Grows as needed; zero bytes are an empty one. free() the list. */
struct arrivals {
    struct arrival *list; /* [count] */
    size_t count;
    size_t capacity;
};

/* Returns their number; at least one if the place has points. */
uint32_t place_departures(const struct map *map,
                          const struct weighting *weighting,
                          struct transit transit,
                          struct departure ret_departures[PLACE_POINTS_MAX]);

/* The points of a place, bit i for the i-th, with one of these departures
 * farther along the same edge. */
uint32_t place_points_passed(const struct place *place,
                             const struct place *from,
                             const struct departure *departures,
                             uint32_t departure_count);

/* Appends the arrivals. Departures may lie farther along the edge
 * only for points whose bit is set in `passed`. 0 or -ENOMEM. */
int place_arrivals(const struct map *map, const struct weighting *weighting,
                   struct transit transit, uint32_t passed,
                   struct arrivals *arrivals);

/* The transits by which a route from `before`, which may be the same place, can
 * pass a place without turning back: for each point that it can reach, each of
 * its edge's vertices. Appends to a growable array. 0 or -ENOMEM. */
struct transits {
    struct transit *list; /* [count] */
    size_t count;
    size_t capacity;
};
int place_transits(const struct map *map, const struct weighting *weighting,
                   const struct place *place, const struct place *before,
                   struct transits *transits);

/* The shortest path between two places along a single edge. */
struct direct_way {
    uint32_t weight; /* COST_INFINITY: there is none */
    uint32_t from;   /* points */
    uint32_t to;
};
struct direct_way place_direct(const struct roads *roads, struct transit from,
                               struct transit to);

#endif
