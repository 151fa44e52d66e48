/* place_ends: places as the vertices where a search begins and ends.
 *
 * A label is what it costs to have come to the end of an edge (roads.h). So a
 * search departs from the ends of the edges that a place's points lie on, with
 * what is left of them, and arrives at a point either way:
 *
 *     by the edge's end      label of its vertices, less what is left: where
 *                            these labels are of nothing but this edge, and no
 *                            departure lies farther on it than the point
 *     by the arcs into it    label of the vertex before, and the turn, and what
 *                            lies before the point: always
 *
 * What never makes an answer less is left out: departing where an edge ends
 * while one may depart on all edges that it leads into, and so on.
 *
 * A route within one edge is found by neither: place_direct(). */
#ifndef RELAXD_SERVICE_PLACE_PLACE_ENDS_H
#define RELAXD_SERVICE_PLACE_PLACE_ENDS_H

#include <stddef.h>

#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/solver/query.h"

/* All vertices at an open edge's end: its first, and those of its states. */
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

/* Whether an open edge ends at a plain junction: its vertex is that of all that
 * do. */
static inline bool edge_ends_plainly(const struct roads *roads, uint32_t edge)
{
    return roads->vertex_edge[roads->end_vertex[edge]] == EDGE_NONE;
}

/* Whether an edge leaves a plain junction, one that anything leads to. */
bool edge_begins_plainly(const struct roads *roads,
                         const struct weighting *weighting, uint32_t edge);

/* The arc from a vertex into an edge, ARC_NONE where one may not turn so. */
uint32_t edge_find_arc(const struct map *map, const struct weighting *weighting,
                       uint32_t vertex, uint32_t edge);

/* Whether one may turn into an edge from another that is open, by any of its
 * vertices. */
bool edge_leads_into(const struct map *map, const struct weighting *weighting,
                     uint32_t edge, uint32_t into);

/* A transit, how a place is passed: at which of its points, and the vertex at
 * the end of that one's edge, which tells what is allowed after it. */
struct transit {
    uint32_t point;  /* POINT_ANY: it begins or ends there */
    uint32_t vertex; /* VERTEX_NONE then */
};

#define POINT_ANY UINT32_MAX

static inline struct transit transit_any(void)
{
    return (struct transit){POINT_ANY, VERTEX_NONE};
}

struct departure {
    struct seed seed;
    uint32_t point;
};

struct arrival {
    struct target_vertex target;
    uint32_t point;
    uint32_t arc; /* from the vertex into the point's edge; ARC_NONE: it is that
                     edge's end */
};

/* Grows as needed; zero bytes are an empty one. free() the list. */
struct arrivals {
    struct arrival *list; /* [count] */
    size_t count;
    size_t capacity;
};

/* Returns how many there are; at least one where the place has points. */
uint32_t place_departures(const struct map *map,
                          const struct weighting *weighting,
                          const struct place *place, struct transit transit,
                          struct departure ret_departures[PLACE_POINTS_MAX]);

/* The points of a place, bit i for the i-th, that some of these departures lie
 * farther on than, along the edge of both. */
uint32_t place_points_passed(const struct place *place,
                             const struct place *from,
                             const struct departure *departures,
                             uint32_t departure_count);

/* Appends what leads to a place, from departures that lie farther on than those
 * of its points alone whose bit is set in `passed`. 0 or -ENOMEM. */
int place_arrivals(const struct map *map, const struct weighting *weighting,
                   const struct place *place, struct transit transit,
                   uint32_t passed, struct arrivals *arrivals);

/* Those by which a place may be passed without turning back, by routes
 * that come from the place before it, which may be the same: for each point
 * that one comes to, each of its edge's vertices. Appends to a growable array.
 * 0 or -ENOMEM. */
struct transits {
    struct transit *list; /* [count] */
    size_t count;
    size_t capacity;
};
int place_transits(const struct map *map, const struct weighting *weighting,
                   const struct place *place, const struct place *before,
                   struct transits *transits);

/* The shortest path from one place on to another along a single edge. */
struct direct_way {
    uint32_t weight; /* COST_INFINITY: there is none */
    uint32_t from;   /* points */
    uint32_t to;
};
struct direct_way place_direct(const struct roads *roads,
                               const struct place *from,
                               struct transit from_transit,
                               const struct place *to,
                               struct transit to_transit);

#endif
