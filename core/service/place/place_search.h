/* place_search: the shortest path from one place to another, as a query and
 * back.
 *
 *     place_search_init()       a query, and what is known without it: the way
 *                               along a single edge (place_ends.h)
 *     ...                       a solver answers the query
 *     place_search_cost()       the lesser of both
 *     place_search_steps()      its edges
 *
 * Where place_search_want() was called before, also further ways (query.h):
 *
 *     place_search_further()    those that there are
 *     place_search_way_steps()  their edges
 *
 * The weights of all steps and turns add up to the cost, exactly. One thread at
 * a time. */
#ifndef RELAXD_SERVICE_PLACE_PLACE_SEARCH_H
#define RELAXD_SERVICE_PLACE_PLACE_SEARCH_H

#include <stddef.h>

#include "core/graph/roads/roads.h"
#include "core/service/place/place_ends.h"

/* A part of an edge that a route uses, all of it but at the route's ends, and
 * the turn that led into it. */
struct route_step {
    uint32_t edge;
    uint32_t arc;           /* that entered it; ARC_NONE: the route's first */
    uint32_t first_segment; /* in the direction of travel: of a forward edge
                               the least one that is used, of another the
                               largest */
    uint32_t segment_count; /* that are used, in part or as a whole; 0: it
                               begins or ends where the edge does, and what
                               counts is the turn */
    uint32_t weight;        /* of the part, without the turn */
    uint32_t duration_ms;
    uint64_t length_mm;
    uint32_t turn_weight;
    uint32_t turn_duration_ms;
    double begin; /* where on its first segment it begins, as a fraction of
                     that, forward: 0 or 1 but at a route's beginning */
    double end;   /* where on its last it ends */
};

/* The node that a step comes to after so many of its segments, 0: where it
 * begins, as an index of roads.node_id. */
static inline uint32_t route_step_node(const struct route_step *step,
                                       uint32_t segments)
{
    uint32_t node = step->first_segment + edge_piece(step->edge);

    return edge_is_forward(step->edge) ? node + segments : node + 1 - segments;
}

struct route_steps {
    struct route_step *list; /* [count], free() it */
    uint32_t count;          /* 0: both places are one point */
};

/* That are used, in part or as a whole. */
size_t route_steps_segments(const struct route_steps *steps);

/* The nodes where steps pass from one segment to the next, in their order, as
 * indices of roads.node_id. Where a route begins or ends with a turn, its end
 * is among them. Returns how many; writes none where ret_nodes is NULL. */
size_t route_steps_nodes(const struct roads *roads,
                         const struct route_steps *steps, uint32_t *ret_nodes);

/* The ids of all nodes along the steps that lead from one node to another, both
 * included; one where nothing is travelled between two of them. Returns how
 * many: at most two more than route_steps_nodes(). */
size_t route_steps_ids(const struct roads *roads,
                       const struct route_steps *steps, uint64_t from,
                       uint64_t to, uint64_t *ret_ids);

struct place_search_end {
    const struct place *place; /* with points */
    struct transit transit;
};

struct place_search {
    struct query query;       /* the client sets `cancel` and, where costs are
                                 enough, `output` */
    struct direct_way direct; /* known beforehand */

    /* What the query points to. */
    struct target target;
    struct seed *seeds; /* [query.seed_count], with all below in one piece */
    struct target_vertex *ends; /* [target.vertex_count] */
    uint32_t *seed_point;       /* [query.seed_count] of the first place */
    struct arrival *arrivals;   /* [target.vertex_count], of its own */
    uint32_t solved;            /* what the query cost */
    struct path path;
    struct alternatives alternatives; /* of what was solved; none wanted: all
                                         zero */
    uint32_t *end_roads; /* what the alternatives point to: of seeds, of ends */
};

/* One of the ways of a route. */
struct place_way {
    const struct path *path; /* NULL: along a single edge */
    uint32_t cost;
};

/* Places are read during the call only; the route stays where it is. 0 or
 * -ENOMEM. finish() is fine after either and on zero bytes. */
int place_search_init(struct place_search *search, const struct map *map,
                      const struct weighting *weighting,
                      struct place_search_end from, struct place_search_end to);
void place_search_finish(struct place_search *search);

/* Of a path that was found: the point of the first place where it begins, and
 * the way from its last vertex to the last place: of several the one that made
 * its cost, the least. */
uint32_t place_search_departure(const struct place_search *search,
                                const struct path *path);
const struct arrival *place_search_arrival_of(const struct place_search *search,
                                              const struct path *path,
                                              const struct map *map);

/* Wants so many further ways at most, once, before the query is solved. 0 or
 * -ENOMEM. */
int place_search_want(struct place_search *search, const struct map *map,
                      const struct place *from, const struct place *to,
                      uint32_t count);

/* COST_INFINITY: there is no way; COST_OVERFLOW: its cost does not fit. */
uint32_t place_search_cost(const struct place_search *search);

/* Of a route whose cost is a number, and whose path was asked for, between the
 * places that it was made of. 0 or -ENOMEM. */
int place_search_steps(const struct place_search *search, const struct map *map,
                       const struct weighting *weighting,
                       const struct place *from, const struct place *to,
                       struct route_steps *ret_steps);

/* Once solved: the further ways, ascending by cost. Those that a search does
 * not know of among them: where the shortest path is along a single edge, the
 * least that is not, and the other way round. Returns how many there are, at
 * most as many as were wanted. */
uint32_t place_search_further(const struct place_search *search,
                              const struct map *map, const struct place *from,
                              const struct place *to,
                              struct place_way *ret_ways);
int place_search_way_steps(const struct place_search *search,
                           const struct place_way *way, const struct map *map,
                           const struct weighting *weighting,
                           const struct place *from, const struct place *to,
                           struct route_steps *ret_steps);

#endif
