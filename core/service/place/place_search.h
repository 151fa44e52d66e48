/* place_search: the shortest path between two places, as a query and back.
 *
 *     place_search_init()       makes the query, and finds the direct way along
 * a single edge (place_ends.h)
 *     ...                       a solver answers the query
 *     place_search_cost()       the lesser of both
 *     place_search_steps()      its edges
 *
 * After place_search_want() also alternatives (query.h):
 *
 *     place_search_further()    the alternatives found
 *     place_search_way_steps()  their edges
 *
 * The weights of all steps and turns add up to the cost exactly. One thread at
 * a time. */
#ifndef RELAXD_SERVICE_PLACE_PLACE_SEARCH_H
#define RELAXD_SERVICE_PLACE_PLACE_SEARCH_H

#include <stddef.h>

#include "core/graph/roads/roads.h"
#include "core/service/place/place_ends.h"

/* The part of an edge that a route uses, the whole edge except at the route's
 * ends, and the turn into it. */
struct route_step {
    uint32_t edge;
    uint32_t arc;           /* into the edge; ARC_NONE: the route's first */
    uint32_t first_segment; /* in the direction of travel: the lowest one used
                               of a forward edge, the highest of a backward
                               edge */
    uint32_t segment_count; /* used, in part or whole; 0: the route begins or
                               ends at the edge's end, and only the turn
                               counts */
    uint32_t weight;        /* of the part, without the turn */
    uint32_t duration_ms;
    uint64_t length_mm;
    uint32_t turn_weight;
    uint32_t turn_duration_ms;
    double begin; /* where it begins on its first segment, as a fraction of
                     that, forward: 0 or 1 except at the route's beginning */
    double end;   /* where it ends on its last segment */
};

/* The node after this many segments of a step, 0: where it begins, as an index
 * of roads.node_id. */
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

/* The number of segments used, in part or whole. */
size_t route_steps_segments(const struct route_steps *steps);

/* The ids of all nodes along the steps from one node to another, both included;
 * a single id for consecutive nodes with no travel between them. Returns their
 * number: at most route_steps_segments() + steps->count + 2. */
size_t route_steps_ids(const struct roads *roads,
                       const struct route_steps *steps, uint64_t from,
                       uint64_t to, uint64_t *ret_ids);

struct place_search {
    struct query query;       /* the client sets `cancel` and, if costs are
                                 enough, `output` */
    struct direct_way direct; /* set by init */

    /* Memory that the query points to. */
    struct target target;
    struct seed *seeds; /* [query.seed_count], one allocation with all below */
    struct target_vertex *ends; /* [target.vertex_count] */
    uint32_t *seed_point;       /* [query.seed_count] points of the first
                                   place */
    struct arrival *arrivals;   /* [target.vertex_count], an allocation of its
                                   own */
    uint32_t solved;            /* the solved cost of the query */
    struct path path;
    struct alternatives alternatives; /* of the query; all zero if not wanted */
    uint32_t *end_roads; /* for the alternatives: of seeds, then of ends */
};

/* Of a search before it is solved, with its ends, about. */
enum { PLACE_SEARCH_BYTES = sizeof(struct place_search) + 512 };

/* One path of a route. */
struct place_way {
    const struct path *path; /* NULL: along a single edge */
    uint32_t cost;
};

/* Reads the places during the call only; the search must not move. 0 or
 * -ENOMEM, and nothing is held then. finish() is fine after either and on zero
 * bytes. */
int place_search_init(struct place_search *search, const struct map *map,
                      const struct weighting *weighting, struct transit from,
                      struct transit to);
void place_search_finish(struct place_search *search);

/* Asks for at most this many alternatives, once, before the query is solved. 0
 * or -ENOMEM. */
int place_search_want(struct place_search *search, const struct map *map,
                      const struct place *from, const struct place *to,
                      uint32_t count);

/* COST_INFINITY: no path; COST_OVERFLOW: the cost does not fit. */
uint32_t place_search_cost(const struct place_search *search);

/* For a cost that is a number and a query for paths; pass the same places as to
 * init. 0 or -ENOMEM. */
int place_search_steps(const struct place_search *search, const struct map *map,
                       const struct weighting *weighting,
                       const struct place *from, const struct place *to,
                       struct route_steps *ret_steps);

/* Once solved: the alternatives, ascending by cost. Includes the runner-up that
 * the solver cannot report: if the shortest path is along a single edge, the
 * best other one, and vice versa. Returns their number, at most as many as were
 * wanted. */
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
